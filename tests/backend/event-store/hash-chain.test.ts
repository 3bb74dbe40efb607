import { createHash } from 'node:crypto';
import { addDays, day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { type LogMark, verifyLog } from '#backend/event-store/verify-log.js';
import { openClient } from '#backend/platform/database.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { type RawRow, rawLog, rawQuery, tamper } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedNodes } from '#tests/support/shared.js';
import { aWork, bookUnchecked, recordWeather } from '#tests/support/store-node.js';
import { readStoredLog, replaceStoredLog } from '#tests/support/stored-log.js';
import { rechained } from '#tests/support/tampering.js';

const DATE = day('2026-11-01');

const { database, here: node } = sharedNodes();

beforeAll(async () => {
  for (let index = 0; index < 5; index += 1) {
    await node.store.execute(recordWeather(addDays(DATE, index), '晴 "☀️" \\ '));
    await node.store.execute(bookUnchecked('1001', `2026-11-1${index}`, `2026-11-1${index + 1}`));
  }
  await node.store.execute(
    aWork(
      (unit) => {
        const event = { type: 'HolidayToggled', data: { date: DATE, holidayFlag: 1 } } as const;
        const context = { staffId: 7, terminal: null, requestId: 'request "☀️"' };
        return unit.append(weatherDayStream, DATE, event, context, '2126-11-21T00:00:00.120000Z');
      },
      { requirements: [requireStream(weatherDayStream, DATE)] },
    ),
  );
});

/** `2026-11-21 16:40:01.12+00` as `2026-11-21T16:40:01.120000Z`. */
function rfc3339(text: string): string {
  const [, date, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return `${date}T${time}.${fraction.padEnd(6, '0')}Z`;
}

const quoted = (text: string | null) => (text === null ? 'null' : JSON.stringify(text));

/** The envelope as a JSON array put together by hand, and SHA-256 over the hash before and it. */
function hashOf(previous: string, row: RawRow): string {
  const fields = [
    row.position,
    quoted(row.stream),
    row.version,
    quoted(row.type),
    row.schema_version,
    quoted(row.payload),
    row.staff_id ?? 'null',
    quoted(row.terminal),
    quoted(row.request_id),
    quoted(rfc3339(row.recorded_at)),
  ];
  const bytes = Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(`[${fields.join(',')}]`, 'utf8')]);
  return createHash('sha256').update(bytes).digest('hex');
}

test('every hash is SHA-256 over the hash before it and the row, the first over 32 zero bytes', async () => {
  let hash = '00'.repeat(32);
  for (const row of await rawLog(database.url)) {
    hash = hashOf(hash, row);
    expect(row.hash).toBe(`\\x${hash}`);
  }
  expect(await rawQuery(database.url, 'select position, hash from log_head')).toEqual([
    { position: '11', hash: `\\x${hash}` },
  ]);
});

describe('the log', () => {
  const attacks = [
    "update event_log set payload = '{}'",
    'update event_log set hash = hash where false',
    'delete from event_log',
    'delete from event_log where false',
    'truncate event_log',
    'merge into event_log using (select 1) one on position = 1 when matched then delete',
  ];

  // A vacuum in between would wait for the row that a grant changes, and the truncation for the vacuum.
  beforeAll(() => rawQuery(database.url, 'alter table event_log set (autovacuum_enabled = false)'));

  test.each(attacks)('lets nobody do this, not even a role with every right: %s', async (statement) => {
    const before = await rawLog(database.url);
    await expect(rawQuery(database.url, statement)).rejects.toMatchObject({ code: '42501' });
    const asAnybody = `begin; grant all on event_log to current_user; ${statement}; commit`;
    await expect(rawQuery(database.url, asAnybody)).rejects.toMatchObject({
      code: '23000',
      message: expect.stringContaining('the event log is append-only'),
    });
    expect(await rawLog(database.url)).toEqual(before);
  });
});

describe('of a log that was tampered with', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = await openClient(database.url, () => undefined);
  });
  afterAll(() => client.end());

  /** The fault of the log after a change by its owner, which is rolled back. */
  async function faultAfter(change: (client: pg.Client) => Promise<unknown>, marks: LogMark[] = []) {
    await client.query(
      'begin; alter table event_log disable trigger all; grant all on event_log to current_user',
    );
    try {
      await change(client);
      return (await verifyLog(client, { marks })).fault;
    } finally {
      await client.query('rollback');
    }
  }

  const set = (change: string, position: number) =>
    `update event_log set ${change} where position = ${position}`;
  const copied = 'type, schema_version, payload, staff_id, terminal, request_id, recorded_at, hash';
  const copyPastTheEnd = (position: number) =>
    `insert into event_log (position, stream, version, ${copied})
     select 12, 'day-2026-12-24', 1, ${copied} from event_log where position = ${position}`;

  test.each([
    ['a blank at the end of a payload', set("payload = (payload::text || ' ')::json", 3), 'hash', 3],
    ['an empty terminal instead of none', set("terminal = ''", 11), 'hash', 11],
    ['one bit of a hash', set('hash = set_bit(hash, 100, 1 - get_bit(hash, 100))', 9), 'hash', 9],
    ['a missing event', 'delete from event_log where position = 5', 'missing', 5],
    ['a missing first event', 'delete from event_log where position = 1', 'missing', 1],
    ['a missing last event', 'delete from event_log where position = 11', 'missing', 11],
    ['no event at all', 'delete from event_log', 'missing', 1],
    ['an event before the first', set('position = 0', 5), 'repeated', 0],
    [
      'a hole that was closed',
      'delete from event_log where position = 10; update event_log set position = 10 where position = 11',
      'hash',
      10,
    ],
    [
      'two events that changed places',
      `update event_log set position = -position where position in (5, 7);
       update event_log set position = 12 + position where position < 0`,
      'hash',
      5,
    ],
    ['an event past the end', copyPastTheEnd(11), 'beyond-head', 12],
    ['a head that is further back', 'update log_head set position = 10', 'beyond-head', 11],
    ['a head with another hash', 'update log_head set hash = sha256(hash)', 'head', 11],
    [
      'a head of another time',
      "update log_head set recorded_at = recorded_at - interval '1 second'",
      'head',
      11,
    ],
  ])('a verification names the first bad position: %s', async (_, change, kind, position) => {
    expect(await faultAfter((owner) => owner.query(change))).toEqual({ kind, position });
    expect((await verifyLog(client)).fault).toBeNull();
  });

  test('a verification against checkpoints names what was forged with the whole chain, cut off or put in place of it', async () => {
    const { rows, head } = await readStoredLog(client);
    const markAt = (position: number): LogMark => ({
      position,
      logId: head.logId,
      hash: rows[position - 1]?.hash as Buffer,
    });
    const marks = [3, 6, 11].map(markAt);
    expect((await verifyLog(client, { marks })).fault).toBeNull();
    const replaced = (changed: typeof rows, by = marks) =>
      faultAfter(async (owner) => {
        // Its index reads JSON out of it.
        await owner.query(
          'drop index event_log_money_day; alter table event_log alter column payload type text',
        );
        await replaceStoredLog(owner, rechained({ rows: changed, head }));
      }, by);
    const forged = rows.map((row) => (row.position === 5 ? { ...row, terminal: 'フロント9' } : row));
    expect(await replaced(forged, [])).toBeNull();
    expect(await replaced(forged)).toEqual({ kind: 'checkpoint', position: 6, after: 3 });
    expect(await replaced(rows.slice(0, 8))).toEqual({ kind: 'cut-off', position: 9 });
    const renamed = await faultAfter(
      (owner) => owner.query('update log_head set log_id = gen_random_uuid()'),
      marks,
    );
    expect(renamed?.kind).toBe('other-log');
  });

  const END_DIFFERS = '位置 11: ログの末尾が先頭行の記録と一致しません。';

  test.each([
    ['another payload', set("payload = '[]'", 2), '位置 2: ログが改ざんされているか、欠けています。'],
    ['a stream of no known kind', set("stream = 'x'", 1), '位置 1: ログが改ざんされているか、欠けています。'],
    ['no last event', 'delete from event_log where position = 11', '位置 11: イベントがありません。'],
    ['an event past the end', copyPastTheEnd(1), END_DIFFERS],
    ['another end', 'update log_head set hash = sha256(hash)', END_DIFFERS],
  ])('a rebuild refuses %s and changes nothing', async (_, change, message) => {
    const before = await projectedRows(database.url);
    await rawQuery(
      database.url,
      'create table untouched as select * from event_log; create table head as select * from log_head',
    );
    await tamper(database.url, change);
    await expect(rebuildAll(database.url)).rejects.toThrow(new Error(message));
    expect(await projectedRows(database.url)).toEqual(before);
    await tamper(
      database.url,
      `delete from event_log; insert into event_log select * from untouched; drop table untouched;
       update log_head set hash = (select hash from head); drop table head`,
    );
    expect(await rebuildAll(database.url)).toBe(11);
  });
});

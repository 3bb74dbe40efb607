import { createHash } from 'node:crypto';
import { addDays, day } from '@domain/dates.js';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { weatherDayStream } from '../../../backend/calendar/weather-day.stream.js';
import { RebuildError } from '../../../backend/event-store/rebuild/rebuild-context.js';
import { requireStream } from '../../../backend/event-store/unit-of-work.js';
import { verifyLog } from '../../../backend/event-store/verify-log.js';
import { type RawRow, rawLog, rawQuery, tamper } from '../../support/log-rows.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { sharedNodes } from '../../support/shared.js';
import { aWork, bookUnchecked, recordWeather } from '../../support/store-node.js';

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
  await rawQuery(database.url, 'create table untouched as select * from event_log');
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

describe('a rebuild of a log that was tampered with', () => {
  afterEach(() =>
    tamper(database.url, 'delete from event_log; insert into event_log select * from untouched'),
  );

  const CHANGED = 'ログが改ざんされているか、欠けています。';
  const set = (change: string, position: number) =>
    `update event_log set ${change} where position = ${position}`;

  test.each([
    ['a blank at the end of a payload', set("payload = (payload::text || ' ')::json", 3), 3, CHANGED],
    ['one letter of a payload', set("payload = replace(payload::text, '晴', '雨')::json", 5), 5, CHANGED],
    [
      'one byte of what is encrypted',
      set("payload = regexp_replace(payload::text, '[A-Y]', 'Z')::json", 4),
      4,
      CHANGED,
    ],
    ['no JSON object at all', set("payload = '[]'", 2), 2, CHANGED],
    ['another stream', set("stream = 'day-2026-12-24'", 1), 1, CHANGED],
    ['a stream of no known kind', set("stream = 'nonsense'", 1), 1, CHANGED],
    ['another version', set('version = 2', 3), 3, CHANGED],
    ['another type', set("type = 'HolidayToggled'", 3), 3, CHANGED],
    ['another schema version', set('schema_version = 2', 3), 3, CHANGED],
    ['someone else behind it', set('staff_id = 8', 11), 11, CHANGED],
    ['nobody behind it', set('staff_id = null', 11), 11, CHANGED],
    ['another terminal', set("terminal = 'フロント2'", 6), 6, CHANGED],
    ['an empty terminal instead of none', set("terminal = ''", 11), 11, CHANGED],
    ['another request', set("request_id = request_id || '.'", 7), 7, CHANGED],
    ['a microsecond', set("recorded_at = recorded_at + interval '1 microsecond'", 8), 8, CHANGED],
    ['one bit of a hash', set('hash = set_bit(hash, 100, 1 - get_bit(hash, 100))', 9), 9, CHANGED],
    ['a missing event', 'delete from event_log where position = 5', 5, CHANGED],
    ['a missing first event', 'delete from event_log where position = 1', 1, CHANGED],
    ['no last event', 'delete from event_log where position = 11', 11, 'イベントがありません。'],
    ['no event at all', 'delete from event_log', 1, 'イベントがありません。'],
    [
      'two events that changed places',
      `update event_log set position = -position where position in (5, 7);
       update event_log set position = 12 + position where position < 0`,
      5,
      CHANGED,
    ],
    [
      'an event past the end',
      `insert into event_log select 12, 'day-2026-12-24', 1, type, schema_version, payload, staff_id, terminal,
       request_id, recorded_at, hash from event_log where position = 1`,
      11,
      'ログの末尾が先頭行の記録と一致しません。',
    ],
  ])('refuses %s, names the place and changes nothing', async (_, change, position, reason) => {
    const before = await projectedRows(database.url);
    await tamper(database.url, change);
    const refusal = new RebuildError(`位置 ${position}: ${reason}`);
    await expect(rebuildAll(database.url)).rejects.toThrow(refusal);
    expect(await projectedRows(database.url)).toEqual(before);
  });

  test('refuses a last event that was replaced together with its hash', async () => {
    const last = (await rawLog(database.url)).at(-1) as RawRow;
    const before = (await rawLog(database.url)).at(-2) as RawRow;
    const forged = { ...last, payload: last.payload.replace('1}', '0}') };
    const hash = hashOf(before.hash.slice(2), forged);
    await tamper(database.url, set(`payload = '${forged.payload}', hash = '\\x${hash}'`, 11));
    await expect(rebuildAll(database.url)).rejects.toThrow(
      '位置 11: ログの末尾が先頭行の記録と一致しません。',
    );
  });

  test('a verification names an event past the end, even one that follows in the chain', async () => {
    expect((await verifyLog(node.pool)).fault).toBeNull();
    const copied = 'type, schema_version, payload, staff_id, terminal, request_id, recorded_at, hash';
    await tamper(
      database.url,
      `insert into event_log (position, stream, version, ${copied})
       select 12, 'day-2026-12-24', 1, ${copied} from event_log where position = 11`,
    );
    expect((await verifyLog(node.pool)).fault).toEqual({ kind: 'beyond-head', position: 12 });
  });

  test('goes through once the log is as it was', async () => {
    expect(await rebuildAll(database.url)).toBe(11);
  });
});

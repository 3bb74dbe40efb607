import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { CheckpointDesk } from '../../backend/audit/evidence/checkpoint-desk.js';
import { markOf } from '../../backend/audit/evidence/checkpoint-signature.js';
import type { LogMark } from '../../backend/event-store/log-walk.js';
import { verifyLog } from '../../backend/event-store/verify-log.js';
import { openClient } from '../../backend/platform/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { recordTrial } from '../support/records.js';
import { amendUnchecked, bookUnchecked, openNode, recordWeather } from '../support/store-node.js';
import { readStoredLog, replaceStoredLog, unguardLog } from '../support/stored-log.js';
import { anyChange, type Change, rechained, type TamperedLog } from '../support/tampering.js';
import { timesOf } from '../support/trial-size.js';

const CHANGES = timesOf(1_000, 20_000);
const EVENTS_BETWEEN_CHECKPOINTS = 8;
const CHECKPOINTS = 4;

let database: TestDatabase;
let client: pg.Client;
let log: TamperedLog;
let marks: LogMark[];

/** Three kinds of events on streams of one to many versions, with a checkpoint after every eight of them. */
async function writeLog(folder: string): Promise<void> {
  const node = openNode(database.url);
  const desk = new CheckpointDesk(database.url, { folder, everyMinutes: 0 });
  const { id } = await node.store.execute(bookUnchecked('1001', '2026-11-01', '2026-11-02'));
  for (let event = 1; event < EVENTS_BETWEEN_CHECKPOINTS * CHECKPOINTS; event += 1) {
    if (event % EVENTS_BETWEEN_CHECKPOINTS === 0) await desk.make();
    const room = String(1001 + event);
    if (event % 3 === 0)
      await node.store.execute(recordWeather(day(`2026-11-0${1 + (event % 4)}`), `晴${event}`));
    else if (event % 3 === 1) await node.store.execute(amendUnchecked({ [id]: { roomNumber: room } }));
    else await node.store.execute(bookUnchecked(room, '2026-12-01', '2026-12-02', { guestName1: '山田' }));
  }
  await desk.make();
  await node.close();
  marks = (await desk.evidence()).checkpoints.map(markOf);
}

beforeAll(async () => {
  const folder = join(tmpdir(), `tampered-log-${process.pid}`);
  database = await createTestDatabase();
  await writeLog(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
  await unguardLog(database.url);
  client = await openClient(database.url, () => undefined);
  log = await readStoredLog(client);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The fault of a tampered log; the log is as before afterwards. */
async function faultOf(tampered: TamperedLog) {
  await client.query('begin');
  try {
    await replaceStoredLog(client, tampered);
    return (await verifyLog(client, { marks })).fault;
  } finally {
    await client.query('rollback');
  }
}

/** The positions between the checkpoints around a position, the later one included. */
function stretchAround(position: number): [number, number] {
  const before = marks.findLast((mark) => mark.position < position)?.position ?? 0;
  return [before + 1, marks.find((mark) => mark.position >= position)?.position ?? Number.POSITIVE_INFINITY];
}

async function expectFound({ log: tampered, exact, around = 0 }: Change): Promise<void> {
  const fault = await faultOf(tampered);
  if (exact !== undefined) {
    expect(fault).toMatchObject({ position: exact });
    return;
  }
  const [first, last] = stretchAround(around);
  expect(fault?.position).toBeGreaterThanOrEqual(first);
  expect(fault?.position).toBeLessThanOrEqual(last);
  if (fault?.kind === 'checkpoint') expect([fault.after, fault.position]).toEqual([first - 1, last]);
}

describe('a log with signed checkpoints', () => {
  test('passes as it was written, also after it was put back', async () => {
    expect(marks.map(({ position }) => position)).toEqual([8, 16, 24, 32]);
    const last = marks.at(-1);
    const good = { logId: last?.logId, position: 32, hash: last?.hash, head: 32, fault: null };
    expect(await verifyLog(client, { marks })).toEqual(good);
    expect(await faultOf(log)).toBeNull();
    expect(await verifyLog(client, { marks, from: marks[1] })).toEqual(good);
  });

  test(
    `shows every one of ${CHANGES} random changes, with the first bad position`,
    async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(anyChange(log), async (change) => {
          seen.add(change.name.replace(/ of \d+| \d+/, ''));
          await expectFound(change);
        }),
        { numRuns: CHANGES },
      );
      expect(seen.size).toBeGreaterThan(25);
      recordTrial({
        part: 'faults',
        what: 'a tampered log: found, with the first bad position',
        tried: CHANGES,
        wrong: 0,
        figures: { 'kinds of changes': seen.size },
      });
      expect((await verifyLog(client, { marks })).fault).toBeNull();
    },
    timesOf(120_000, 600_000),
  );

  test('shows a chain computed anew only against a checkpoint', async () => {
    const rows = log.rows.map((row) => (row.position === 10 ? { ...row, terminal: 'フロント9' } : row));
    const forged = rechained({ rows, head: log.head });
    expect(await faultOf(forged)).toEqual({ kind: 'checkpoint', position: 16, after: 8 });
    await client.query('begin');
    await replaceStoredLog(client, forged);
    expect((await verifyLog(client)).fault).toBeNull();
    const [newest] = marks.slice(-1);
    expect((await verifyLog(client, { marks, from: newest })).fault).toMatchObject({
      kind: 'checkpoint',
      position: 32,
    });
    await client.query('rollback');
  });

  test('shows another log in the place of the one that was signed', async () => {
    await client.query('begin; update log_head set log_id = gen_random_uuid()');
    expect((await verifyLog(client, { marks })).fault?.kind).toBe('other-log');
    await client.query('rollback');
  });

  test('tells how far it is, up to the head', async () => {
    const told: number[][] = [];
    await verifyLog(client, { progress: (...progress) => told.push(progress) });
    expect(told).toEqual([[32, 32]]);
  });
});

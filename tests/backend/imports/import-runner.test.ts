import { randomUUID } from 'node:crypto';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RunWorks } from '#backend/event-store/resumable-runs.js';
import type { RowResult } from '#backend/imports/import-row.js';
import { ImportRunner, type WaitingRow } from '#backend/imports/import-runner.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn, openPool } from '#backend/platform/database.js';
import { UnavailableError } from '#backend/platform/errors.js';
import { logger } from '#backend/platform/logger.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';
import { AT_DESK } from '#tests/support/store-node.js';

const database = sharedDatabase();
let errors: ReturnType<typeof jest.spyOn>;
const runner = new ImportRunner('', null as never, null as never, new Clock('Asia/Tokyo'));

afterAll(() => runner.beforeApplicationShutdown());

beforeEach(() => {
  errors = jest.spyOn(logger, 'error').mockImplementation(() => {});
});
afterEach(() => errors.mockRestore());

const GOOD = { outcome: 'new', booking_number: 'A', reason: null, detail: '', warnings: [], rooms: [] };
const waiting = (line: number): WaitingRow => {
  const row = { site: '楽天', bookingNumber: `A${line}`, digest: `d${line}`, rooms: [] };
  return { line, step: line, digest: `d${line}`, row: row as unknown as ChannelReservation };
};

/** Runs three rows, the second of which ends with an error. */
function runFailing(reason: unknown) {
  const answer = (_: unknown, index: number) =>
    index === 1 ? { status: 'rejected', reason } : { status: 'fulfilled', value: GOOD };
  const run = (async (works: unknown[]) => works.map(answer)) as unknown as RunWorks<RowResult>;
  const rows = [waiting(2), waiting(3), waiting(4)];
  return runner.runRows({ id: 7, uid: randomUUID(), done: 0, dryRun: false, write: AT_DESK }, rows, run);
}

test('a row with an unexpected error fails alone, and none of its content is logged', async () => {
  const results = await runFailing(new TypeError('山田 太郎 090-0000-0001'));
  expect(results.map(({ outcome }) => outcome)).toEqual(['new', 'failed', 'new']);
  const detail = '取り込み中にエラーが発生しました';
  expect(results[1]).toMatchObject({ reason: null, detail, booking_number: 'A3', rooms: [] });
  expect(errors.mock.calls).toEqual([
    [{ import_id: 7, line: 3, stack: expect.stringMatching(/^TypeError\n\s+at /) }, expect.any(String)],
  ]);
});

test('rows that find no database have no result: they are run again', async () => {
  await expect(runFailing(new UnavailableError('away'))).rejects.toThrow(UnavailableError);
  expect(errors).not.toHaveBeenCalled();
});

test('only dry runs older than a day are deleted, with their rows', async () => {
  const made = (name: string, dryRun: boolean, age: string) => `
    with i as (
      insert into csv_imports (file_name, digest, dry_run, status, rows, request_id, received_at)
      values ('${name}', sha256('${name}'), ${dryRun}, 'done', 1, 'test', now() - interval '${age}') returning id)
    insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest)
    select id, 2, 1, 'key', '予約', now(), 'digest' from i`;
  const rows = [
    made('old', true, '25 hours'),
    made('new', true, '23 hours'),
    made('real', false, '900 hours'),
  ];
  await rawQuery(database.url, rows.join(';'));
  const pool = openPool(database.url);
  const node = new ImportRunner(database.url, kyselyOn(pool), null as never, new Clock('Asia/Tokyo'));
  await node.onApplicationBootstrap();
  await node.beforeApplicationShutdown();
  await pool.end();
  const left = 'select file_name from csv_import_rows left join csv_imports on import_id = id order by 1';
  expect(await rawQuery(database.url, left)).toEqual([{ file_name: 'new' }, { file_name: 'real' }]);
});

test('imports are deleted after the time for which they are kept, but for those that run or that a newer one repeats', async () => {
  const made = (name: string, status: string, days: number, repeats = 'null') => `
    insert into csv_imports (file_name, digest, dry_run, status, rows, request_id, received_at, repeats)
    values ('${name}', sha256('${name}'), false, '${status}', 1, 'test', clock_timestamp() - interval '${days} days', ${repeats})`;
  const root = "(select id from csv_imports where file_name = 'repeated')";
  await rawQuery(
    database.url,
    [
      'delete from csv_imports',
      made('ended', 'done', 31),
      made('failed', 'failed', 31),
      made('running', 'running', 31),
      made('recent', 'done', 29),
      made('repeated', 'done', 400),
      made('repeats', 'done', 31, root),
      made('repeats lately', 'done', 1, root),
    ].join(';'),
  );
  const pool = openPool(database.url);
  const clock = new Clock('Asia/Tokyo');
  const node = new ImportRunner(database.url, kyselyOn(pool), null as never, clock, undefined, {
    importRetentionDays: 30,
  });
  await node.onApplicationBootstrap();
  await node.beforeApplicationShutdown();
  await pool.end();
  const left = await rawQuery(database.url, 'select file_name from csv_imports order by 1');
  expect(left.map(({ file_name }) => file_name)).toEqual(['recent', 'repeated', 'repeats lately', 'running']);
});

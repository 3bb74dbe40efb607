import { expect } from '@jest/globals';
import type { ImportReport, ImportResult } from '@wire/csv-imports.js';
import type { ErrorBody } from '@wire/errors.js';
import fc from 'fast-check';
import { upload } from '#tests/support/api-client.js';
import { expectErrorShape } from '#tests/support/refusal.js';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault, inHotels } from '../harness.js';
import { WriteWatch } from '../support/write-watch.js';
import { type OddFile, oddFile } from './odd-files.js';

const FILES = timesOf(50, 10_000, 6);
/** Each hotel gets these first: a short run need not draw any that is refused. */
const REFUSED = ['', '予約サイト名\r\n'].map((text): [OddFile] => [
  { bytes: Buffer.from(text), numbers: [], rows: 0, reversed: null },
]);
const FILE_TABLES = /^(insert|update|delete) csv_import(s|_rows)$/;
/** A row that says something else at the instant that is known is looked at each time, and its answer remembered. */
const LOOKED_AT_AGAIN = 'insert idempotency_keys';

const counts = { taken: 0, refused: 0, rows: 0 };

const told = ({ line, booking_number, outcome, reason, detail, text }: ImportResult) =>
  JSON.stringify([line, booking_number, outcome, reason, detail, text]);

/** Returns each row's result, in whatever order. */
const outcomes = ({ results }: ImportReport) =>
  results.map(({ booking_number, outcome, reason }) => `${booking_number} ${outcome} ${reason}`).sort();

/** Every row is told of once, with what became of it: nothing is left out in silence. */
function expectAccounts({ rows, done, results, ...report }: ImportReport): void {
  const { new: made, changed, cancelled, unchanged, superseded, failed } = report;
  const told = made + changed + cancelled + unchanged + superseded + failed;
  expect({ told, results: results.length, done }).toEqual({ told: rows, results: rows, done: rows });
  expect(new Set(results.map(({ line }) => line)).size).toBe(rows);
  for (const { outcome, reason, csv_reservation_id, text } of results) {
    expect(csv_reservation_id).toEqual(expect.any(Number));
    const hasFailed = outcome === 'failed';
    expect([outcome, hasFailed && !reason, text !== null]).toEqual([outcome, false, hasFailed]);
  }
}

async function takesOrRefuses(
  { url }: { url: string },
  watch: WriteWatch,
  { bytes, numbers, rows, reversed }: OddFile,
): Promise<void> {
  await watch.news();
  const dry = await upload(url, bytes, { query: '?dry_run=1' });
  const dryWrites = await watch.news();
  if (dry.status !== 200) {
    expect({ status: dry.status, numbers }).toEqual({ status: 422, numbers: [] });
    const real = await upload(url, bytes);
    const errorOf = ({ body }: { body: unknown }) => (body as ErrorBody).error;
    expect([real.status, errorOf(real)]).toEqual([422, errorOf(dry)]);
    expectErrorShape(real);
    expect([...dryWrites, ...(await watch.news())]).toEqual([]);
    counts.refused += 1;
    return;
  }
  expect(dryWrites.filter((write) => !FILE_TABLES.test(write))).toEqual([]);
  if (reversed) {
    const other = await upload(url, reversed, { query: '?dry_run=1' });
    expect(outcomes(other.body)).toEqual(outcomes(dry.body));
  }
  const first = await upload(url, bytes);
  expect(first.status).toBe(200);
  expectAccounts(first.body);
  expect(first.body.rows).toBeGreaterThanOrEqual(rows);
  const seen = first.body.results.map(({ booking_number }) => booking_number);
  for (const number of new Set(numbers)) {
    const wanted = numbers.filter((other) => other === number).length;
    const found = seen.filter((other) => other === number).length;
    expect({ number, found: Math.min(found, wanted) }).toEqual({ number, found: wanted });
  }
  expect(first.body.results.map(told)).toEqual(dry.body.results.map(told));

  await watch.news();
  const again = await upload(url, bytes);
  expectAccounts(again.body);
  const writes = (await watch.news()).filter((write) => !FILE_TABLES.test(write));
  expect(writes.filter((write) => write !== LOOKED_AT_AGAIN)).toEqual([]);
  const done = again.body.results.map(({ line, outcome }) => ({
    line,
    isSettled: /^(unchanged|superseded)$/.test(outcome),
  }));
  expect(done).toEqual(first.body.results.map(({ line }) => ({ line, isSettled: true })));
  counts.taken += 1;
  counts.rows += first.body.rows;
}

fault(
  'channel-files',
  'generated files are taken in with every row told of, or refused whole',
  async (world) => {
    await inHotels(world, FILES, async (hotel, own, from, numRuns) => {
      const watch = await WriteWatch.open(hotel.databaseUrl, ['presence']);
      own.later(() => watch.close());
      const files = fc.nat(1_000_000_000).chain((number) => oddFile(`F${from}-${number}`));
      const property = fc.asyncProperty(files, async (file) => {
        world.struck += 1;
        await takesOrRefuses(hotel, watch, file).catch((cause) => {
          const shown = file.bytes.subarray(0, 3_000).toString('base64');
          throw new Error(`${cause.message}\nprintf %s '${shown}' | base64 -d > file.csv`, { cause });
        });
      });
      await fc.assert(property, { seed: seed + from, numRuns, examples: REFUSED });
    });
    expect(counts.taken).toBeGreaterThan(FILES / 2);
    expect(counts.refused).toBeGreaterThan(FILES / 50);
    world.figures = counts;
  },
);

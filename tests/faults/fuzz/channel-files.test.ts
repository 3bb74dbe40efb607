import { expect, test } from '@jest/globals';
import type { ImportReport, ImportResult } from '@wire/csv-imports.js';
import type { ErrorBody } from '@wire/errors.js';
import fc from 'fast-check';
import { upload } from '../../support/api-client.js';
import { startHotel } from '../../support/hotel.js';
import { inLanes } from '../../support/in-lanes.js';
import { recordTrial } from '../../support/records.js';
import { expectErrorShape } from '../../support/refusal.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { WriteWatch } from '../support/write-watch.js';
import { type OddFile, oddFile } from './odd-files.js';

const FILES = Number(process.env.FUZZ_FILES ?? timesOf(50, 10_000, 12));
/** A hotel is full one day: the next files go to another. */
const FILES_OF_A_HOTEL = 500;
/** Hotels beside each other: most of the time of one is spent waiting. More than these have too few connections. */
const HOTELS_AT_ONCE = timesOf(1, 3);
/** Each hotel gets these first: a short run need not draw any that is refused. */
const REFUSED = ['', '予約サイト名\r\n'].map((text): [OddFile] => [
  { bytes: Buffer.from(text), numbers: [], rows: 0, reversed: null },
]);
const FILE_TABLES = /^(insert|update|delete) csv_import(s|_rows)$/;
/** A row that says something else at the instant that is known is looked at each time, and its answer remembered. */
const LOOKED_AT_AGAIN = 'insert idempotency_keys';

const counts = { taken: 0, refused: 0, rows: 0 };

const told = ({ line, booking_number, outcome, reason, detail, text }: ImportResult) => ({
  line,
  booking_number,
  outcome,
  reason,
  detail,
  text,
});

/** What became of which row, in whatever order. */
const outcomes = ({ results }: ImportReport) =>
  results.map(({ booking_number, outcome, reason }) => `${booking_number} ${outcome} ${reason}`).sort();

/** Every row is told of once, with what became of it: nothing is left out in silence. */
function expectAccounts({ rows, done, results, ...report }: ImportReport): void {
  const { new: made, changed, cancelled, unchanged, superseded, failed } = report;
  expect([made + changed + cancelled + unchanged + superseded + failed, results.length, done]).toEqual([
    rows,
    rows,
    rows,
  ]);
  expect(new Set(results.map(({ line }) => line)).size).toBe(rows);
  for (const { outcome, reason, csv_reservation_id, text } of results) {
    expect(csv_reservation_id).toEqual(expect.any(Number));
    expect({ outcome, reason: outcome === 'failed' ? reason : 'any', hasText: text !== null }).toEqual({
      outcome,
      reason: outcome === 'failed' ? expect.any(String) : 'any',
      hasText: outcome === 'failed',
    });
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
    expect([real.status, (real.body as unknown as ErrorBody).error]).toEqual([
      422,
      (dry.body as unknown as ErrorBody).error,
    ]);
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

/** Sends files to a hotel of their own, from the one of this number on. */
async function fuzzHotel(from: number): Promise<void> {
  const hotel = await startHotel();
  const watch = await WriteWatch.open(hotel.databaseUrl, ['presence']);
  try {
    let run = 0;
    const files = fc.nat(1_000_000_000).chain((number) => oddFile(`F${from}-${number}`));
    const property = fc.asyncProperty(files, async (file) => {
      run += 1;
      try {
        await takesOrRefuses(hotel, watch, file);
      } catch (error) {
        const shown = file.bytes.subarray(0, 3_000).toString('base64');
        throw new Error(
          `file ${run}: ${(error as Error).message}\nprintf %s '${shown}' | base64 -d > file.csv`,
          { cause: error },
        );
      }
    });
    const numRuns = Math.min(FILES_OF_A_HOTEL, FILES - from);
    await fc.assert(property, { seed: seed + from, numRuns, examples: REFUSED });
  } finally {
    await watch.close();
    await hotel.stop();
  }
}

test(
  `${FILES} generated files are taken in with every row told of, or refused whole`,
  async () => {
    const hotels = Math.ceil(FILES / FILES_OF_A_HOTEL);
    const starts = Array.from({ length: hotels }, (_, index) => index * FILES_OF_A_HOTEL);
    await inLanes(HOTELS_AT_ONCE, starts, fuzzHotel);
    expect(counts.taken).toBeGreaterThan(FILES / 2);
    expect(counts.refused).toBeGreaterThan(FILES / 50);
    const { taken, refused, rows } = counts;
    recordTrial({
      part: 'fuzz',
      what: "channel manager's files",
      tried: FILES,
      wrong: 0,
      figures: { taken, refused, rows },
    });
  },
  timesOf(300_000, 7_200_000),
);

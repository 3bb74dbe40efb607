import { listRange } from '@domain/calendar/default-range.js';
import { addDays, day } from '@domain/dates.js';
import { test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient } from '../support/api-client.js';
import { inTurns, type Role, reportOn, SECONDS } from './harness.js';
import type { DrivenProcess } from './support/driven-process.js';
import { emptyDatabase, startProduct, startProgram, timeCalls, useEnds } from './support/product.js';

useEnds();

const { measured, atLeast, atMost } = reportOn('reads');
const STARTS = 3;
const NIGHTS = 4_200;
const FARTHER_DAYS = 60;
const PATIENCE_MS = 20_000;
/** Of other lists, read twice as many. */
const RANGES = 300;

const AFTER_CHANGE = 'GET /api/bookings right after a change of a stay of two nights, gzip';
const UNCHANGED = 'GET /api/bookings unchanged, gzip';
const BROTLI = 'GET /api/bookings unchanged, brotli';
const NOT_MODIFIED = 'GET /api/bookings, 304 by ETag';
const NAIVE = 'rows parsed and stringified on each call';
const EMPTY = 'an empty handler';
const ASKING = 'an empty handler that asks where the log ends';

/** Reads: name, source, and the bookings that are changed before each. */
type WayOfReading = {
  name: string;
  role: Role;
  url: string;
  path: string;
  headers?: Record<string, string>;
  status?: number;
  changing?: number[];
};
/** Milliseconds a read, how many in how long, and bytes of the body on the wire. */
type ReadRun = { p50: number; p99: number; count: number; seconds: number; bytes: number };

/** The default range of the list screen in the sample hotel, its end moved until it holds about so many nights. */
async function scaledList(url: string) {
  const api = apiClient(url);
  const { today } = (await api.get<HotelRecord>('/api/hotel')).body;
  const { first, last } = listRange(today);
  const read = async (end: string) => {
    const query = `start_date=${first}&end_date=${end}`;
    const { body, text } = await api.get<BookingRecord[]>(`/api/bookings?${query}`);
    return { query, records: body, bytes: Buffer.byteLength(text) };
  };
  const { records: far } = await read(addDays(last, FARTHER_DAYS));
  const nights = far.map(({ date }) => date).sort();
  const { query, records, bytes } = await read(nights[NIGHTS] ?? last);
  const changeable = records.filter(
    ({ date, stay_start, stay_end, is_cancelled }) =>
      date === stay_start && stay_end === addDays(stay_start, 2) && is_cancelled === 0 && date > today,
  );
  return { query, bytes, nights: records.length, ids: changeable.map(({ id }) => id) };
}

/** Waits until an unchanged list has been compressed well, and tells its ETag. */
async function steadyEtag(address: string): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const response = await fetch(address, { headers: { 'Accept-Encoding': 'gzip, br' } });
    await response.arrayBuffer();
    if (response.headers.get('content-encoding') === 'br') return response.headers.get('etag') ?? '';
  }
  throw new Error('the list was never answered as brotli');
}

/** The other ways to answer a list of so many bytes, over the product's tables. */
async function otherWays(databaseUrl: string, query: string, bytes: number): Promise<WayOfReading[]> {
  const handlers = await startProgram('reads/handlers.mjs', { databaseUrl, bytes });
  const url = await handlers.ask<string>('url');
  const way = (name: string, role: Role, route: string, headers = {}): WayOfReading => ({
    ...{ name, role, url, path: `/${route}?${query}`, headers },
  });
  return [
    way(NAIVE, 'peer', 'rows'),
    way('the same, gzip', 'peer', 'rows-gzip', { 'Accept-Encoding': 'gzip' }),
    way('a static buffer of that size', 'limit', 'still'),
    way(EMPTY, 'limit', 'empty'),
    way(ASKING, 'limit', 'asking'),
  ];
}

/** Every way in turns from so many connections. */
function readInTurns(reader: DrivenProcess, ways: readonly WayOfReading[], clients: number) {
  return inTurns(ways, async (way) => {
    const address = way.url + way.path;
    if (way.status === 304) way.headers = { 'If-None-Match': await steadyEtag(address) };
    const run = await reader.ask<ReadRun>('run', { ...way, clients, seconds: SECONDS });
    if (way.changing) await steadyEtag(address);
    return run;
  });
}

/** Reads many lists: the memory in MiB of the process, and what it says of it that lists take. */
async function memoryWithRanges(url: string, shift: number): Promise<{ resident: number; lists: number }> {
  const paths = Array.from({ length: RANGES }, (_, range) => {
    const start = addDays(day('2026-01-01'), (range * 7 + shift) % 700);
    return `/api/bookings?start_date=${start}&end_date=${addDays(start, 20 + (range % 60))}`;
  });
  await timeCalls(url, paths);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const mib = (name: string) => Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20;
  return { resident: mib('process_resident_memory_bytes'), lists: mib('hotel_kept_lists_bytes') };
}

test('the list of the calendar by every way in turns', async () => {
  const databaseUrl = await emptyDatabase();
  const product = await startProduct(databaseUrl, { withSample: true });
  const { query, nights, bytes, ids } = await scaledList(product.url);
  const path = `/api/bookings?${query}`;
  const own = (name: string, headers: Record<string, string>, more: Partial<WayOfReading> = {}) =>
    ({ name, role: 'product', url: product.url, path, headers, ...more }) satisfies WayOfReading;
  const ways: WayOfReading[] = [
    own(AFTER_CHANGE, { 'Accept-Encoding': 'gzip' }, { changing: ids }),
    own(UNCHANGED, { 'Accept-Encoding': 'gzip' }),
    own(BROTLI, { 'Accept-Encoding': 'gzip, br' }),
    own(NOT_MODIFIED, {}, { status: 304 }),
    ...(await otherWays(databaseUrl, query, bytes)),
  ];
  const reader = await startProgram('reads/reader.mjs');
  const alone = await readInTurns(reader, ways, 1);
  const together = await readInTurns(reader, ways, 20);
  const figures = new Map<string, { p50: number; rate: number; bytes: number }>();
  for (const { name: way, role } of ways) {
    const tell = (what: string, unit: string, runs: number[]) =>
      measured(`${nights} nights${what}`, way, unit, runs, role);
    const rates = together(way, ({ count, seconds }) => count / seconds);
    const kib = alone(way, (run) => run.bytes / 1024);
    const p99s = alone(way, ({ p99 }) => p99);
    const p50s = alone(way, (run) => run.p50);
    const p50 = tell(', 1 connection: p50', 'ms', p50s);
    tell(', 1 connection: p99', 'ms', p99s);
    const rate = tell(', 20 connections', 'a second', rates);
    figures.set(way, { p50, rate, bytes: tell(' on the wire', 'KiB', kib) * 1024 });
  }
  const figure = (way: string) =>
    figures.get(way) ?? { p50: Number.NaN, rate: Number.NaN, bytes: Number.NaN };
  judge(figure, bytes);

  const first: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const started = await startProduct(databaseUrl);
    first.push(...(await timeCalls(started.url, [path])));
    await started.close();
  }
  const way = 'GET /api/bookings, first answer of a process';
  const firstMs = measured('first answer', way, 'ms', first);
  atMost('first answer after a start to a naive one', firstMs / figure(NAIVE).p50, '×', 1);
  const half = await memoryWithRanges(product.url, 0);
  const all = await memoryWithRanges(product.url, 3);
  const growth = all.resident / half.resident;
  atMost('memory of kept lists after 600 ranges', all.lists, 'MiB', 64);
  atMost('memory of the process after 600 ranges to that after 300', growth, '×', 1.2);
});

function judge(figure: (way: string) => { p50: number; rate: number; bytes: number }, plain: number): void {
  const p50 = (what: string, own: string, other: string, bound: number) =>
    atMost(what, figure(own).p50 / figure(other).p50, '×', bound);
  const rate = (what: string, own: string, other: string, bound: number) =>
    atLeast(what, figure(own).rate / figure(other).rate, '×', bound);
  const wire = (what: string, own: string, bound: number) =>
    atMost(`on the wire ${what}, of the plain list`, (100 * figure(own).bytes) / plain, '%', bound);
  p50('right after a change: p50 to a naive one', AFTER_CHANGE, NAIVE, 0.08);
  rate('right after a change, 20 at once: rate to a naive one', AFTER_CHANGE, NAIVE, 20);
  p50('unchanged, gzip: p50 to an empty handler', UNCHANGED, EMPTY, 2.5);
  p50('unchanged, brotli: p50 to an empty handler', BROTLI, EMPTY, 2.5);
  p50('304: p50 to an empty handler that asks where the log ends', NOT_MODIFIED, ASKING, 1.3);
  const asking = '304, 20 connections: rate to an empty handler that asks where the log ends';
  rate(asking, NOT_MODIFIED, ASKING, 1 / 1.3);
  wire('after a change', AFTER_CHANGE, 8);
  wire('unchanged with brotli', BROTLI, 3.5);
}

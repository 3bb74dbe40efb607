import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { positionsAround, readPeriod } from '#backend/event-log/event-query.js';
import { type LogRange, searchFor } from '#backend/event-log/event-search.js';
import { EventHistoryReader, isReadable } from '#backend/event-store/event-history.js';
import { kyselyOn } from '#backend/platform/database.js';
import { eventStoreParts } from '#backend/streams.js';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';
import { createTestDatabase } from '#tests/support/database.js';
import { allPages, type EventParameters, eventLines } from '#tests/support/event-pages.js';
import { LONG_MS } from '#tests/support/limits.js';
import { type RawRow, rawLog, tamper } from '#tests/support/log-rows.js';
import { histories, liveThrough, NOW } from '#tests/support/random-history.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { claims, keptCounts, recounted } from '#tests/support/recount.js';
import { startTestServer } from '#tests/support/server.js';
import { openDesk, openNode, type StoreNode } from '#tests/support/store-node.js';
import { runs } from '#tests/support/trial-size.js';
import { matchingEvents, type Wanted } from './matching-events.js';

// A whole property is replayed in one test.
jest.setTimeout(LONG_MS);

const RUNS = runs(10);
const FILTERS = 20;

const DAYS = 'start_date=2026-11-20&end_date=2026-12-24';
const CALLS = [
  `bookings?${DAYS}`,
  `booking_type_diff?${DAYS}`,
  `weather?${DAYS}`,
  'rooms?year_month=2026-11-01',
  'rooms?year_month=2026-12-01',
];

/** Reads all calls of a calendar, now or as of a position. */
async function calendar(api: ApiClient, asOf = ''): Promise<string[]> {
  const answers = await Promise.all(CALLS.map((call) => api.get(`/api/${call}${asOf}`)));
  return answers.map(({ status, text }) => `${status} ${text}`);
}

async function expectRebuiltEqualsLive(url: string): Promise<void> {
  const live = await projectedRows(url);
  const claimed = await claims(url);
  expect(claimed.kept).toEqual(claimed.recounted);
  expect(await keptCounts(url)).toEqual(await recounted(url));
  await rebuildAll(url);
  expect(await projectedRows(url)).toEqual(live);
}

/** However events are put into pages and however little is cached between them, they read the same. */
async function expectSamePages(pool: StoreNode['pool'], log: readonly RawRow[], gen: fc.GeneratorValue) {
  const positions = log.map(({ position }) => Number(position));
  const { registry } = eventStoreParts();
  const whole = (await new EventHistoryReader(pool, registry).read(positions)).filter(isReadable);
  expect(whole.map(({ row }) => row.position)).toEqual(positions);
  expect(whole.map(({ event }) => event.version)).toEqual(whole.map(({ after }) => after.version));
  const wanted = whole.filter(() => gen(fc.boolean));
  const reader = new EventHistoryReader(pool, registry, gen(fc.integer, { min: 1, max: 5 }));
  for (let at = 0; at < wanted.length; ) {
    const page = wanted.slice(at, at + gen(fc.integer, { min: 1, max: 12 }));
    expect(await reader.read(page.map(({ row }) => row.position))).toEqual(page);
    at += page.length;
  }
}

/** One event every 20 minutes from the morning of 20 November in Tokyo, by three terminals and two of the staff. */
const SPREAD = `update event_log set
  terminal = (array['フロント1', '事務所 "奥"', null])[position % 3 + 1],
  staff_id = (array[null, 1, null, 2])[position % 4 + 1],
  recorded_at = timestamptz '2026-11-20 00:00:00Z' + position * interval '20 minutes'`;

/** Filters that make sense for a log: nearly all find something, each alone or together with others. */
function filtersFor(log: readonly RawRow[]): fc.Arbitrary<Wanted> {
  const types = [...new Set(log.map(({ type }) => type))];
  const streams = [...new Set(log.map(({ stream }) => stream))];
  const bookings = streams.flatMap((stream) => stream.match(/^reservation-(\d+)$/)?.[1] ?? []).map(Number);
  const imported = log.flatMap((row) => (JSON.parse(row.payload).bookingId as number | undefined) ?? []);
  const instants = log.map(({ recorded_at: at }) => `${at.slice(0, 10)}T${at.slice(11, 19)}Z`);
  const conditions = {
    types: fc.subarray(types, { minLength: 1, maxLength: 4 }),
    staffId: fc.constantFrom(1, 2, 2, 3),
    terminal: fc.constantFrom('フロント1', '事務所 "奥"', '事務所 "奥"', 'ない端末'),
    stream: fc.constantFrom(...streams, 'reservation-999999'),
    room: fc.constantFrom('1001', '1002', '1003', '1005', '9999'),
    bookingId: fc.constantFrom(...imported, ...imported, ...bookings, 999_999),
    words: fc.constantFrom('RT', 'rt-1', 'ＲＴ－', 'first', '-0', '%', 'RT_'),
    from: fc.constantFrom(...instants),
    to: fc.constantFrom(...instants),
  };
  return fc
    .subarray(Object.keys(conditions) as (keyof Wanted)[], { minLength: 1, maxLength: 3 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, conditions[key]])) as object))
    .map((wanted) => wanted as Wanted);
}

const ALONG_THE_LOG = { maxStreams: 0, firstWindow: 5 };

/** Searches where there are too many matching streams to look through them one by one. */
async function foundAlongTheLog(
  pool: StoreNode['pool'],
  { from, to, ...wanted }: Wanted,
  direction: LogRange['direction'],
): Promise<number[]> {
  const database = kyselyOn(pool);
  const any = {
    types: [],
    staffId: null,
    terminal: null,
    stream: null,
    room: null,
    bookingId: null,
    words: null,
  };
  const period = readPeriod(from ?? null, to ?? null, 'Asia/Tokyo');
  const range = { ...(await positionsAround(database, period)), direction };
  const bounded = { ...range, before: Math.min(range.before, 100_000) };
  const { signal } = new AbortController();
  const search = await searchFor(database, { ...any, ...wanted }, bounded, signal, ALONG_THE_LOG);
  return search(bounded, 10_000);
}

/** A filter finds what a look at all events finds, in every form; answers how many. */
async function expectFound(
  api: ApiClient,
  pool: StoreNode['pool'],
  log: RawRow[],
  wanted: Wanted,
  limit: number,
) {
  const expected = matchingEvents(log, wanted).map(({ position }) => Number(position));
  const { types, staffId, bookingId, words, ...same } = wanted;
  const named = { type: types?.join(','), staff_id: staffId, booking_id: bookingId, q: words };
  const parameters: EventParameters = { ...same, ...named };
  const up = await allPages(api, { ...parameters, limit });
  expect({ wanted, found: up.map(({ position }) => position) }).toEqual({ wanted, found: expected });
  const down = await allPages(api, { ...parameters, limit }, 'newest first');
  expect(down.reverse()).toEqual(up);
  expect(await eventLines(api, parameters)).toEqual(up);
  expect(await foundAlongTheLog(pool, wanted, 'asc')).toEqual(expected);
  expect((await foundAlongTheLog(pool, wanted, 'desc')).reverse()).toEqual(expected);
  return up.length;
}

test('whatever happened: rebuilt equals live, the past is as it was, and every filter finds its events', async () => {
  const total = { events: 0, moments: 0, found: 0 };
  await fc.assert(
    fc.asyncProperty(histories, fc.gen(), async (history, gen) => {
      const database = await createTestDatabase();
      const server = await startTestServer({ databaseUrl: database.url });
      const nodes = [openNode(database.url), openNode(database.url)] as const;
      try {
        const api = apiClient(server.url);
        const { pool } = nodes[0];
        const seen = new Map<number, string[]>();
        const look = async () => {
          const { position } = await nodes[0].store.current();
          // Also as of before: what is cached then is outdated by what follows.
          await calendar(api, `&as_of=${[...seen.keys()].at(-1) ?? 0}`);
          seen.set(position, await calendar(api));
        };
        await liveThrough([openDesk(nodes[0], NOW), openDesk(nodes[1], NOW)], history, {
          beside: async () => {},
          after: look,
        });
        await expectRebuiltEqualsLive(database.url);
        for (const [position, answered] of seen) {
          const past = await calendar(api, `&as_of=${position}`);
          expect({ position, answered: past }).toEqual({ position, answered });
        }
        await expectSamePages(pool, await rawLog(database.url), gen);

        await tamper(database.url, SPREAD);
        const log = await rawLog(database.url);
        const filters = filtersFor(log);
        for (let count = 0; count < FILTERS; count++) {
          const limit = gen(fc.integer, { min: 5, max: 60 });
          total.found += await expectFound(
            api,
            pool,
            log,
            gen(() => filters),
            limit,
          );
        }
        total.events += log.length;
        total.moments += seen.size;
      } finally {
        await Promise.all(nodes.map((node) => node.close()));
        await server.stop();
        await database.drop();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // Not all was refused.
  expect(total.events).toBeGreaterThan(RUNS * 30);
  expect(total.moments).toBeGreaterThan(RUNS * 5);
  expect(total.found).toBeGreaterThan(RUNS * FILTERS);
});

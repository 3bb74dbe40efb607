import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { positionsAround, readPeriod } from '../../../backend/event-log/event-query.js';
import { type LogRange, searchFor } from '../../../backend/event-log/event-search.js';
import { kyselyOn } from '../../../backend/platform/database.js';
import { apiClient } from '../../support/api-client.js';
import { createTestDatabase } from '../../support/database.js';
import { allPages, type EventParameters, eventLines } from '../../support/event-pages.js';
import { type RawRow, rawLog, tamper } from '../../support/log-rows.js';
import { histories, liveThrough, NOW } from '../../support/random-history.js';
import { startTestServer } from '../../support/server.js';
import { openDesk, openNode, type StoreNode } from '../../support/store-node.js';
import { runs } from '../../support/trial-size.js';
import { matchingEvents, type Wanted } from './matching-events.js';

const RUNS = runs(5);
const FILTERS = 30;

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
  const days = log.map(({ recorded_at }) => `${recorded_at.slice(0, 10)}T${recorded_at.slice(11, 19)}Z`);
  const conditions = {
    types: fc.subarray(types, { minLength: 1, maxLength: 4 }),
    staffId: fc.constantFrom(1, 2, 2, 3),
    terminal: fc.constantFrom('フロント1', '事務所 "奥"', '事務所 "奥"', 'ない端末'),
    stream: fc.constantFrom(...streams, 'reservation-999999'),
    room: fc.constantFrom('1001', '1002', '1003', '1005', '9999'),
    bookingId: fc.constantFrom(...imported, ...imported, ...bookings, 999_999),
    words: fc.constantFrom('RT', 'rt-1', 'ＲＴ－', 'first', '-0', '%', 'RT_'),
    from: fc.constantFrom(...days),
    to: fc.constantFrom(...days),
  };
  return fc
    .subarray(Object.keys(conditions) as (keyof Wanted)[], { minLength: 1, maxLength: 3 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, conditions[key]])) as object))
    .map((wanted) => wanted as Wanted);
}

const parametersOf = ({ types, staffId, bookingId, words, ...same }: Wanted): EventParameters => ({
  ...same,
  type: types?.join(','),
  staff_id: staffId,
  booking_id: bookingId,
  q: words,
});

const ALONG_THE_LOG = { maxStreams: 0, firstWindow: 5 };

/** What is found when too many streams come into question to look through them one by one. */
async function foundAlongTheLog(
  pool: StoreNode['pool'],
  { from, to, ...wanted }: Wanted,
  direction: LogRange['direction'],
): Promise<number[]> {
  const { signal } = new AbortController();
  const database = kyselyOn(pool);
  const { types = [], staffId = null, terminal = null } = wanted;
  const { stream = null, room = null, bookingId = null, words = null } = wanted;
  const period = readPeriod(from ?? null, to ?? null, 'Asia/Tokyo');
  const range = { ...(await positionsAround(database, period)), direction };
  const bounded = { ...range, before: Math.min(range.before, 100_000) };
  const filter = { types, staffId, terminal, stream, room, bookingId, words };
  const search = await searchFor(database, filter, bounded, signal, ALONG_THE_LOG);
  return search(bounded, 10_000);
}

test('whatever happened: every filter finds what a look at all events finds, in every form', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(histories, fc.gen(), async (history, gen) => {
      const database = await createTestDatabase();
      const server = await startTestServer({ databaseUrl: database.url });
      const nodes = [openNode(database.url), openNode(database.url)] as const;
      await liveThrough([openDesk(nodes[0], NOW), openDesk(nodes[1], NOW)], history);
      await tamper(database.url, SPREAD);
      try {
        const api = apiClient(server.url);
        const { pool } = nodes[0];
        const log = await rawLog(database.url);
        const filters = filtersFor(log);
        for (let count = 0; count < FILTERS; count++) {
          const wanted = gen(() => filters);
          const expected = matchingEvents(log, wanted).map(({ position }) => Number(position));
          const parameters = parametersOf(wanted);
          const limit = gen(() => fc.integer({ min: 5, max: 60 }));
          const positionsOf = (events: { position: number }[]) => events.map(({ position }) => position);
          const up = await allPages(api, { ...parameters, limit });
          expect({ wanted, found: positionsOf(up) }).toEqual({ wanted, found: expected });
          const down = await allPages(api, { ...parameters, limit }, 'newest first');
          expect(down.reverse()).toEqual(up);
          expect(await eventLines(api, parameters)).toEqual(up);
          expect(await foundAlongTheLog(pool, wanted, 'asc')).toEqual(expected);
          expect((await foundAlongTheLog(pool, wanted, 'desc')).reverse()).toEqual(expected);
          found += up.length;
        }
      } finally {
        await Promise.all(nodes.map((node) => node.close()));
        await server.stop();
        await database.drop();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(RUNS * FILTERS);
});

import { isDeepStrictEqual } from 'node:util';
import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import type { RoomRecord } from '@wire/room-record.js';
import fc from 'fast-check';
import type { AnyStream, DomainEvent } from '../../../backend/event-store/event-stream.js';
import { requireStream } from '../../../backend/event-store/unit-of-work.js';
import { READ_MODELS, STREAMS } from '../../../backend/streams.js';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { createTestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { startTestServer } from '../../support/server.js';
import { AT_DESK, aWork, openNode, type StoreNode } from '../../support/store-node.js';
import { runs } from '../../support/trial-size.js';
import { PastOracle } from './past-oracle.js';
import { livedTogether, lives, type Written } from './random-lives.js';

const DAYS = { start: day('2026-11-28'), end: day('2026-12-03') };
const MONTHS = ['2026-11-01', '2026-12-01'];
const streamOf = (category: string): AnyStream =>
  STREAMS.find((stream) => stream.category === category) as AnyStream;

function write({ store }: StoreNode, events: readonly Written[]): Promise<null> {
  const needs = events.map(({ category, key }) => requireStream(streamOf(category), key));
  const work = aWork(
    (unit) => {
      for (const { category, key, type, data } of events) {
        unit.append(streamOf(category), key, { type, data } as DomainEvent, AT_DESK);
      }
      return null;
    },
    { requirements: needs },
  );
  return store.execute(work);
}

/** What is not as it was, among all that the calls answer as of a position; null when all is. */
async function difference(
  api: ApiClient,
  events: readonly Written[],
  position: number,
): Promise<{ position: number; expected: unknown; answered: unknown } | null> {
  const oracle = new PastOracle(events.slice(0, position));
  const range = `start_date=${DAYS.start}&end_date=${DAYS.end}&as_of=${position}`;
  const rooms = async (month: string): Promise<RoomRecord[]> => {
    const { body } = await api.get<RoomRecord[]>(`/api/rooms?year_month=${month}&as_of=${position}`);
    return body.sort((a, b) => a.id - b.id);
  };
  const pairs: [unknown, unknown][] = await Promise.all([
    (async () => [oracle.bookings(DAYS), (await api.get(`/api/bookings?${range}`)).body] as const)(),
    (async () => [oracle.counts(DAYS), (await api.get(`/api/booking_type_diff?${range}`)).body] as const)(),
    (async () => [oracle.weather(DAYS), (await api.get(`/api/weather?${range}`)).body] as const)(),
    ...MONTHS.map(async (month) => [oracle.roomsOf(month), await rooms(month)] as const),
  ] as Promise<[unknown, unknown]>[]);
  const [different] = pairs.filter(([expected, answered]) => !isDeepStrictEqual(answered, expected));
  return different ? { position, expected: different[0], answered: different[1] } : null;
}

/** Writes a log of histories, which go on together, and looks at it as of positions. */
async function compared(
  histories: Parameters<typeof livedTogether>[0],
  positionsOf: (events: number) => number[],
): Promise<unknown> {
  const events = livedTogether(histories);
  const database = await createTestDatabase();
  const node = openNode(database.url);
  await write(node, events);
  // A server that starts on another's log would build the read models anew.
  await rawQuery(database.url, `update read_model_form set form = ${READ_MODELS.form}`);
  const server = await startTestServer({ databaseUrl: database.url });
  try {
    for (const position of positionsOf(events.length)) {
      const found = await difference(apiClient(server.url), events, position);
      if (found) return found;
    }
    return null;
  } finally {
    await server.stop();
    await node.close();
    await database.drop();
  }
}

test('after each of its events a history, among hundreds, is as a fold of the prefix gives it', async () => {
  const [together, moves] = [200, 10];
  await fc.assert(
    fc.asyncProperty(lives(together, moves), async (histories) => {
      const rounds = [...Array(moves + 1).keys()].map((round) => round * together);
      expect(await compared(histories, () => rounds)).toBeNull();
    }),
    { numRuns: runs(5), endOnFailure: true },
  );
});

test('as of every single position of a log', async () => {
  await fc.assert(
    fc.asyncProperty(lives(8, 16), async (histories) => {
      const every = (events: number) => [...Array(events + 1).keys()];
      expect(await compared(histories, every)).toBeNull();
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

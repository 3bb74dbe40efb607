import { addDays, day } from '@domain/dates.js';
import { expect, it, jest } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import fc from 'fast-check';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import type { ListRange } from '#backend/reservations/nights/booking-list.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { createTestDatabase } from '#tests/support/database.js';
import { LONG_MS } from '#tests/support/limits.js';
import { histories, type Known, liveThrough, NOW } from '#tests/support/random-history.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { nights } from '#tests/support/recount.js';
import { AT_DESK, aWork, openDesk, openNode, type StoreNode } from '#tests/support/store-node.js';
import { runs } from '#tests/support/trial-size.js';
import { keptLists, listFromScratch } from './night-lists.js';

// A whole property is replayed in one test.
jest.setTimeout(LONG_MS);

const RUNS = runs(3);
const FIRST = day('2026-11-26');
const DAYS = [
  { start: addDays(FIRST, -3), end: addDays(FIRST, 25) },
  // Edges through stays, ranges that share parts, and single nights.
  ...[0, 3, 6, 9].map((from) => ({ start: addDays(FIRST, from), end: addDays(FIRST, from + 6) })),
  ...[1, 2, 5].map((from) => ({ start: addDays(FIRST, from), end: addDays(FIRST, from) })),
];
const RANGES: ListRange[] = DAYS.flatMap((days, index) =>
  index < 3 ? [false, true].map((byStay) => ({ ...days, byStay })) : { ...days, byStay: index % 2 === 0 },
);

async function erase({ store }: StoreNode, id: number): Promise<void> {
  const event = { type: 'PersonalDataErased', data: { reason: '' } } as const;
  await store.execute(
    aWork((unit) => unit.append(reservationStream, id, event, AT_DESK), {
      requirements: [requireStream(reservationStream, id)],
    }),
  );
}

/** Each booking of a list is there once, as of one version, with all its nights in the range, or by stay with one. */
function expectWhole(text: string, range: ListRange): void {
  const records: BookingRecord[] = JSON.parse(text);
  for (const { id, stay_start: start, stay_end: end } of records) {
    const own = records.filter((record) => record.id === id);
    expect(new Set(own.map(({ version }) => version)).size).toBe(1);
    const expected = nights({ start, end }).filter((night) => night >= range.start && night <= range.end);
    if (range.byStay) expect(own).toHaveLength(1);
    else expect(own.map(({ date }) => date)).toEqual(expected);
  }
}

it('whatever happens at two nodes, the lists of both are the lists made from scratch, to the byte', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const database = await createTestDatabase();
      const [here, there] = [openNode(database.url), openNode(database.url)];
      const lists = [keptLists(here), keptLists(there)];
      let groups = 0;
      const beside = (): Promise<unknown> =>
        Promise.all(
          lists.flatMap(({ textOf }) => RANGES.map(async (range) => expectWhole(await textOf(range), range))),
        );
      const after = async ({ bookings }: Known): Promise<void> => {
        const guest = bookings[groups++ % 7];
        if (guest && groups % 4 === 0) await erase(here, guest.id);
        if (groups % 6 === 0) await rebuildAll(database.url);
        for (const range of RANGES) {
          const expected = await listFromScratch(database.url, range);
          for (const { textOf } of lists) expect(await textOf(range)).toBe(expected);
          compared += JSON.parse(expected).length > 0 ? 1 : 0;
        }
      };
      try {
        await liveThrough([openDesk(here, NOW), openDesk(there, NOW)], history, { beside, after });
      } finally {
        for (const { close } of lists) close();
        await Promise.all([here.close(), there.close()]);
        await database.drop();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(RUNS * 30);
});

import { addDays, addMonths, type Month, nightsOf } from '@domain/dates.js';
import { RESERVABLE_STATUSES, type RoomMonth } from '@domain/room/room-month.js';
import { planChanges } from '@domain/room/room-month-plans.js';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aStay, defined, givenRooms, month, roomsAfter } from '../../support/builders.js';

const NUMBERS = ['1001', '902', '1203'];
const MONTHS = [0, 1, 2].map((offset) => addMonths(month('2026-11'), offset));

const rooms = fc.tuple(
  ...NUMBERS.flatMap((number) =>
    MONTHS.map((at) =>
      fc
        .constantFrom(...RESERVABLE_STATUSES)
        .map((reservableStatus) => defined(number, at.slice(0, 7), { reservableStatus })),
    ),
  ),
);
const bookings = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 100, max: 119 }),
    start: fc.integer({ min: -5, max: 95 }),
    nights: fc.integer({ min: 1, max: 40 }),
    roomNumber: fc.constantFrom(...NUMBERS),
    status: fc.constantFrom('active' as const, 'active' as const, 'cancelled' as const),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);
const changes = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: NUMBERS.length * MONTHS.length }),
    status: fc.option(fc.constantFrom(...RESERVABLE_STATUSES)),
    corporate: fc.constantFrom(0 as const, 1 as const),
  }),
  { selector: ({ id }) => id, minLength: 1 },
);

/** Worked out night by night: the ids of active bookings in rooms that these changes close. */
function concerned(
  before: RoomMonth[],
  asked: { id: number; status: string | null }[],
  booked: ReturnType<typeof aStay>[],
) {
  const closed = new Set(
    asked.flatMap(({ id, status }) => {
      const room = before.find((one) => one.id === id) as RoomMonth;
      return status === '予約不可' && room.reservableStatus === '予約可能'
        ? `${room.roomNumber} ${room.month.slice(0, 7)}`
        : [];
    }),
  );
  return booked
    .filter(({ status }) => status === 'active')
    .filter((one) =>
      nightsOf({ start: one.stayStart, end: one.stayEnd }).some((night) =>
        closed.has(`${one.roomNumber} ${night.slice(0, 7)}`),
      ),
    )
    .map(({ id }) => id);
}

test('a room-month closes only when every booking with a night in it was seen, and those that were not are named', () => {
  fc.assert(
    fc.property(
      rooms,
      bookings,
      changes,
      fc.array(fc.integer({ min: 100, max: 119 })),
      (events, stays, asked, seen) => {
        const booked = stays.map(({ id, start, nights, ...rest }) => {
          const from = addDays(MONTHS[0] as Month, start);
          return aStay(id, from, addDays(from, nights), rest);
        });
        const plan = planChanges(
          asked.map(({ id, status, corporate }) => ({
            id,
            version: 1,
            traits: status ? { corporate, reservableStatus: status } : { corporate },
          })),
        );
        const unseen = concerned(roomsAfter(events), asked, booked).filter((id) => !seen.includes(id));
        const decision = givenRooms(...events).when(plan, { bookings: booked, acknowledged: new Set(seen) });
        if (unseen.length === 0) {
          expect(decision.ok).toBe(true);
          if (!decision.ok) return;
          const { defined: made, changed, unchanged } = decision.value;
          expect(changed + unchanged).toBe(asked.length);
          expect(made).toHaveLength(changed);
        } else {
          expect(decision.ok).toBe(false);
          if (decision.ok) return;
          expect(decision.broken.map(({ field }) => Number(field)).sort()).toEqual(unseen.sort());
        }
      },
    ),
  );
});

import { day } from '@domain/dates.js';
import { dayBeforeBooking, type PlaceChange, regroup, roomEdges } from '@domain/reservation/grouping.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aStay } from '#tests/support/builders.js';

// That groups are whole after any history of commands: histories.test.ts.

/** A stay from one day of November 2026 to another. */
const inNovember = (id: number, from: number, to: number, details: Partial<Reservation> = {}) =>
  aStay(id, `2026-11-${from}`, `2026-11-${to}`, details);

/** A chain of stays that are grouped, ids ascending from the given one, each from one day to the next. */
const aGroup = (firstId: number, ...days: number[]): Reservation[] =>
  days.slice(1).map((to, index) =>
    inNovember(firstId + index, days[index] as number, to, {
      baseBookingId: index === 0 ? 0 : firstId,
      groupEndDate: day(`2026-11-${days.at(-1)}`),
    }),
  );

/** The places that change, as `id base→end of group`; a base has the base 0. */
const told = (changes: readonly PlaceChange[]) =>
  changes
    .map(({ id, place: { baseBookingId, groupEndDate } }) =>
      groupEndDate ? `${id} ${baseBookingId}→${Number(groupEndDate.slice(-2))}` : `${id} alone`,
    )
    .sort()
    .join(', ');

type Case = [string, Reservation, Reservation[], string];

describe('joining the day before', () => {
  const first = inNovember(1, 19, 21);
  const pair = aGroup(1, 15, 18, 21);
  const [third, fourth] = aGroup(3, 21, 23, 25) as [Reservation, Reservation];
  const [a, b, c] = aGroup(1, 10, 13, 15, 17) as [Reservation, Reservation, Reservation];

  it.each<Case>([
    ['makes a group of two', inNovember(2, 21, 23), [first], '1 0→23, 2 1→23'],
    ['lengthens a chain for all its members', inNovember(3, 21, 23), pair, '1 0→23, 2 1→23, 3 1→23'],
    [
      'merges two groups under the base of the first',
      third,
      [...pair, fourth],
      '1 0→25, 2 1→25, 3 1→25, 4 1→25',
    ],
    ['changes nothing when it was joined already', pair[1] as Reservation, pair.slice(0, 1), ''],
    [
      'leaves a neighbour that only touches alone',
      inNovember(2, 21, 23),
      [first, inNovember(3, 23, 24)],
      '1 0→23, 2 1→23',
    ],
    [
      'joins no strangers when a member leaves its chain for another one that touches it',
      { ...b, stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') },
      [a, c, inNovember(9, 17, 20)],
      '1 alone, 2 9→22, 3 alone, 9 0→22',
    ],
  ])('%s', (_, member, others, changes) => expect(told(regroup(member, others, 'join'))).toBe(changes));

  it.each<[string, Partial<Reservation>]>([
    ['in another room', { roomNumber: '1002' }],
    ['that is cancelled', { status: 'cancelled' }],
    ['that ends a day too early', { stayEnd: day('2026-11-20') }],
    ['that is the booking itself', { id: 10 }],
  ])('means no booking %s', (_, change) => {
    const booking = inNovember(10, 21, 22);
    expect(dayBeforeBooking(booking, [{ ...first, ...change }])).toBeNull();
    expect(dayBeforeBooking(booking, [inNovember(2, 23, 24), first])).toBe(first);
  });
});

describe('leaving the day before', () => {
  const [first, second, third] = aGroup(1, 15, 18, 21, 25) as [Reservation, Reservation, Reservation];

  it.each<Case>([
    ['takes the rest of the chain along', second, [first, third], '1 alone, 2 0→25, 3 2→25'],
    ['shortens the chain when the last one leaves', third, [first, second], '1 0→21, 2 1→21, 3 alone'],
    ['is nothing to a base', first, [second, third], ''],
    ['is nothing to one that is in no group', inNovember(9, 25, 26), [third], ''],
  ])('%s', (_, member, others, changes) => expect(told(regroup(member, others, 'leave'))).toBe(changes));
});

describe('a chain', () => {
  const chain = aGroup(1, 15, 18, 21, 25, 26);

  it.each<[string, number, Partial<Reservation>, string]>([
    ['splits by a cancel in the middle', 2, { status: 'cancelled' }, '1 alone, 3 0→26, 4 3→26'],
    ['gets another base by a cancel of the base', 1, { status: 'cancelled' }, '2 0→26, 3 2→26, 4 2→26'],
    ['shortens by a cancel of the last one', 4, { status: 'cancelled' }, '1 0→25, 2 1→25, 3 1→25'],
    ['splits by a move', 3, { roomNumber: '1002' }, '1 0→21, 2 1→21, 3 alone, 4 alone'],
    [
      'shortens by a move to dates between the others',
      4,
      { roomNumber: '1002', stayStart: day('2026-11-16'), stayEnd: day('2026-11-19') },
      '1 0→25, 2 1→25, 3 1→25, 4 alone',
    ],
    ['splits by an earlier check-out', 2, { stayEnd: day('2026-11-20') }, '1 0→20, 2 1→20, 3 0→26, 4 3→26'],
    ['splits by a later check-in', 2, { stayStart: day('2026-11-19') }, '1 alone, 2 0→26, 3 2→26, 4 2→26'],
    [
      'moves its end with its last check-out',
      4,
      { stayEnd: day('2026-11-28') },
      '1 0→28, 2 1→28, 3 1→28, 4 1→28',
    ],
    ['stays as it is by an earlier check-in of the base', 1, { stayStart: day('2026-11-14') }, ''],
    ['stays as it is by anything else', 2, { notes: 'x' }, ''],
  ])('%s', (_, id, change, changes) => {
    const neighbours = [inNovember(7, 26, 27), inNovember(8, 12, 15)];
    const member = chain.find((one) => one.id === id) as Reservation;
    const others = [...chain.filter((one) => one !== member), ...neighbours];
    expect(told(regroup({ ...member, ...change }, others, 'keep'))).toBe(changes);
  });
});

describe('edges of a booking in its room (contract 2)', () => {
  const booking = aStay(10, '2026-11-21', '2026-11-23');

  it.each<[string, Reservation[], string | null, string | null]>([
    [
      'are the nearest check-out before and check-in after',
      [
        aStay(1, '2026-11-01', '2026-11-05'),
        aStay(2, '2026-11-15', '2026-11-18'),
        aStay(3, '2026-11-08', '2026-11-10'),
        aStay(4, '2026-12-28', '2027-01-03'),
        aStay(5, '2026-11-25', '2026-11-26'),
      ],
      '2026-11-18',
      '2026-11-25',
    ],
    [
      'lie at the stay itself when neighbours touch it',
      [inNovember(1, 20, 21), inNovember(2, 23, 24)],
      '2026-11-21',
      '2026-11-23',
    ],
    [
      'look past itself, cancelled bookings and other rooms',
      [
        booking,
        inNovember(1, 15, 18, { status: 'cancelled' }),
        inNovember(2, 25, 26, { roomNumber: '1002' }),
      ],
      null,
      null,
    ],
  ])('%s', (_, others, startDayEdge, endDayEdge) => {
    const edges = { startDayEdge, endDayEdge, borderRoom: '1001' };
    expect(roomEdges(booking, others)).toEqual(edges);
    expect(roomEdges(booking, others.reverse())).toEqual(edges);
  });
});

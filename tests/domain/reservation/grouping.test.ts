import { day } from '@domain/dates.js';
import { dayBeforeBooking, type PlaceChange, regroup } from '@domain/reservation/grouping.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aStay } from '../../support/builders.js';

const UNGROUPED = { baseBookingId: 0, groupEndDate: null };
const place = (baseBookingId: number, end: string) => ({ baseBookingId, groupEndDate: day(end) });
const changesOf = (changes: PlaceChange[]) => Object.fromEntries(changes.map(({ id, place }) => [id, place]));

/** A chain of stays that are grouped, ids ascending from the given one, each from one date to the next. */
function aGroup(firstId: number, ...dates: string[]): Reservation[] {
  const end = dates.at(-1) ?? '';
  return dates.slice(0, -1).map((start, index) =>
    aStay(firstId + index, start, dates[index + 1] ?? '', {
      baseBookingId: index === 0 ? 0 : firstId,
      groupEndDate: day(end),
    }),
  );
}

describe('the booking of the day before', () => {
  const before = aStay(1, '2026-11-19', '2026-11-21');
  const booking = { id: 10, roomNumber: '1001', stayStart: day('2026-11-21') };

  it('ends on the check-in in the same room', () => {
    expect(dayBeforeBooking(booking, [aStay(2, '2026-11-23', '2026-11-24'), before])).toBe(before);
  });

  it.each([
    ['another room', { ...before, roomNumber: '1002' }],
    ['a cancelled one', { ...before, status: 'cancelled' as const }],
    ['a day too early', { ...before, stayEnd: day('2026-11-20') }],
    ['itself', { ...before, id: 10 }],
  ])('is not %s', (_, other) => {
    expect(dayBeforeBooking(booking, [other])).toBeNull();
  });
});

describe('joining the day before', () => {
  it('makes a group of two', () => {
    const first = aStay(1, '2026-11-19', '2026-11-21');
    const changes = regroup(aStay(2, '2026-11-21', '2026-11-23'), [first], 'join');
    expect(changesOf(changes)).toEqual({ 1: place(0, '2026-11-23'), 2: place(1, '2026-11-23') });
  });

  it('lengthens a chain for all its members', () => {
    const chain = aGroup(1, '2026-11-15', '2026-11-18', '2026-11-21');
    const changes = regroup(aStay(3, '2026-11-21', '2026-11-23'), chain, 'join');
    expect(changesOf(changes)).toEqual({
      1: place(0, '2026-11-23'),
      2: place(1, '2026-11-23'),
      3: place(1, '2026-11-23'),
    });
  });

  it('merges two groups under the base of the first', () => {
    const [third, fourth] = aGroup(3, '2026-11-21', '2026-11-23', '2026-11-25') as [Reservation, Reservation];
    const chain = aGroup(1, '2026-11-15', '2026-11-18', '2026-11-21');
    const changes = regroup(third, [...chain, fourth], 'join');
    expect(changesOf(changes)).toEqual({
      1: place(0, '2026-11-25'),
      2: place(1, '2026-11-25'),
      3: place(1, '2026-11-25'),
      4: place(1, '2026-11-25'),
    });
  });

  it('changes nothing when it was joined already', () => {
    const [first, second] = aGroup(1, '2026-11-15', '2026-11-18', '2026-11-21') as [Reservation, Reservation];
    expect(regroup(second, [first], 'join')).toEqual([]);
  });

  it('leaves a neighbour that only touches alone', () => {
    const first = aStay(1, '2026-11-19', '2026-11-21');
    const next = aStay(3, '2026-11-23', '2026-11-24');
    const changes = regroup(aStay(2, '2026-11-21', '2026-11-23'), [first, next], 'join');
    expect(changes.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('joins no strangers when a member leaves its chain for another one that touches it', () => {
    const [first, second, third] = aGroup(1, '2026-11-01', '2026-11-03', '2026-11-05', '2026-11-07') as [
      Reservation,
      Reservation,
      Reservation,
    ];
    const stranger = aStay(9, '2026-11-07', '2026-11-10');
    const moved = { ...second, stayStart: day('2026-11-10'), stayEnd: day('2026-11-12') };
    expect(changesOf(regroup(moved, [first, third, stranger], 'join'))).toEqual({
      1: UNGROUPED,
      2: place(9, '2026-11-12'),
      3: UNGROUPED,
      9: place(0, '2026-11-12'),
    });
  });
});

describe('leaving the day before', () => {
  const [first, second, third] = aGroup(1, '2026-11-15', '2026-11-18', '2026-11-21', '2026-11-25') as [
    Reservation,
    Reservation,
    Reservation,
  ];

  it('ends a group of two', () => {
    const [a, b] = aGroup(1, '2026-11-15', '2026-11-18', '2026-11-21') as [Reservation, Reservation];
    expect(changesOf(regroup(b, [a], 'leave'))).toEqual({ 1: UNGROUPED, 2: UNGROUPED });
  });

  it('takes the rest of the chain along', () => {
    expect(changesOf(regroup(second, [first, third], 'leave'))).toEqual({
      1: UNGROUPED,
      2: place(0, '2026-11-25'),
      3: place(2, '2026-11-25'),
    });
  });

  it('shortens the chain when the last one leaves', () => {
    expect(changesOf(regroup(third, [first, second], 'leave'))).toEqual({
      1: place(0, '2026-11-21'),
      2: place(1, '2026-11-21'),
      3: UNGROUPED,
    });
  });

  it('is nothing to a base, or to one that is in no group', () => {
    expect(regroup(first, [second, third], 'leave')).toEqual([]);
    expect(regroup(aStay(9, '2026-11-25', '2026-11-26'), [third], 'leave')).toEqual([]);
  });
});

describe('breaking a chain', () => {
  const chain = aGroup(1, '2026-11-15', '2026-11-18', '2026-11-21', '2026-11-25', '2026-11-26');
  const [first, second, third, fourth] = chain as [Reservation, Reservation, Reservation, Reservation];

  type Broken = [string, Reservation, Partial<Reservation>, Record<number, object>];

  it.each<Broken>([
    [
      'a cancel in the middle',
      second,
      { status: 'cancelled' },
      { 1: UNGROUPED, 3: place(0, '2026-11-26'), 4: place(3, '2026-11-26') },
    ],
    [
      'a cancel of the base',
      first,
      { status: 'cancelled' },
      { 2: place(0, '2026-11-26'), 3: place(2, '2026-11-26'), 4: place(2, '2026-11-26') },
    ],
    [
      'a cancel of the last one',
      fourth,
      { status: 'cancelled' },
      { 1: place(0, '2026-11-25'), 2: place(1, '2026-11-25'), 3: place(1, '2026-11-25') },
    ],
    [
      'a move to another room',
      third,
      { roomNumber: '1002' },
      { 1: place(0, '2026-11-21'), 2: place(1, '2026-11-21'), 3: UNGROUPED, 4: UNGROUPED },
    ],
    [
      'a move to another room on dates between the others',
      fourth,
      { roomNumber: '1002', stayStart: day('2026-11-16'), stayEnd: day('2026-11-19') },
      { 1: place(0, '2026-11-25'), 2: place(1, '2026-11-25'), 3: place(1, '2026-11-25'), 4: UNGROUPED },
    ],
    [
      'an earlier check-out',
      second,
      { stayEnd: day('2026-11-20') },
      {
        1: place(0, '2026-11-20'),
        2: place(1, '2026-11-20'),
        3: place(0, '2026-11-26'),
        4: place(3, '2026-11-26'),
      },
    ],
    [
      'a later check-in',
      second,
      { stayStart: day('2026-11-19') },
      { 1: UNGROUPED, 2: place(0, '2026-11-26'), 3: place(2, '2026-11-26'), 4: place(2, '2026-11-26') },
    ],
  ])('by %s', (_, member, change, expected) => {
    const others = chain.filter(({ id }) => id !== member.id);
    expect(changesOf(regroup({ ...member, ...change }, others, 'keep'))).toEqual(expected);
  });

  it('not by a change at its ends, which only moves the end date', () => {
    const longer = { ...fourth, stayEnd: day('2026-11-28') };
    const changes = changesOf(regroup(longer, [first, second, third], 'keep'));
    expect(changes).toEqual({
      1: place(0, '2026-11-28'),
      2: place(1, '2026-11-28'),
      3: place(1, '2026-11-28'),
      4: place(1, '2026-11-28'),
    });
    expect(regroup({ ...first, stayStart: day('2026-11-14') }, [second, third, fourth], 'keep')).toEqual([]);
  });

  it('not by anything else, and never on others than its members', () => {
    const others = [
      first,
      third,
      fourth,
      aStay(7, '2026-11-26', '2026-11-27'),
      aStay(8, '2026-11-12', '2026-11-15'),
    ];
    expect(regroup({ ...second, notes: 'x' } as Reservation, others, 'keep')).toEqual([]);
  });
});

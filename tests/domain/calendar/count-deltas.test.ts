import { countDeltas, roomMonthDeltas, temaNights } from '@domain/calendar/count-deltas.js';
import { day, type Month } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { anImport, aRoomMonth, aRoomOf, aStay } from '../../support/builders.js';

const rooms = roomDirectory([...aRoomOf('1001'), ...aRoomOf('1002', { roomType: 'ツイン' })]);
const booked = aStay(1, '2026-11-21', '2026-11-23');
const imported = anImport({ stayStart: day('2026-11-21'), stayEnd: day('2026-11-23') });
const text = (deltas: ReturnType<typeof countDeltas>) =>
  deltas.map(({ date, category, actual, tema }) => `${date} ${category} ${actual} ${tema}`).sort();

describe('what a change of a booking does to the actual counts', () => {
  it('adds the nights of a new booking', () => {
    expect(text(countDeltas(rooms, { bookings: [{ before: null, after: booked }] }))).toEqual([
      '2026-11-21 normal_non_smoking 1 0',
      '2026-11-22 normal_non_smoking 1 0',
    ]);
  });

  it('takes away the nights of a cancelled one', () => {
    const change = { before: booked, after: { ...booked, status: 'cancelled' as const } };
    expect(text(countDeltas(rooms, { bookings: [change] }))).toEqual([
      '2026-11-21 normal_non_smoking -1 0',
      '2026-11-22 normal_non_smoking -1 0',
    ]);
  });

  it('touches only the nights that differ', () => {
    const change = { before: booked, after: aStay(1, '2026-11-22', '2026-11-24') };
    expect(text(countDeltas(rooms, { bookings: [change] }))).toEqual([
      '2026-11-21 normal_non_smoking -1 0',
      '2026-11-23 normal_non_smoking 1 0',
    ]);
  });

  it('moves nights between categories with the room', () => {
    const change = { before: booked, after: { ...booked, roomNumber: '1002' } };
    expect(text(countDeltas(rooms, { bookings: [change] }))).toEqual([
      '2026-11-21 normal_non_smoking -1 0',
      '2026-11-21 twin_non_smoking 1 0',
      '2026-11-22 normal_non_smoking -1 0',
      '2026-11-22 twin_non_smoking 1 0',
    ]);
  });

  it('says nothing of what does not count or comes to nothing', () => {
    const swap = [
      { before: booked, after: { ...booked, guestName1: '別人' } },
      { before: null, after: { ...booked, status: 'cancelled' as const } },
      { before: null, after: { ...booked, roomNumber: '404' } },
    ];
    expect(countDeltas(rooms, { bookings: swap })).toEqual([]);
    const moved = { ...booked, roomNumber: '1002' };
    const exchange = [
      { before: booked, after: moved },
      { before: moved, after: booked },
    ];
    expect(countDeltas(rooms, { bookings: exchange })).toEqual([]);
    expect(countDeltas(rooms, {})).toEqual([]);
  });
});

describe('what a change of an imported record does to the auto-registration counts', () => {
  it('counts it as the channel sold it, whether registered or not, until it is cancelled at the source', () => {
    const created = countDeltas(rooms, { imports: [{ before: null, after: imported }] });
    expect(text(created)).toEqual(['2026-11-21 normal_non_smoking 0 1', '2026-11-22 normal_non_smoking 0 1']);
    const registered = { ...imported, status: 'registered' as const, bookingId: 1 };
    expect(countDeltas(rooms, { imports: [{ before: imported, after: registered }] })).toEqual([]);
    const cancelled = { ...imported, status: 'cancelled' as const };
    expect(text(countDeltas(rooms, { imports: [{ before: registered, after: cancelled }] }))).toEqual([
      '2026-11-21 normal_non_smoking 0 -1',
      '2026-11-22 normal_non_smoking 0 -1',
    ]);
  });

  it('counts a reservation whose newest row is a cancellation nowhere, whatever became of it', () => {
    const cancellation = { kind: 'キャンセル' as const };
    const unknown = { ...imported, ...cancellation, reason: '元予約なし' as const };
    expect(countDeltas(rooms, { imports: [{ before: null, after: unknown }] })).toEqual([]);
    const registered = { ...imported, status: 'registered' as const, bookingId: 1 };
    const afterCheckIn = { ...registered, ...cancellation, status: 'failed' as const };
    expect(text(countDeltas(rooms, { imports: [{ before: registered, after: afterCheckIn }] }))).toEqual([
      '2026-11-21 normal_non_smoking 0 -1',
      '2026-11-22 normal_non_smoking 0 -1',
    ]);
    expect(
      countDeltas(rooms, { imports: [{ before: registered, after: { ...registered, ...cancellation } }] }),
    ).toHaveLength(2);
  });

  it('counts the first category sold, and an unmapped room type nowhere', () => {
    const both = anImport({ soldCategories: ['twin_smoking', 'twin_non_smoking'] });
    expect(temaNights(both).map(({ category }) => category)).toEqual(['twin_smoking', 'twin_smoking']);
    expect(temaNights(anImport({ soldCategories: [] }))).toEqual([]);
  });

  it('adds to the same day and category as bookings do', () => {
    const deltas = countDeltas(rooms, {
      bookings: [{ before: null, after: booked }],
      imports: [{ before: null, after: { ...imported, stayEnd: day('2026-11-22') } }],
    });
    expect(text(deltas)).toEqual(['2026-11-21 normal_non_smoking 1 1', '2026-11-22 normal_non_smoking 1 0']);
  });
});

describe('what a new definition of a room-month does to the actual counts', () => {
  const before = aRoomMonth({ month: day('2026-11-01') as Month });
  const bookings = [
    aStay(1, '2026-11-29', '2026-12-02'),
    aStay(2, '2026-11-28', '2026-11-29', { status: 'cancelled' }),
    aStay(3, '2026-11-28', '2026-11-29', { roomNumber: '1002' }),
  ];

  it('moves the active nights of that room and month', () => {
    expect(text(roomMonthDeltas({ before, after: { ...before, priority: '女性' } }, bookings))).toEqual([
      '2026-11-29 normal_non_smoking -1 0',
      '2026-11-29 women_non_smoking 1 0',
      '2026-11-30 normal_non_smoking -1 0',
      '2026-11-30 women_non_smoking 1 0',
    ]);
  });

  it('adds or takes away nights when the room-month begins or ends to count', () => {
    const closed = { ...before, reservableStatus: '予約不可' as const };
    expect(text(roomMonthDeltas({ before, after: closed }, bookings))).toEqual([
      '2026-11-29 normal_non_smoking -1 0',
      '2026-11-30 normal_non_smoking -1 0',
    ]);
    expect(text(roomMonthDeltas({ before: null, after: before }, bookings))).toEqual([
      '2026-11-29 normal_non_smoking 1 0',
      '2026-11-30 normal_non_smoking 1 0',
    ]);
    expect(roomMonthDeltas({ before, after: { ...before, roomLabel: 'S2' } }, bookings)).toEqual([]);
  });
});

describe('the nights that an imported record counts for', () => {
  it.each([
    ['a day that could not be read', { stayEnd: null }],
    ['days the wrong way round', { stayEnd: day('2026-11-20') }],
    ['more nights than any stay has', { stayEnd: day('2036-11-21') }],
    ['no category', { soldCategories: [] }],
  ])('are none with %s', (_, change) => {
    expect(temaNights({ ...imported, ...change })).toEqual([]);
    expect(temaNights(imported)).toHaveLength(2);
  });
});

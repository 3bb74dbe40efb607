import { day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideExtension, nightFee, type StayExtension } from '@domain/reservation/extend-stay.js';
import type { ReservationFacts } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aStay, codesOf, decisionOf, facts, roomIdOf } from '#tests/support/builders.js';

const LEAVES = day('2026-11-25');
const stored = aStay(1, '2026-11-22', '2026-11-25', {
  checkinDate: day('2026-11-22'),
  totalFee: 25_000,
  usedPoints: 300,
  bookingSource: '楽天',
  bookingNumber: 'RK1',
  coupon: 1,
  nextdayOutFlag: 1,
  taxExemption: '修学旅行',
});

const extend = (
  extension: Omit<StayExtension, 'staffId'> = {},
  known: Partial<ReservationFacts> = {},
  stay: Reservation = stored,
) =>
  decideExtension(
    { staffId: 7, ...extension },
    stay,
    9,
    facts({ today: LEAVES, neighbours: [stay], ...known }),
  );
const createdBy = (...args: Parameters<typeof extend>) =>
  decisionOf(extend(...args)).events.find(({ type }) => type === 'ReservationCreated')?.data;

describe('a guest who stays on', () => {
  it('has a following stay from the last day on, sold at the desk, linked with the one before', () => {
    const { events, also, regrouped } = decisionOf(extend());
    expect(events).toEqual([
      {
        type: 'ReservationCreated',
        data: expect.objectContaining({
          ...{ roomNumber: '1001', stayStart: '2026-11-25', stayEnd: '2026-11-26', guestName1: '山田太郎' },
          ...{ totalFee: 8_333, usedPoints: 0, bookingSource: '宿泊時', bookingNumber: '', coupon: 0 },
          ...{ nextdayOutFlag: 0, paymentFlag: 0, staffId: 7, csvReservationId: null },
          ...{ baseBookingId: 1, groupEndDate: '2026-11-26' },
        }),
      },
      { type: 'LodgingTaxExempted', data: { exemption: '修学旅行' } },
      { type: 'GuestCheckedIn', data: { date: '2026-11-25' } },
    ]);
    expect(also).toEqual([{ id: 1, events: [{ type: 'GuestCheckedOut', data: { date: '2026-11-25' } }] }]);
    expect(regrouped).toEqual([{ id: 1, place: { baseBookingId: 0, groupEndDate: '2026-11-26' } }]);
  });

  it.each([
    [{ stayEnd: day('2026-11-28') }, 24_999],
    [{ totalFee: 0 }, 0],
    [{ stayEnd: day('2026-11-27'), totalFee: 9_000 }, 9_000],
  ])('with %j owes %i', (extension, totalFee) => {
    expect(createdBy(extension)).toMatchObject({ totalFee });
  });

  it('is checked out and in later, where that is not the last day yet', () => {
    const { events, also } = decisionOf(extend({}, { today: day('2026-11-24') }));
    expect(events.map(({ type }) => type)).toEqual(['ReservationCreated', 'LodgingTaxExempted']);
    expect(also).toEqual([]);
  });

  it('goes on in another room as the continuation of the one before', () => {
    const { events, regrouped } = decisionOf(extend({ roomId: roomIdOf('1002') }));
    expect(events[0]).toMatchObject({ data: { roomNumber: '1002', baseBookingId: 1 } });
    expect(events[1]).toEqual({ type: 'StayContinued', data: { continues: 1 } });
    expect(regrouped).toHaveLength(1);
  });

  it.each<[string, Partial<Reservation>]>([
    ['already_cancelled', { status: 'cancelled' }],
    ['guest_erased', { isErased: true }],
    ['not_checked_in', { checkinDate: null }],
    ['already_checked_out', { checkoutDate: LEAVES }],
    ['already_continued', { groupEndDate: day('2026-11-27') }],
  ])('is refused as %s', (code, change) => {
    expect(codesOf(extend({}, {}, { ...stored, ...change }))).toEqual([code]);
  });

  it('is refused where the room is taken, closed or may not be left', () => {
    const next = aStay(2, '2026-11-25', '2026-11-27');
    expect(codesOf(extend({}, { neighbours: [stored, next] }))).toEqual(['overlap']);
    expect(codesOf(extend({ stayEnd: day('2026-11-25') }))).toEqual(['stay_end_not_after']);
    expect(codesOf(extend({ roomId: 99 }))).toEqual(['room_unavailable']);
    expect(codesOf(extend({ roomId: roomIdOf('1002') }, {}, { ...stored, roomMoveLock: 1 }))).toEqual([
      'room_locked',
    ]);
  });

  it.each([
    [25_000, 3, 8_333],
    [10_000, 1, 10_000],
    [0, 2, 0],
  ])('of ¥%i for %i nights pays ¥%i for one more', (totalFee, nights, expected) => {
    const stayEnd = day(`2026-11-${22 + nights}`);
    expect(nightFee({ stayStart: day('2026-11-22'), stayEnd, totalFee })).toBe(expected);
  });
});

it('the check-in of the following stay is the check-out of the one before', () => {
  const before = { ...stored, groupEndDate: day('2026-11-26') };
  const following = aStay(9, '2026-11-25', '2026-11-26', {
    ...{ baseBookingId: 1, groupEndDate: day('2026-11-26'), roomNumber: '1002', continues: 1 },
  });
  const checkIn = (neighbours: Reservation[]) =>
    decisionOf(
      decideReservation({ type: 'check-in', date: LEAVES }, following, facts({ today: LEAVES, neighbours })),
    ).also;
  const left = [{ id: 1, events: [{ type: 'GuestCheckedOut', data: { date: LEAVES } }] }];
  expect(checkIn([before, following])).toEqual(left);
  expect(checkIn([{ ...before, checkoutDate: LEAVES }, following])).toBeUndefined();
  expect(checkIn([{ ...before, checkinDate: null }, following])).toBeUndefined();
  expect(checkIn([{ ...before, baseBookingId: 5 }, following])).toBeUndefined();
});

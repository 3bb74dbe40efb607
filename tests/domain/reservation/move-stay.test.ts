import { day } from '@domain/dates.js';
import { decideMove, moveRule, type StayMove } from '@domain/reservation/move-stay.js';
import type { ReservationFacts } from '@domain/reservation/reservation.commands.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aStay, codesOf, decisionOf, facts, roomIdOf } from '#tests/support/builders.js';

const TODAY = day('2026-11-24');
const stored = aStay(1, '2026-11-22', '2026-11-25', {
  ...{ checkinDate: day('2026-11-22'), totalFee: 25_000, usedPoints: 301, bookingNumber: 'RK1' },
  ...{ nextdayOutFlag: 1, partyId: 4 },
});
const cash = (amount: number) => ({
  id: 3,
  day: day('2026-11-22'),
  moved: [{ paymentType: 1, amount }],
});

const move = (
  request: Partial<StayMove> = {},
  known: Partial<ReservationFacts> = {},
  stay: Reservation = stored,
) =>
  decideMove(
    { staffId: 7, roomId: roomIdOf('1002'), ...request },
    stay,
    9,
    facts({ today: TODAY, paymentDay: TODAY, neighbours: [stay], ...known }),
  );

/** The two parts of a stay after its move. */
function parts(stay: Reservation): [Reservation, Reservation] {
  const { events, also = [] } = decisionOf(move({}, {}, stay));
  const first = (also[0]?.events ?? []).reduce<Reservation>(
    (state, event) => evolveReservation(state, event, state.id),
    stay,
  );
  const second = events.reduce<Reservation | null>(
    (state, event) => evolveReservation(state, event, 9),
    null,
  );
  return [first, second as Reservation];
}

describe('a guest who changes rooms from today', () => {
  it('has slept where the nights were, and goes on in the other room with the rest of the fee', () => {
    const { events, also, regrouped } = decisionOf(move());
    const share = { paymentDay: TODAY, paymentFlag: 0, reverses: [], moved: [] };
    expect(events).toEqual([
      {
        type: 'ReservationCreated',
        data: expect.objectContaining({
          ...{ roomNumber: '1002', stayStart: '2026-11-24', stayEnd: '2026-11-25', totalFee: 8_333 },
          ...{ usedPoints: 100, bookingNumber: 'RK1', nextdayOutFlag: 1, staffId: 7 },
          ...{ baseBookingId: 1, groupEndDate: '2026-11-25' },
        }),
      },
      { type: 'PartyJoined', data: { partyId: 4 } },
      { type: 'StayContinued', data: { continues: 1 } },
      { type: 'StayDivided', data: { stayEnd: '2026-11-25', totalFee: 8_333, usedPoints: 100, ...share } },
      { type: 'GuestCheckedIn', data: { date: TODAY } },
    ]);
    expect(also).toEqual([
      {
        id: 1,
        events: [
          { type: 'ReservationAmended', data: { nextdayOutFlag: 0 } },
          { type: 'StayDivided', data: { stayEnd: TODAY, totalFee: 16_667, usedPoints: 201, ...share } },
          { type: 'GuestCheckedOut', data: { date: TODAY } },
        ],
      },
    ]);
    expect(regrouped).toEqual([{ id: 1, place: { baseBookingId: 0, groupEndDate: '2026-11-25' } }]);
  });

  it.each<[string, Partial<Reservation>, [number, number], [0 | 1, 0 | 1]]>([
    [
      'all paid',
      { paymentFlag: 1, account: { charges: [], entries: [cash(24_699)] } },
      [16_466, 8_233],
      [1, 1],
    ],
    ['a part', { account: { charges: [], entries: [cash(20_000)] } }, [16_466, 3_534], [1, 0]],
    ['less than the first part', { account: { charges: [], entries: [cash(9_000)] } }, [9_000, 0], [0, 0]],
    ['elsewhere', { paymentFlag: 1, account: { charges: [], entries: [], isPrepaid: true } }, [0, 0], [1, 1]],
    ['nothing', {}, [0, 0], [0, 0]],
  ])('who had paid %s has paid it still', (_, change, money, flags) => {
    const both = parts({ ...stored, ...change });
    const taken = both.map(({ account }) =>
      (account?.entries ?? []).flatMap(({ moved }) => moved).reduce((sum, { amount }) => sum + amount, 0),
    );
    expect(taken).toEqual(money);
    expect(both.map(({ paymentFlag }) => paymentFlag)).toEqual(flags);
    const transfers = both.flatMap(({ account }) => account?.entries ?? []).filter(({ id }) => id !== 3);
    expect(transfers.every(({ isTransfer }) => isTransfer)).toBe(true);
  });

  it('leaves lines with the first part, and cannot where discounts are more than that costs', () => {
    const line = { id: 2, name: '', taxRate: 10 as const };
    const charged = (amount: number): Reservation => ({
      ...stored,
      account: { entries: [], charges: [{ ...line, kind: amount < 0 ? '値引' : '追加', amount }] },
    });
    const [first, second] = parts(charged(500));
    expect([first.account?.charges.length, second.account]).toEqual([1, undefined]);
    expect(codesOf(move({}, {}, charged(-20_000)))).toEqual(['discount_above_part']);
  });

  it('takes along who went on from the stay, in its room or by a change of it', () => {
    const group = { baseBookingId: 1, groupEndDate: day('2026-11-27') };
    const whole = { ...stored, groupEndDate: group.groupEndDate };
    const next = aStay(2, '2026-11-25', '2026-11-27', group);
    const { also, regrouped, events } = decisionOf(move({}, { neighbours: [whole, next] }, whole));
    expect(also?.[1]).toEqual({ id: 2, events: [{ type: 'StayContinued', data: { continues: 9 } }] });
    expect(events[0]).toMatchObject({ data: group });
    expect(regrouped).toEqual([]);
  });

  it('ahead of the day is checked in there when it comes', () => {
    const early = { today: day('2026-11-23') };
    const { events, also } = decisionOf(move({ from: TODAY }, early));
    expect(events.some(({ type }) => type === 'GuestCheckedIn')).toBe(false);
    expect(also?.[0]?.events.some(({ type }) => type === 'GuestCheckedOut')).toBe(false);
  });

  it.each<[string, string, Partial<StayMove>, Partial<Reservation>]>([
    ['already_cancelled', '', {}, { status: 'cancelled' }],
    ['not_checked_in', '', {}, { checkinDate: null }],
    ['already_checked_out', '', {}, { checkoutDate: TODAY }],
    ['room_locked', '', {}, { roomMoveLock: 1 }],
    ['move_outside_stay', 'on the first day', { from: day('2026-11-22') }, {}],
    ['move_outside_stay', 'on the last day', { from: day('2026-11-25') }, {}],
    ['move_outside_stay', 'before the check-in', { from: day('2026-11-23') }, { checkinDate: TODAY }],
    ['same_room', '', { roomId: roomIdOf('1001') }, {}],
    ['room_unavailable', '', { roomId: 99 }, {}],
  ])('is refused as %s %s', (code, _, request, change) => {
    expect(codesOf(move(request, {}, { ...stored, ...change }))).toEqual([code]);
  });

  it('is refused into a taken room, but not where that is left in the same batch, as long as no night is twice', () => {
    const other = aStay(2, '2026-11-22', '2026-11-26', { roomNumber: '1002' });
    const neighbours = [stored, other];
    expect(codesOf(move({}, { neighbours }))).toEqual(['overlap']);
    expect(codesOf(move({}, { neighbours, leaving: new Set([2]) }))).toEqual([]);
    // Its former nights are another's by now.
    const intruder = aStay(3, '2026-11-23', '2026-11-24', { roomNumber: '1001' });
    expect(codesOf(move({}, { neighbours: [stored, intruder] }))).toEqual(['overlap']);
  });

  it('can be asked beforehand', () => {
    expect(moveRule(stored, TODAY)).toBeNull();
    expect(moveRule({ ...stored, isErased: true }, TODAY)?.code).toBe('guest_erased');
  });
});

import {
  DESK_LISTS,
  type DeskList,
  type DeskStay,
  deskList,
  isAtDesk,
  isDone,
  isLateArrival,
  isOlderUnpaid,
  isOverdue,
} from '@domain/calendar/front-desk.js';
import { addDays, day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aReservation } from '#tests/support/builders.js';

const TODAY = day('2026-11-22');
const NOON = 12 * 60;
const at = (offset: number) => addDays(TODAY, offset);

type Told = Partial<Reservation> & { in?: number; out?: number };

/** A booking of these days from today; `in` and `out` say when the guest came and left. */
function stay(from: number, to: number, { in: came, out: left, ...details }: Told = {}): DeskStay {
  return aReservation({
    stayStart: at(from),
    stayEnd: at(to),
    checkinDate: came === undefined ? null : at(came),
    checkoutDate: left === undefined ? null : at(left),
    paymentFlag: 1,
    ...details,
  });
}

const listsOf = (one: DeskStay, date = TODAY): DeskList[] =>
  DESK_LISTS.filter((list) => deskList(list, [one], TODAY, date).length === 1);

describe('the lists of the front desk', () => {
  it.each<[string, DeskStay, DeskList[]]>([
    ['comes today', stay(0, 2), ['arrivals']],
    ['came today', stay(0, 2, { in: 0 }), ['arrivals', 'inHouse']],
    ['should have come before', stay(-2, 1), ['arrivals']],
    ['may come after midnight of the last night', stay(-1, 0), ['arrivals']],
    ['never came', stay(-2, -1), []],
    ['came before', stay(-1, 1, { in: -1 }), ['inHouse']],
    ['leaves today', stay(-1, 0, { in: -1 }), ['inHouse', 'departures']],
    ['left today', stay(-1, 0, { in: -1, out: 0 }), ['departures']],
    ['left today, a day early', stay(-1, 1, { in: -1, out: 0 }), ['departures']],
    ['left yesterday, days early', stay(-3, 2, { in: -3, out: -1 }), []],
    ['is still in', stay(-3, -1, { in: -3 }), ['inHouse', 'departures']],
    ['left today, a day late', stay(-3, -1, { in: -3, out: 0 }), ['departures']],
    ['left long ago', stay(-5, -3, { in: -5, out: -3 }), []],
    ['came and left today', stay(0, 1, { in: 0, out: 0 }), ['departures']],
    ['came late and left today', stay(-1, 1, { in: 0, out: 0 }), ['departures']],
    ['comes tomorrow', stay(1, 2), []],
    ['was cancelled', stay(0, 1, { status: 'cancelled' }), []],
    ['is in and owes', stay(-1, 1, { in: -1, paymentFlag: 0 }), ['inHouse', 'unpaid']],
    ['left today and owes', stay(-1, 0, { in: -1, out: 0, paymentFlag: 0 }), ['departures', 'unpaid']],
    ['left long ago and owes', stay(-5, -3, { in: -5, out: -3, paymentFlag: 0 }), ['unpaid']],
    ['left a month ago and owes', stay(-31, -30, { in: -31, out: -30, paymentFlag: 0 }), ['unpaid']],
    ['left earlier and owes', stay(-32, -31, { in: -32, out: -31, paymentFlag: 0 }), ['unpaid']],
    [
      'should have left earlier, is in and owes',
      stay(-32, -31, { in: -32, paymentFlag: 0 }),
      ['inHouse', 'departures', 'unpaid'],
    ],
    ['never came and did not pay', stay(-5, -3, { paymentFlag: 0 }), []],
    ['came, was cancelled and owes', stay(-5, -3, { in: -5, paymentFlag: 0, status: 'cancelled' }), []],
    ['comes and is to pay', stay(0, 1, { paymentFlag: 0 }), ['arrivals']],
    ['leaves the day after', stay(-1, 1, { in: -1, nextdayOutFlag: 1 }), ['inHouse', 'nextDayOut']],
    ['did not come', stay(0, 2, { isNoShow: true, nextdayOutFlag: 1 }), ['noShows']],
    ['did not come, and is to have left', stay(-2, -1, { isNoShow: true }), []],
    [
      'is in, and whose company gets an invoice',
      { ...stay(-1, 1, { in: -1, paymentFlag: 0 }), isByInvoice: true },
      ['inHouse', 'invoices'],
    ],
    [
      'left earlier, and whose company gets an invoice',
      { ...stay(-40, -39, { in: -40, out: -39, paymentFlag: 0 }), isByInvoice: true },
      ['invoices'],
    ],
    ['left, and whose company has paid', { ...stay(-3, -1, { in: -3, out: -1 }), isByInvoice: true }, []],
    ['left although 翌OUT', stay(-1, 0, { in: -1, out: 0, nextdayOutFlag: 1 }), ['departures']],
  ])('a guest who %s', (_, one, lists) => {
    expect(listsOf(one)).toEqual(lists);
  });

  it.each<[string, DeskStay, yesterday: DeskList[], tomorrow: DeskList[]]>([
    ['came yesterday', stay(-1, 2, { in: -1 }), ['arrivals', 'inHouse'], ['inHouse']],
    ['was to come yesterday', stay(-1, 2), ['arrivals'], ['inHouse']],
    ['did not come', stay(-1, 1, { isNoShow: true, nextdayOutFlag: 1 }), ['noShows'], ['noShows']],
    ['came a day late', stay(-2, 1, { in: -1 }), ['arrivals', 'inHouse'], ['departures']],
    ['comes tomorrow', stay(1, 2, { nextdayOutFlag: 1 }), [], ['arrivals', 'inHouse']],
    ['comes today for a night', stay(0, 1, { nextdayOutFlag: 1 }), [], ['departures', 'nextDayOut']],
    ['left yesterday', stay(-3, -1, { in: -3, out: -1 }), ['departures'], []],
    ['left yesterday, a day early', stay(-3, 0, { in: -3, out: -1 }), ['departures'], []],
    ['should have left yesterday', stay(-3, -1, { in: -3 }), ['inHouse', 'departures'], []],
    ['should have left before, and left today', stay(-4, -2, { in: -4, out: 0 }), ['inHouse'], []],
    ['never came', stay(-3, -1), [], []],
    ['is in and owes', stay(-2, 2, { in: -2, paymentFlag: 0 }), ['inHouse'], ['inHouse']],
    ['left early today', stay(-2, 3, { in: -2, out: 0 }), ['inHouse'], []],
    ['was cancelled', stay(-1, 2, { status: 'cancelled' }), [], []],
  ])('as of yesterday and tomorrow, a guest who %s', (_, one, yesterday, tomorrow) => {
    expect(listsOf(one, at(-1))).toEqual(yesterday);
    expect(listsOf(one, at(1))).toEqual(tomorrow);
  });

  it('are done with who has come, and with who has left', () => {
    const came = stay(0, 1, { in: 0 });
    const left = stay(-1, 0, { in: -1, out: 0 });
    expect(DESK_LISTS.filter((list) => isDone(list, came))).toEqual(['arrivals']);
    expect(DESK_LISTS.filter((list) => isDone(list, left))).toEqual(['arrivals', 'departures']);
    expect(DESK_LISTS.filter((list) => isDone(list, stay(0, 1)))).toEqual([]);
  });

  it.each([
    ['24:10', -1, 0, false],
    ['24:10', -1, 10, false],
    ['24:10', -1, 11, true],
    ['29:50', -1, 300, false],
    ['23:50', -1, 0, true],
    ['24:10', -2, 0, true],
    ['13:00', 0, NOON + 120, false],
  ])(
    'a guest who was due at %s of day %i is late at minute %i of today: %s',
    (checkinTime, start, now, late) => {
      expect(isLateArrival(stay(start, 1, { checkinTime }), TODAY, now)).toBe(late);
    },
  );

  it('know who is late', () => {
    expect([stay(-1, 1), stay(-1, 0)].map((one) => isLateArrival(one, TODAY, NOON))).toEqual([true, true]);
    const inTime = [stay(0, 1), stay(-2, -1), stay(-1, 1, { in: -1 }), stay(-1, 1, { status: 'cancelled' })];
    expect(inTime.map((one) => isLateArrival(one, TODAY, NOON))).toEqual([false, false, false, false]);
    expect(isOverdue(stay(-2, -1, { in: -2 }), TODAY)).toBe(true);
    expect(isLateArrival(stay(-1, 1, { isNoShow: true }), TODAY, NOON)).toBe(false);
    const notOver = [stay(-1, 0, { in: -1 }), stay(-2, -1, { in: -2, out: 0 }), stay(-2, -1)];
    expect(notOver.map((one) => isOverdue(one, TODAY))).toEqual([false, false, false]);
  });

  it('omit only stays unpaid for more than 30 days', () => {
    const owing = { in: -40, paymentFlag: 0 } as const;
    const left = { ...owing, out: -31 } as const;
    expect([stay(-40, -31, left), stay(-40, -32, left)].map((one) => isOlderUnpaid(one, TODAY))).toEqual([
      true,
      true,
    ]);
    const others = [
      stay(-40, -30, { ...owing, out: -30 }),
      stay(-40, -31, { ...left, paymentFlag: 1 }),
      stay(-40, -31, { ...left, status: 'cancelled' }),
      stay(-40, -31, { ...owing, out: 0 }),
      stay(-40, -31, owing),
      stay(-40, -31, { paymentFlag: 0 }),
    ];
    expect(others.map((one) => isOlderUnpaid(one, TODAY))).toEqual(others.map(() => false));
  });

  it('hold every guest who came and owes exactly once: at the desk or among the older ones', () => {
    const offset = fc.integer({ min: -40, max: 3 });
    fc.assert(
      fc.property(offset, fc.integer({ min: 1, max: 40 }), fc.option(offset), (from, nights, out) => {
        const one = stay(from, from + nights, { in: from, ...(out === null ? {} : { out }), paymentFlag: 0 });
        expect([isAtDesk(one, TODAY), isOlderUnpaid(one, TODAY)].filter(Boolean)).toHaveLength(1);
      }),
    );
  });

  it('have arrivals by day and expected time, after midnight last, rooms in display order among equals', () => {
    const arrivals = [
      stay(0, 1, { id: 1, checkinTime: '25:00' }),
      stay(0, 1, { id: 2, checkinTime: '15:00', roomNumber: '901' }),
      stay(0, 1, { id: 3, checkinTime: '15:00', roomNumber: '1001' }),
      stay(-1, 1, { id: 4, checkinTime: '22:00' }),
    ];
    expect(deskList('arrivals', arrivals, TODAY).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  });

  it('have guests by room, departures by the day they were to leave', () => {
    const guests = [
      stay(-3, 0, { id: 1, in: -3, roomNumber: '201' }),
      stay(-3, 0, { id: 2, in: -3, roomNumber: '1001' }),
      stay(-3, -1, { id: 3, in: -3, roomNumber: '202' }),
    ];
    expect(deskList('inHouse', guests, TODAY).map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(deskList('departures', guests, TODAY).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('have rooms in the order that the hotel gave them, whatever else comes first', () => {
    const arranged = ['桜', '201', '1001'];
    const order = (a: string, b: string) => arranged.indexOf(a) - arranged.indexOf(b);
    const ids = (list: DeskList, guests: readonly DeskStay[]) =>
      deskList(list, guests, TODAY, TODAY, order).map(({ id }) => id);
    const guests = (more: object) => [
      stay(-1, 0, { id: 1, roomNumber: '1001', ...more }),
      stay(-1, 0, { id: 2, roomNumber: '桜', ...more }),
      stay(-1, 0, { id: 3, roomNumber: '201', ...more }),
    ];
    expect(ids('arrivals', guests({}))).toEqual([2, 3, 1]);
    expect(ids('inHouse', guests({ in: -1 }))).toEqual([2, 3, 1]);
    expect(ids('unpaid', guests({ in: -1, paymentFlag: 0 }))).toEqual([2, 3, 1]);
    expect(ids('noShows', guests({ isNoShow: true }))).toEqual([2, 3, 1]);
  });

  it('have debts of who is in the house first, then of who left, the newest first', () => {
    const owing = { in: -9, paymentFlag: 0 } as const;
    const debts = [
      stay(-9, -3, { id: 1, out: -3, ...owing }),
      stay(-9, -1, { id: 2, out: -4, ...owing }),
      stay(-9, 0, { id: 3, out: 0, ...owing }),
      stay(-9, 2, { id: 4, ...owing }),
      stay(-9, 1, { id: 5, roomNumber: '901', ...owing }),
      stay(-9, 1, { id: 6, roomNumber: '1001', ...owing }),
    ];
    expect(deskList('unpaid', debts, TODAY).map(({ id }) => id)).toEqual([6, 5, 4, 3, 1, 2]);
  });

  it('have invoices by the day of leaving, the oldest first', () => {
    const owing = { in: -9, paymentFlag: 0 } as const;
    const invoices = [stay(-9, -1, { id: 1, ...owing }), stay(-9, 0, { id: 2, out: -3, ...owing })];
    const listed = invoices.map((one) => ({ ...one, isByInvoice: true }));
    expect(deskList('invoices', listed, TODAY).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('omit bookings that do not concern the front desk', () => {
    const offset = fc.integer({ min: -4, max: 4 });
    const some = fc.record({
      from: offset,
      nights: fc.integer({ min: 1, max: 4 }),
      came: offset,
      left: offset,
    });
    fc.assert(
      fc.property(some, fc.boolean(), fc.boolean(), ({ from, nights, came, left }, isIn, isOut) => {
        const one = stay(from, from + nights, {
          ...(isIn ? { in: came } : {}),
          ...(isIn && isOut ? { out: left } : {}),
        });
        if (isOlderUnpaid(one, TODAY)) expect(listsOf(one)).toEqual(['unpaid']);
        else if (!isAtDesk(one, TODAY)) expect(listsOf(one)).toEqual([]);
        else if (one.checkoutDate === null) expect(listsOf(one)).not.toEqual([]);
      }),
    );
  });
});

import { day } from '@domain/dates.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { gendersOf, groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation, stay } from '#tests/support/builders.js';

describe('reservation', () => {
  it.each([
    [1, 0, ['male', null]],
    [0, 1, ['female', null]],
    [2, 0, ['male', 'male']],
    [1, 1, ['male', 'female']],
    [0, 2, ['female', 'female']],
    [0, 0, [null, null]],
  ])('%s men and %s women are %j, men first (contract 2)', (mensCount, womensCount, genders) => {
    expect(gendersOf({ mensCount, womensCount })).toEqual(genders);
  });

  it('has its stay as a range, and shares the id of its base with its group', () => {
    expect(stayOf(aReservation())).toEqual(stay('2026-11-21', '2026-11-23'));
    expect(groupIdOf(aReservation({ id: 10, baseBookingId: 0 }))).toBe(10);
    expect(groupIdOf(aReservation({ id: 10, baseBookingId: 4 }))).toBe(4);
  });
});

const {
  id: _,
  version: __,
  status: ___,
  checkinDate,
  checkoutDate,
  changedRoom,
  partyId,
  ...data
} = aReservation();
const created: ReservationEvent = { type: 'ReservationCreated', data };
const amended = (data: object): ReservationEvent => ({ type: 'ReservationAmended', data });
const plain = (type: 'ReservationCancelled' | 'ReservationReturnedToAutoFail' | 'CheckInReverted') =>
  ({ type, data: {} }) as const;
const arrived: ReservationEvent = { type: 'GuestCheckedIn', data: { date: day('2026-11-21') } };
const departed: ReservationEvent = { type: 'GuestCheckedOut', data: { date: day('2026-11-23') } };
const paid: ReservationEvent = {
  type: 'PaymentRecorded',
  data: {
    ...{ paymentType: 2, paymentFlag: 1, paymentDay: day('2026-11-22') },
    ...{ moved: [{ paymentType: 2, amount: 16_000 }], isPrepaid: false, reverses: [] },
  },
};
const grouped = { baseBookingId: 4, groupEndDate: day('2026-11-25') };

const evolve = (state: Reservation | null, event: ReservationEvent): Reservation =>
  Object.freeze(evolveReservation(state, event, 10));
const history = (...events: ReservationEvent[]) => [created, ...events].reduce(evolve, null) as Reservation;

describe('reservation after its events', () => {
  it.each<[string, ReservationEvent[], Partial<Reservation>]>([
    ['begins active, not checked in, in its first room', [], { checkinDate: null, changedRoom: 0 }],
    ['is amended field by field', [amended({ totalFee: 9000, notes: '' })], { totalFee: 9000 }],
    ['takes its place in a group', [amended(grouped)], grouped],
    ['is not moved to its own room', [amended({ roomNumber: '1001' })], {}],
    ['remembers a move', [amended({ roomNumber: '1002' })], { roomNumber: '1002', changedRoom: 1 }],
    [
      'remembers a move that was taken back by hand',
      [amended({ roomNumber: '1002' }), amended({ roomNumber: '1001' }), amended({ notes: '' })],
      { changedRoom: 1 },
    ],
    [
      'ends, and its grouping, when cancelled',
      [amended(grouped), plain('ReservationCancelled')],
      { status: 'cancelled' },
    ],
    [
      'ends, and its grouping, when returned',
      [amended(grouped), plain('ReservationReturnedToAutoFail')],
      { status: 'cancelled' },
    ],
    ['is checked in', [arrived], { checkinDate: day('2026-11-21') }],
    ['is not checked in any more', [arrived, plain('CheckInReverted')], {}],
    [
      'is checked out',
      [arrived, departed],
      { checkinDate: day('2026-11-21'), checkoutDate: day('2026-11-23') },
    ],
    [
      'is not checked out any more',
      [arrived, departed, { type: 'CheckOutReverted', data: {} }],
      { checkinDate: day('2026-11-21') },
    ],
    [
      'is paid',
      [paid],
      {
        ...{ paymentType: 2, paymentFlag: 1 },
        account: {
          entries: [{ id: 2, moved: [{ paymentType: 2, amount: 16_000 }], day: day('2026-11-22') }],
          charges: [],
        },
      },
    ],
  ])('%s', (_, events, change) => {
    expect(history(...events)).toEqual(aReservation({ version: events.length + 1, ...change }));
  });

  it('refuses a history that begins otherwise or begins twice', () => {
    expect(() => evolve(null, plain('ReservationCancelled'))).toThrow(
      'ReservationCancelled does not fit the history of reservation 10',
    );
    expect(() => history(created)).toThrow('ReservationCreated does not fit the history of reservation 10');
  });
});

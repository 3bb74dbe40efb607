import { day } from '@domain/dates.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { gendersOf, groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation, stay } from '../../support/builders.js';

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

  it('has its stay as a range', () => {
    expect(stayOf(aReservation())).toEqual(stay('2026-11-21', '2026-11-23'));
  });

  it('shares the id of its base with its group', () => {
    expect(groupIdOf(aReservation({ id: 10, baseBookingId: 0 }))).toBe(10);
    expect(groupIdOf(aReservation({ id: 10, baseBookingId: 4 }))).toBe(4);
  });
});

const { id: _, version: __, status: ___, checkinDate, checkoutDate, changedRoom, ...data } = aReservation();
const created: ReservationEvent = { type: 'ReservationCreated', data };

function history(...events: ReservationEvent[]): Reservation {
  let state: Reservation | null = null;
  for (const event of [created, ...events]) state = evolveReservation(state, event, 10);
  return state as Reservation;
}

describe('reservation after its events', () => {
  it('begins active, not checked in, in its first room', () => {
    expect(history()).toEqual(aReservation({ version: 1 }));
    expect({ checkinDate, checkoutDate, changedRoom }).toEqual({
      checkinDate: null,
      checkoutDate: null,
      changedRoom: 0,
    });
  });

  it('is amended field by field', () => {
    const state = history({ type: 'ReservationAmended', data: { totalFee: 9000, notes: '' } });
    expect(state).toEqual(aReservation({ version: 2, totalFee: 9000 }));
  });

  it('remembers that its room number was changed once', () => {
    const same = history({ type: 'ReservationAmended', data: { roomNumber: '1001' } });
    expect(same.changedRoom).toBe(0);
    const moved = history({ type: 'ReservationAmended', data: { roomNumber: '1002' } });
    expect(moved).toMatchObject({ roomNumber: '1002', changedRoom: 1 });
    const back = evolveReservation(moved, { type: 'ReservationAmended', data: { roomNumber: '1001' } }, 10);
    expect(back).toMatchObject({ roomNumber: '1001', changedRoom: 1 });
    expect(
      evolveReservation(moved, { type: 'ReservationAmended', data: { notes: 'x' } }, 10).changedRoom,
    ).toBe(1);
  });

  it('takes its place in a group from an amendment', () => {
    const place = { baseBookingId: 4, groupEndDate: day('2026-11-25') };
    expect(history({ type: 'ReservationAmended', data: place })).toMatchObject(place);
  });

  it.each(['ReservationCancelled', 'ReservationReturnedToAutoFail'] as const)(
    '%s ends it and its grouping',
    (type) => {
      const grouped = history({
        type: 'ReservationAmended',
        data: { baseBookingId: 4, groupEndDate: day('2026-11-25') },
      });
      const state = evolveReservation(grouped, { type, data: {} }, 10);
      expect(state).toEqual(aReservation({ version: 3, status: 'cancelled' }));
    },
  );

  it('checks in and out and back', () => {
    const date = day('2026-11-21');
    const left = day('2026-11-23');
    const arrived: ReservationEvent = { type: 'GuestCheckedIn', data: { date } };
    const departed: ReservationEvent = { type: 'GuestCheckedOut', data: { date: left } };
    expect(history(arrived)).toEqual(aReservation({ version: 2, checkinDate: date }));
    expect(history(arrived, departed)).toEqual(
      aReservation({ version: 3, checkinDate: date, checkoutDate: left }),
    );
    expect(history(arrived, departed, { type: 'CheckOutReverted', data: {} })).toEqual(
      aReservation({ version: 4, checkinDate: date }),
    );
    expect(history(arrived, { type: 'CheckInReverted', data: {} })).toEqual(aReservation({ version: 3 }));
  });

  it('records payment', () => {
    const paid = history({ type: 'PaymentRecorded', data: { paymentType: 2, paymentFlag: 1 } });
    expect(paid).toEqual(aReservation({ version: 2, paymentType: 2, paymentFlag: 1 }));
  });

  it('refuses a history that begins otherwise or begins twice', () => {
    expect(() => evolveReservation(null, { type: 'ReservationCancelled', data: {} }, 10)).toThrow(
      'ReservationCancelled does not fit the history of reservation 10',
    );
    expect(() => history(created)).toThrow('ReservationCreated does not fit the history of reservation 10');
  });

  it('leaves the state before untouched', () => {
    const before = Object.freeze(aReservation());
    evolveReservation(before, { type: 'ReservationAmended', data: { notes: 'x' } }, 10);
    expect(before.notes).toBe('');
  });
});

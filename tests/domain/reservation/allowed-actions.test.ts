import { day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { allowedActions } from '@domain/reservation/stay-actions.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation, facts } from '../../support/builders.js';

const ARRIVED = { checkinDate: day('2026-11-21') };
const DEPARTED = { ...ARRIVED, checkoutDate: day('2026-11-22') };
const CANCELLED = { status: 'cancelled' } as const;
const offered = (state: Parameters<typeof aReservation>[0]) =>
  Object.entries(allowedActions(aReservation(state)))
    .filter(([, allowed]) => allowed)
    .map(([action]) => action);

describe('what staff may do with a booking (spec 4)', () => {
  it.each([
    ['booked', {}, ['edit', 'cancel', 'returnToAutoFail', 'checkIn', 'changeCheckedInFields', 'moveRoom']],
    ['checked in', ARRIVED, ['edit', 'revertCheckIn', 'checkOut', 'moveRoom']],
    ['checked out', DEPARTED, ['edit', 'revertCheckOut', 'moveRoom']],
    ['cancelled', CANCELLED, []],
    [
      'locked to its room',
      { roomMoveLock: 1 },
      ['edit', 'cancel', 'returnToAutoFail', 'checkIn', 'changeCheckedInFields'],
    ],
    ['cancelled with dates left', { ...CANCELLED, ...DEPARTED, roomMoveLock: 1 }, []],
  ] as const)('when %s', (_, state, actions) => {
    expect(offered(state)).toEqual(actions);
  });

  it('is exactly what the decisions accept', () => {
    const date = day('2026-11-22');
    for (const state of [{}, ARRIVED, DEPARTED, CANCELLED]) {
      const stored = aReservation(state);
      const actions = allowedActions(stored);
      const accepts = (command: Parameters<typeof decideReservation>[0]) =>
        decideReservation(command, stored, facts()).ok;
      expect(accepts({ type: 'cancel' })).toBe(actions.cancel);
      expect(accepts({ type: 'return-to-auto-fail' })).toBe(actions.returnToAutoFail);
      expect(accepts({ type: 'check-in', date })).toBe(actions.checkIn);
      expect(accepts({ type: 'revert-check-in' })).toBe(actions.revertCheckIn);
      expect(accepts({ type: 'check-out', date })).toBe(actions.checkOut);
      expect(accepts({ type: 'revert-check-out' })).toBe(actions.revertCheckOut);
      expect(accepts({ type: 'record-payment', paymentType: 1, paymentFlag: 1 })).toBe(actions.edit);
    }
  });
});

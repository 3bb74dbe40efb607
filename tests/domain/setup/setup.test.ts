import { day } from '@domain/dates.js';
import {
  decideSetup,
  evolveSetup,
  isPreparing,
  type Setup,
  type SetupCommand,
  type SetupEvent,
  stepStates,
} from '@domain/setup/setup.js';
import { describe, expect, it } from '@jest/globals';

const TODAY = day('2026-11-24');
const BEGUN: SetupEvent = { type: 'SetupBegun', data: {} };
const OPENED: SetupEvent = { type: 'HotelOpened', data: { date: TODAY } };
const SKIPPED: SetupEvent = { type: 'SetupStepSkipped', data: { step: 'masters' } };
const stateAfter = (...events: SetupEvent[]) =>
  events.reduce<Setup | null>((state, event) => evolveSetup(state, event, 3), null);
const OPEN: SetupCommand = { type: 'open', today: TODAY, rooms: 5 };

describe('a step of the setup', () => {
  it.each<[string, SetupEvent[], SetupCommand, SetupEvent | null | string]>([
    ['an empty hotel begins', [], { type: 'begin', hasBookings: false }, BEGUN],
    ['once only', [BEGUN], { type: 'begin', hasBookings: false }, null],
    ['a hotel in use does not begin', [], { type: 'begin', hasBookings: true }, null],
    ['one that moved its bookings in goes on', [SKIPPED], { type: 'begin', hasBookings: true }, BEGUN],
    ['an open hotel does not begin anew', [OPENED], { type: 'begin', hasBookings: true }, null],
    ['a step is skipped', [], { type: 'skip', step: 'masters', isSkipped: true }, SKIPPED],
    ['once', [SKIPPED], { type: 'skip', step: 'masters', isSkipped: true }, null],
    ['not when it was not skipped', [], { type: 'skip', step: 'masters', isSkipped: false }, null],
    [
      'and taken up again',
      [SKIPPED],
      { type: 'skip', step: 'masters', isSkipped: false },
      { type: 'SetupStepResumed', data: { step: 'masters' } },
    ],
    ['the hotel opens', [BEGUN], OPEN, OPENED],
    ['once', [BEGUN, OPENED], OPEN, null],
    ['not without rooms', [BEGUN], { ...OPEN, rooms: 0 }, 'no_rooms'],
  ])('%s', (_, given, command, expected) => {
    const decision = decideSetup(command, stateAfter(...given));
    expect(decision.ok ? decision.value : decision.broken[0]?.code).toEqual(expected);
  });
});

describe('what is done', () => {
  const NOTHING = { isHotelDefined: false, rooms: 0, payments: 0, bookings: 0 };

  it('follows from the data, and what is skipped from the events', () => {
    expect(Object.values(stepStates(null, NOTHING)).join(' ')).toBe('open open open open open');
    const facts = { isHotelDefined: true, rooms: 9, payments: 0, bookings: 0 };
    expect(Object.values(stepStates(stateAfter(BEGUN, SKIPPED), facts)).join(' ')).toBe(
      'done done skipped open open',
    );
    expect(stepStates(stateAfter(SKIPPED), { ...facts, payments: 1 }).masters).toBe('done');
    expect(stepStates(stateAfter(OPENED), facts).confirmation).toBe('done');
    expect(stepStates(null, { ...facts, bookings: 1 }).confirmation).toBe('done');
    expect(stepStates(stateAfter(BEGUN), { ...facts, bookings: 1 }).confirmation).toBe('open');
  });

  it.each<[boolean, string, SetupEvent[], number]>([
    [true, 'an empty hotel', [], 0],
    [false, 'a hotel with bookings that never set up', [], 1],
    [true, 'one that has moved its bookings in', [BEGUN], 20_000],
    [false, 'one that is open', [BEGUN, OPENED], 20_000],
    [false, 'one that is open and empty', [BEGUN, OPENED], 0],
  ])('preparing is %s for %s', (expected, _, given, bookings) => {
    expect(isPreparing(stateAfter(...given), { bookings })).toBe(expected);
  });
});

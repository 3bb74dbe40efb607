import type { BrokenRule } from '@domain/broken-rule.js';
import { addDays, day, type Month, monthsFromTo } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import { brokenSaveRules, brokenSearchRules, type SaveRequest } from '@domain/reservation/save-rules.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { decodeBookingSave, NEW_BOOKING } from '@wire/booking-save.js';
import {
  BROKEN_TOGETHER,
  caseName,
  enteredOf,
  payloadOf,
  SAVE_RULES,
  type SaveCase,
} from '../../cases/save-rules.js';
import {
  aCreate,
  anAmend,
  aReservation,
  aRoomOf,
  aStay,
  facts,
  messagesOf,
  roomIdOf,
} from '../../support/builders.js';

type Mode = 'new' | 'edit';
const DAY_ZERO = day('2026-11-30');
const ALL_MONTHS = monthsFromTo(day('2026-10-01'), day('2028-01-01'));
const SECOND_MONTH = day('2026-12-01') as Month;
const STAY = { stayStart: DAY_ZERO, stayEnd: addDays(DAY_ZERO, 2) };
const IN_HOTEL = { dayZero: DAY_ZERO, roomId: roomIdOf('1001') };

function hotelOf({ secondMonth, others = [] }: SaveCase) {
  const months = aRoomOf('1001', {}, ALL_MONTHS).flatMap((month) => {
    if (month.month !== SECOND_MONTH || !secondMonth) return month;
    return secondMonth === 'missing' ? [] : { ...month, reservableStatus: secondMonth };
  });
  const neighbours = others.map(({ from, to, isCancelled, inAnotherRoom }, index) =>
    aStay(20 + index, addDays(DAY_ZERO, from), addDays(DAY_ZERO, to), {
      status: isCancelled ? 'cancelled' : 'active',
      roomNumber: inAnotherRoom ? '1002' : '1001',
    }),
  );
  return facts({ rooms: roomDirectory([...months, ...aRoomOf('1002', {}, ALL_MONTHS)]), neighbours });
}

/** The rules that a save of this case breaks, as the server decides it. */
function brokenBy(one: SaveCase, mode: Mode): BrokenRule[] {
  const { draft, unreadable } = decodeBookingSave(payloadOf(one, IN_HOTEL));
  const stored = aReservation({ ...STAY, checkinDate: one.checkedIn ? DAY_ZERO : null });
  const decision =
    mode === 'new'
      ? decideCreate(aCreate({}, { draft: { ...NEW_BOOKING, ...draft }, unreadable }), 10, hotelOf(one))
      : decideReservation(anAmend(draft, { unreadable }), stored, hotelOf(one));
  return decision.ok ? [] : [...decision.broken];
}

const WITH_NOTHING_ELSE = { roomAvailable: true, occupied: false };

/** The rules that this case breaks as the form asks them, in a hotel where the room is free. */
function brokenInForm(one: SaveCase, mode: Mode): BrokenRule[] {
  const entered = enteredOf(one);
  const dayOf = (days: number | '' | null) => (typeof days === 'number' ? addDays(DAY_ZERO, days) : null);
  const numberOf = (text: string | null) => (/^\d+$/.test(text ?? '') ? Number(text) : null);
  const request: SaveRequest = {
    guestName1: entered.guest_name_1,
    reserverName: entered.reserver_name,
    mensCount: numberOf(entered.mens_count),
    womensCount: numberOf(entered.womens_count),
    roomId: entered.room_id === 'free' ? IN_HOTEL.roomId : null,
    stayStart: dayOf(entered.stay_start),
    stayEnd: dayOf(entered.stay_end),
    checkinTime: entered.checkin_time,
    totalFee: numberOf(entered.total_fee),
    usedPoints: numberOf(entered.csv_notes),
  };
  return brokenSaveRules(request, {
    ...WITH_NOTHING_ELSE,
    isNew: mode === 'new',
    roomSearched: !one.unsearched,
    checkedInUntil: one.checkedIn ? STAY.stayEnd : null,
  });
}

/** Each case once for each mode that it is said of. */
const byMode = <Case extends SaveCase>(cases: readonly Case[], without: 'server' | 'form') =>
  cases
    .filter(({ only }) => only !== without)
    .flatMap((one) => {
      const modes: Mode[] = one.mode ? [one.mode] : ['new', 'edit'];
      return modes.map((mode) => [mode, caseName(one), one] as const);
    });
const bySave = <Case extends SaveCase>(cases: readonly Case[]) => byMode(cases, 'form');
/** What is typed otherwise than a payload has it is for the form's own tests. */
const byForm = <Case extends SaveCase>(cases: readonly Case[]) =>
  byMode(cases, 'server').filter(
    ([, , { secondMonth, others, unsearched, only }]) => !secondMonth && !others && (unsearched || !only),
  );

describe.each(Object.values(SAVE_RULES))('on save: $rule', ({ message, field, status, refused, kept }) => {
  const told = [{ message, field, kind: status === 409 ? 'conflict' : 'invalid' }];

  for (const [mode, name, one] of bySave(refused)) {
    it(`is told on ${mode}: ${name}`, () => expect(brokenBy(one, mode)).toMatchObject(told));
  }
  for (const [mode, name, one] of bySave(kept)) {
    it(`is not told on ${mode}: ${name}`, () => expect(brokenBy(one, mode)).toEqual([]));
  }
  for (const [mode, name, one] of byForm(refused)) {
    it(`is told in the form on ${mode}: ${name}`, () => expect(brokenInForm(one, mode)).toMatchObject(told));
  }
  for (const [mode, name, one] of byForm(kept)) {
    it(`is not told in the form on ${mode}: ${name}`, () => expect(brokenInForm(one, mode)).toEqual([]));
  }
});

describe('on save: several rules at once, in the order of the table', () => {
  const messages = (broken: BrokenRule[]) => broken.map(({ message }) => message);

  it.each(bySave(BROKEN_TOGETHER))('on %s: %s', (mode, _, one) => {
    expect(messages(brokenBy(one, mode))).toEqual(one.told);
  });

  it.each(byForm(BROKEN_TOGETHER))('in the form on %s: %s', (mode, _, one) => {
    expect(messages(brokenInForm(one, mode))).toEqual(one.told);
  });

  it('tells a new booking of what was left out', () => {
    const command = aCreate({}, { draft: NEW_BOOKING, unreadable: [] });
    expect(messagesOf(decideCreate(command, 10, facts()))).toEqual(BROKEN_TOGETHER[0]?.told);
    expect(messagesOf(decideReservation(anAmend({}), aReservation(), facts()))).toEqual([]);
  });
});

describe.each(Object.values(SAVE_RULES).filter(({ search }) => search))('部屋検索: $search', (rule) => {
  const search = (one: SaveCase) =>
    brokenSearchRules(decodeBookingSave(payloadOf(one, IN_HOTEL)).draft as SaveRequest);

  it.each(bySave(rule.refused).filter(([mode]) => mode === 'new'))('is told on %s: %s', (_mode, _, one) => {
    expect(search({ ...one, guest_name_1: '', room_id: '', checkin_time: '', total_fee: '' })).toMatchObject([
      { message: rule.message },
    ]);
  });
});

import { type Day, day } from '@domain/dates.js';
import {
  decideWaiting,
  decideWaitingBooked,
  decideWaitingChange,
  decideWaitingGiveUp,
  decideWaitingRestore,
  followBooking,
} from '@domain/waiting/decide-waiting.js';
import { planWaiting } from '@domain/waiting/reverse-waiting.js';
import {
  evolveWaitingEntry,
  isWaiting,
  type WaitingDetails,
  type WaitingEntry,
  type WaitingEntryEvent,
} from '@domain/waiting/waiting-entry.js';
import { describe, expect, it, test } from '@jest/globals';

const TODAY = day('2096-01-05');
const FACTS = { today: TODAY, corporates: new Map([[4, {}]]) };
const WISHES: WaitingDetails = {
  ...{ guestName: '佐藤 花', tel: '090-1111-2222', remark: '夕方に電話' },
  ...{ start: day('2096-01-10'), end: day('2096-01-12'), mensCount: 0, womensCount: 2 },
  ...{ smokingStatus: '禁煙', corporateId: 0 },
};
const ADDED: WaitingEntryEvent = { type: 'WaitingEntryAdded', data: { ...WISHES, staffId: 3 } };
const GIVEN_UP: WaitingEntryEvent = { type: 'WaitingEntryGivenUp', data: {} };
const BOOKED: WaitingEntryEvent = { type: 'WaitingEntryBooked', data: { bookingId: 57 } };
const TAKEN_UP: WaitingEntryEvent = { type: 'WaitingEntryTakenUp', data: {} };
const ERASED: WaitingEntryEvent = { type: 'PersonalDataErased', data: { reason: 'お申し出' } };

function given(...events: WaitingEntryEvent[]): WaitingEntry {
  const state = [ADDED, ...events].reduce<WaitingEntry | null>(
    (before, event) => evolveWaitingEntry(before, event, 42),
    null,
  );
  if (!state) throw new Error('no events');
  return state;
}
const codes = (decision: ReturnType<typeof decideWaiting>) =>
  decision.ok ? decision.value : decision.broken.map(({ code, kind }) => `${kind} ${code}`);

describe('a guest is put on the waiting list', () => {
  it('with the conditions of 部屋検索', () => {
    expect(codes(decideWaiting(WISHES, 3, FACTS))).toEqual([ADDED]);
  });

  it.each<[string, Partial<WaitingDetails>, RegExp]>([
    ['nobody', { womensCount: 0 }, /men/],
    ['three', { mensCount: 1 }, /men|guest/],
    ['no night', { end: day('2096-01-10') }, /stay_end|order|period/],
    ['yesterday', { start: day('2096-01-04') }, /waiting_start/],
    ['a year and a day', { end: day('2097-01-11') }, /waiting_too_long/],
    ['an unknown company', { corporateId: 9 }, /corporate_unknown/],
  ])('is refused for %s', (_, wrong, expected) => {
    const decision = decideWaiting({ ...WISHES, ...wrong }, null, FACTS);
    expect(decision.ok).toBe(false);
    const broken = decision.ok ? [] : decision.broken;
    expect(broken.map(({ code, field }) => `${code} ${field}`).join()).toMatch(expected);
  });
});

describe('an entry', () => {
  it('is changed, with nothing to record where nothing differs', () => {
    const end = day('2096-01-13');
    expect(codes(decideWaitingChange({ end }, given(), FACTS))).toEqual([
      { type: 'WaitingEntryChanged', data: { ...WISHES, end } },
    ]);
    expect(codes(decideWaitingChange({ end: WISHES.end }, given(), FACTS))).toEqual([]);
  });

  it('is given up, and waits again', () => {
    expect(codes(decideWaitingGiveUp(given()))).toEqual([GIVEN_UP]);
    expect(codes(decideWaitingRestore(given(GIVEN_UP), TODAY))).toEqual([TAKEN_UP]);
    expect(codes(decideWaitingRestore(given(), TODAY))).toEqual(['conflict waiting_runs']);
  });

  it('is fulfilled by one booking', () => {
    expect(codes(decideWaitingBooked(given(), 57))).toEqual([BOOKED]);
    expect(codes(decideWaitingBooked(given(BOOKED), 58))).toEqual(['conflict waiting_booked']);
    expect(codes(decideWaitingBooked(given(GIVEN_UP), 58))).toEqual(['conflict waiting_given_up']);
    expect(codes(decideWaitingGiveUp(given(BOOKED)))).toEqual(['conflict waiting_booked']);
    expect(codes(decideWaitingChange({}, given(BOOKED), FACTS))).toEqual(['conflict waiting_booked']);
  });

  it('follows its booking when that is undone and done again', () => {
    expect(followBooking(given(BOOKED), false)).toEqual([TAKEN_UP]);
    expect(followBooking(given(BOOKED), true)).toEqual([]);
    expect(followBooking(given(BOOKED, TAKEN_UP), true)).toEqual([BOOKED]);
    expect(followBooking(given(), true)).toEqual([]);
    expect(followBooking(given(BOOKED, ERASED), false)).toEqual([]);
  });

  it('names nobody once it is erased, and waits no longer', () => {
    const erased = given(ERASED);
    expect(erased).toMatchObject({
      guestName: '削除済み',
      tel: '削除済み',
      remark: '削除済み',
      status: 'given_up',
    });
    expect(codes(decideWaitingRestore(erased, TODAY))).toEqual(['conflict waiting_given_up']);
    expect(given(BOOKED, ERASED).status).toBe('booked');
  });
});

test('an entry lapses by itself on the day after its check-in day', () => {
  expect(isWaiting(given(), WISHES.start)).toBe(true);
  expect(isWaiting(given(), day('2096-01-11'))).toBe(false);
  expect(codes(decideWaitingRestore(given(GIVEN_UP), day('2096-01-11')))).toEqual([
    'conflict waiting_lapsed',
  ]);
});

describe('what a request did to an entry is taken back', () => {
  const CHANGED: WaitingEntryEvent = { type: 'WaitingEntryChanged', data: { ...WISHES, remark: '' } };
  const OTHER: WaitingEntryEvent = { type: 'WaitingEntryChanged', data: { ...WISHES, tel: '' } };
  const later = day('2096-01-11');
  it.each<[string, WaitingEntryEvent[], WaitingEntryEvent[], Day, WaitingEntryEvent | null, string | null]>([
    ['a change', [CHANGED], [], TODAY, { type: 'WaitingEntryChanged', data: WISHES }, null],
    ['giving up', [GIVEN_UP], [], TODAY, TAKEN_UP, null],
    ['taking up', [GIVEN_UP, TAKEN_UP], [], TODAY, GIVEN_UP, null],
    ['a change, changed by others since', [CHANGED], [OTHER], TODAY, null, 'changed'],
    ['a change, changed back since', [CHANGED], [{ ...CHANGED, data: WISHES }], TODAY, null, null],
    ['a change, booked since', [CHANGED], [BOOKED], TODAY, null, 'booked'],
    ['giving up, erased since', [GIVEN_UP], [ERASED], TODAY, null, 'erased'],
    ['giving up, its check-in day past', [GIVEN_UP], [], later, null, 'lapsed'],
  ])('%s', (_, done, since, today, event, obstacle) => {
    const past = {
      before: given(...done.slice(0, -1)),
      after: given(...done),
      current: given(...done, ...since),
    };
    expect(planWaiting(past, today)).toEqual({ current: past.current, event, obstacle });
  });

  it('a new entry is given up', () => {
    const past = { before: null, after: given(), current: given() };
    expect(planWaiting(past, TODAY)).toMatchObject({ event: GIVEN_UP, obstacle: null });
  });
});

import type { Decided } from '@domain/broken-rule.js';
import { day } from '@domain/dates.js';
import {
  type CsvReservation,
  type CsvReservationEvent,
  detailsOf,
  evolveCsvReservation,
} from '@domain/imports/csv-reservation.js';
import {
  decideDismissal,
  decideRegistration,
  decideRetry,
  isRegistrable,
  needsRoom,
} from '@domain/imports/decide-registration.js';
import { guestKey } from '@domain/imports/guest-key.js';
import { describe, expect, it } from '@jest/globals';
import { anImport, aStay } from '#tests/support/builders.js';

const data = detailsOf(anImport());
const imported = (change: object = {}): CsvReservationEvent => ({
  type: 'CsvReservationImported',
  data: { ...data, ...change },
});
const failed = (reason: string, detail = ''): CsvReservationEvent =>
  ({ type: 'AutoRegistrationFailed', data: { reason, detail } }) as CsvReservationEvent;
const registered: CsvReservationEvent = { type: 'CsvReservationRegistered', data: { bookingId: 10 } };
const cancelled: CsvReservationEvent = {
  type: 'CsvReservationCancelled',
  data: { revision: '2026-11-05T00:00:00Z' },
};
const dismissed: CsvReservationEvent = { type: 'CsvReservationDismissed', data: { dismissalReason: '重複' } };
const reopened: CsvReservationEvent = { type: 'CsvReservationReopened', data: {} };

const evolve = (state: CsvReservation | null, event: CsvReservationEvent) =>
  evolveCsvReservation(state, event, 900);
const history = (...events: CsvReservationEvent[]) =>
  [imported(), ...events].reduce(evolve, null) as CsvReservation;

describe('imported record after its events', () => {
  const FULL = { reason: '空室なし', detail: '満室' } as const;
  const BOOKED = { bookingId: 10, applied: data } as const;

  it.each<[string, CsvReservationEvent[], Partial<CsvReservation>]>([
    ['waits', [], { status: 'failed' }],
    ['waits with the reason why', [failed('空室なし', '満室')], FULL],
    [
      'is registered with its booking, without a reason',
      [failed('空室なし'), registered],
      {
        status: 'registered',
        ...BOOKED,
      },
    ],
    [
      'waits without a room once its booking is taken back, also after a newer row',
      [registered, failed('空室なし', '満室'), imported({ totalFee: 9000 }), failed('空室なし', '満室')],
      { ...BOOKED, ...FULL, isReturned: true, totalFee: 9000 },
    ],
    [
      'is registered again after that',
      [registered, failed('自動登録失敗に戻し'), registered],
      { status: 'registered', ...BOOKED },
    ],
    [
      'keeps its booking when a later change cannot be applied',
      [registered, imported({ totalFee: 9000 }), failed('チェックイン済みの変更')],
      { ...BOOKED, reason: 'チェックイン済みの変更', totalFee: 9000 },
    ],
    [
      'is cancelled at the source with the revision of the cancel',
      [cancelled],
      { status: 'cancelled', revision: '2026-11-05T00:00:00Z' },
    ],
    [
      'is dismissed with its reason and keeps why it failed',
      [failed('空室なし', '満室'), dismissed],
      { status: 'dismissed', dismissalReason: '重複', ...FULL },
    ],
    ['reopened waits as before', [failed('空室なし', '満室'), dismissed, reopened], FULL],
  ])('%s', (_, events, change) => {
    expect(history(...events)).toEqual(anImport({ version: events.length + 1, ...change }));
  });

  it.each([
    ['a newer row', imported()],
    ['a failure', failed('元予約なし')],
    ['a registration', registered],
    ['a cancel', cancelled],
    ['an erasure', { type: 'PersonalDataErased', data: { reason: '請求' } }],
  ] as [string, CsvReservationEvent][])('is dismissed no more after %s', (_, event) => {
    expect(detailsOf(history(dismissed))).toEqual(data);
    const state = history(dismissed, event);
    expect(state.status).not.toBe('dismissed');
    expect(state).not.toHaveProperty('dismissalReason');
  });

  it('refuses a history that begins otherwise', () => {
    expect(() => evolve(null, registered)).toThrow(
      'CsvReservationRegistered does not fit the history of imported record 900',
    );
  });
});

const codes = (decision: Decided<unknown>) =>
  decision.ok ? [] : decision.broken.map(({ kind, code }) => `${kind} ${code}`);
const asNew = { bookingId: null, earlier: null };
const earlier = aStay(7, '2026-11-21', '2026-11-22');

describe('an imported record to be registered', () => {
  it.each(['failed', 'registered', 'cancelled', 'dismissed'] as const)(
    'is nothing and never tried again if it is a cancellation, %s',
    (status) => {
      const record = anImport({ kind: 'キャンセル', status, bookingId: 7 });
      for (const decision of [
        decideRegistration(record, asNew),
        decideRegistration(record, { bookingId: 7, earlier }),
        decideRetry(record),
      ])
        expect(codes(decision)).toEqual(['conflict import_is_cancellation']);
      expect(isRegistrable(record)).toBe(false);
    },
  );

  it.each(['予約', '予約変更'] as const)('is registered while it waits: %s', (kind) => {
    const record = anImport({ kind });
    expect(decideRegistration(record, asNew)).toEqual({ ok: true, value: record });
    expect(decideRetry(record)).toEqual({ ok: true, value: record });
    expect(isRegistrable(record)).toBe(true);
  });

  it.each([
    ['registered', 'already_registered'],
    ['cancelled', 'cancelled_at_source'],
    ['dismissed', 'dismissed'],
  ] as const)('is refused, retried or dismissed when %s', (status, code) => {
    const record = anImport({ status });
    expect(codes(decideRegistration(record, asNew))).toEqual([`conflict ${code}`]);
    expect(codes(decideRetry(record))).toEqual(['conflict not_failed']);
    expect(codes(decideDismissal(record, '重複'))).toEqual(['conflict not_failed']);
    expect(isRegistrable(record)).toBe(false);
  });

  it.each([
    ['changes the booking that it became', 7, earlier, []],
    ['changes no other booking', 8, earlier, ['conflict other_booking']],
    ['makes no second one while that is active', null, earlier, ['conflict booking_active']],
    ['makes another once that is cancelled', null, { ...earlier, status: 'cancelled' as const }, []],
  ])('%s', (_, bookingId, booking, refusals) => {
    const decision = decideRegistration(anImport({ bookingId: 7 }), { bookingId, earlier: booking });
    expect(codes(decision)).toEqual(refusals);
  });

  it('is dismissed while it waits, a cancellation too, and taken back from that', () => {
    for (const record of [anImport(), anImport({ kind: 'キャンセル' })])
      expect(decideDismissal(record, '重複')).toEqual({ ok: true, value: dismissed });
    const done = anImport({ status: 'dismissed', dismissalReason: '重複' });
    expect(decideDismissal(done, null)).toEqual({ ok: true, value: reopened });
    expect(codes(decideDismissal(anImport(), null))).toEqual(['conflict not_dismissed']);
  });
});

it.each([
  ['a new one', {}, true],
  ['one whose booking was taken back', { bookingId: 7, reason: '空室なし', isReturned: true }, true],
  ['a change of a booking', { bookingId: 7, reason: '空室なし' }, false],
  ['a cancellation', { kind: 'キャンセル' }, false],
] as [string, Partial<CsvReservation>, boolean][])(
  'whether the guest has no room yet, of %s',
  (_, change, needs) => {
    expect(needsRoom(anImport(change))).toBe(needs);
  },
);

describe('the key of a guest, stay and phone', () => {
  const guest = {
    status: 'failed',
    guestName1: '髙橋 Anna',
    tel: '090-0000-0001',
    stayStart: day('2026-12-01'),
    stayEnd: day('2026-12-03'),
  };

  it.each([
    ['the same with other spaces', { guestName1: '髙橋　Anna' }, true],
    ['the same with Latin letters in any width and case', { guestName1: '髙橋 ＡＮＮＡ' }, true],
    ['the same with full-width digits and no hyphens', { tel: '０９００００００００１' }, true],
    ['the same with points and hyphens between the names', { guestName1: '髙橋・A-n n・a' }, true],
    ['another by name', { guestName1: '高橋 次郎' }, false],
    ['another by phone', { tel: '090-0000-0002' }, false],
    ['another by check-in', { stayStart: day('2026-12-02') }, false],
    ['another by check-out', { stayEnd: day('2026-12-04') }, false],
    ['none without a phone', { tel: 'なし' }, null],
    ['none without a name', { guestName1: ' ' }, null],
    ['none without a day', { stayEnd: null }, null],
    ['none when cancelled', { status: 'cancelled' }, null],
  ])('is %s', (_, change, isSame) => {
    const key = guestKey({ ...guest, ...change });
    expect(key === null ? null : key === guestKey(guest)).toBe(isSame);
  });
});

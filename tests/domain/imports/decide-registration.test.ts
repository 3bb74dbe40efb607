import type { Decided } from '@domain/broken-rule.js';
import {
  decideDismissal,
  decideRegistration,
  decideRetry,
  isRegistrable,
} from '@domain/imports/decide-registration.js';
import { describe, expect, it } from '@jest/globals';
import { anImport, aStay } from '../../support/builders.js';

const codes = (decision: Decided<unknown>) =>
  decision.ok ? [] : decision.broken.map(({ kind, code }) => `${kind} ${code}`);
const asNew = { bookingId: null, earlier: null };
const CANCELLATION = ['conflict import_is_cancellation'];

describe('a cancellation', () => {
  const statuses = ['failed', 'registered', 'cancelled', 'dismissed'] as const;
  it.each(statuses)('that is %s is registered as nothing and never tried again', (status) => {
    const record = anImport({ kind: 'キャンセル', status, bookingId: 7 });
    expect(codes(decideRegistration(record, asNew))).toEqual(CANCELLATION);
    const earlier = aStay(7, '2026-11-21', '2026-11-22');
    expect(codes(decideRegistration(record, { bookingId: 7, earlier }))).toEqual(CANCELLATION);
    expect(codes(decideRetry(record))).toEqual(CANCELLATION);
    expect(isRegistrable(record)).toBe(false);
  });
});

describe('a reservation or the change of one', () => {
  it('is registered while it waits', () => {
    for (const kind of ['予約', '予約変更'] as const) {
      const record = anImport({ kind });
      expect(decideRegistration(record, asNew)).toEqual({ ok: true, value: record });
      expect(decideRetry(record)).toEqual({ ok: true, value: record });
      expect(isRegistrable(record)).toBe(true);
    }
  });

  it.each([
    ['registered', 'conflict already_registered'],
    ['cancelled', 'conflict cancelled_at_source'],
    ['dismissed', 'conflict dismissed'],
  ] as const)('that is %s is refused', (status, code) => {
    const record = anImport({ status });
    expect(codes(decideRegistration(record, asNew))).toEqual([code]);
    expect(codes(decideRetry(record))).toEqual(['conflict not_failed']);
    expect(isRegistrable(record)).toBe(false);
  });

  it('changes the booking that it became, and makes no second one while that is active', () => {
    const record = anImport({ bookingId: 7 });
    const earlier = aStay(7, '2026-11-21', '2026-11-22');
    expect(codes(decideRegistration(record, { bookingId: 7, earlier }))).toEqual([]);
    expect(codes(decideRegistration(record, { bookingId: 8, earlier }))).toEqual(['conflict other_booking']);
    expect(codes(decideRegistration(record, { bookingId: null, earlier }))).toEqual([
      'conflict booking_active',
    ]);
    const cancelled = { ...earlier, status: 'cancelled' as const };
    expect(codes(decideRegistration(record, { bookingId: null, earlier: cancelled }))).toEqual([]);
  });
});

describe('a dismissal', () => {
  it('applies to failed records, cancellations too, and is undone for dismissed ones', () => {
    const dismissed = { type: 'CsvReservationDismissed', data: { dismissalReason: '重複' } };
    expect(decideDismissal(anImport(), '重複')).toEqual({ ok: true, value: dismissed });
    expect(decideDismissal(anImport({ kind: 'キャンセル' }), '重複')).toEqual({ ok: true, value: dismissed });
    const reopened = { type: 'CsvReservationReopened', data: {} };
    const done = anImport({ status: 'dismissed', dismissalReason: '重複' });
    expect(decideDismissal(done, null)).toEqual({ ok: true, value: reopened });
    expect(codes(decideDismissal(anImport(), null))).toEqual(['conflict not_dismissed']);
  });

  it.each(['registered', 'cancelled', 'dismissed'] as const)('is refused for what is %s', (status) => {
    expect(codes(decideDismissal(anImport({ status }), '重複'))).toEqual(['conflict not_failed']);
  });
});

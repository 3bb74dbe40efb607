import { type BrokenRule, conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Reservation } from '../reservation/reservation.js';
import type { RecordPast } from '../reservation/reversal/booking-past.js';
import type { CsvReservation, CsvReservationEvent } from './csv-reservation.js';

const FIELD = 'csv_reservation_id';

/** A cancellation only takes a booking away (contract 4). */
export const IS_CANCELLATION = conflict(
  'import_is_cancellation',
  FIELD,
  'キャンセルの通知は登録できません。',
);
const OTHER_BOOKING = conflict('other_booking', FIELD, 'この予約の自動登録データではありません。');
const BOOKING_ACTIVE = conflict(
  'booking_active',
  FIELD,
  'この自動登録データの予約は登録済みです。その予約を開いて変更してください。',
);

const NOT_REGISTRABLE: Record<Exclude<CsvReservation['status'], 'failed'>, BrokenRule> = {
  registered: conflict('already_registered', FIELD, 'この自動登録データは既に登録されています。'),
  cancelled: conflict('cancelled_at_source', FIELD, 'この自動登録データは予約元で取り消されています。'),
  dismissed: conflict(
    'dismissed',
    FIELD,
    'この自動登録データは対応済みです。登録するには、失敗の一覧に戻してください。',
  ),
};
const NOT_FAILED = conflict('not_failed', null, 'この自動登録データは登録待ちではありません。');
const NOT_DISMISSED = conflict('not_dismissed', null, 'この自動登録データは対応済みではありません。');

/** Returns whether a record can become or change a booking: it failed and is no cancellation (contract 4). */
export function isRegistrable({ status, kind }: Pick<CsvReservation, 'status' | 'kind'>): boolean {
  return status === 'failed' && kind !== 'キャンセル';
}

/** Returns whether a failed record's guest has no room: it is no cancellation, and no change of a booking that still stands. */
export function needsRoom(record: Pick<CsvReservation, 'kind' | 'bookingId' | 'isReturned'>): boolean {
  const { kind, bookingId, isReturned = false } = record;
  return kind !== 'キャンセル' && (bookingId === null || isReturned);
}

/**
 * Returns whether staff may save a record as a booking: a new one (null) while the earlier one is not active, or the one that it
 * became before (contract 2 and 4).
 */
export function decideRegistration(
  record: CsvReservation,
  { bookingId, earlier }: { bookingId: number | null; earlier: Reservation | null },
): Decided<CsvReservation> {
  if (record.kind === 'キャンセル') return refused(IS_CANCELLATION);
  if (record.status !== 'failed') return refused(NOT_REGISTRABLE[record.status]);
  if (bookingId !== null) return bookingId === record.bookingId ? decided(record) : refused(OTHER_BOOKING);
  return earlier?.status === 'active' ? refused(BOOKING_ACTIVE) : decided(record);
}

/** Returns whether registration may be retried: only for failed records. */
export function decideRetry(record: CsvReservation): Decided<CsvReservation> {
  if (record.kind === 'キャンセル') return refused(IS_CANCELLATION);
  if (record.status === 'failed') return decided(record);
  return refused(NOT_FAILED);
}

/** Dismisses a failed record for a reason, or reopens a dismissed one (null; contract 4). */
export function decideDismissal(record: CsvReservation, reason: string | null): Decided<CsvReservationEvent> {
  if (reason === null) {
    if (record.status !== 'dismissed') return refused(NOT_DISMISSED);
    return decided({ type: 'CsvReservationReopened', data: {} });
  }
  if (record.status !== 'failed') return refused(NOT_FAILED);
  return decided({ type: 'CsvReservationDismissed', data: { dismissalReason: reason } });
}

/**
 * The event that undoes a dismissal or reopening: null when already undone, `changed` when the record has changed
 * since.
 */
export function reverseDismissal({ current, changed }: RecordPast): CsvReservationEvent | 'changed' | null {
  if (!changed) return null;
  const { before, after } = changed;
  if (current.version !== after.version) return current.status === before.status ? null : 'changed';
  const { dismissalReason } = before;
  return dismissalReason === undefined
    ? { type: 'CsvReservationReopened', data: {} }
    : { type: 'CsvReservationDismissed', data: { dismissalReason } };
}

/** The event that restores the status a record had before a request registered or returned it; null when it has it. */
export function reverseRegistration({ changed, current }: RecordPast): CsvReservationEvent | null {
  if (!changed || changed.before.status === current.status) return null;
  const { status, reason, detail, bookingId } = changed.before;
  if (status === 'registered' && bookingId !== null) {
    return { type: 'CsvReservationRegistered', data: { bookingId } };
  }
  return { type: 'AutoRegistrationFailed', data: { reason: reason ?? '自動登録失敗に戻し', detail } };
}

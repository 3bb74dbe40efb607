import { type BrokenRule, conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Reservation } from '../reservation/reservation.js';
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

const NOT_WAITING: Record<Exclude<CsvReservation['status'], 'failed'>, BrokenRule> = {
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

/** Whether a record can become or change a booking at all: it waits, and is no cancellation (contract 4). */
export function isRegistrable({ status, kind }: Pick<CsvReservation, 'status' | 'kind'>): boolean {
  return status === 'failed' && kind !== 'キャンセル';
}

/**
 * Whether staff may save a record as a booking: a new one (null) while the earlier one is not active, or the one that it
 * became before (contract 2 and 4).
 */
export function decideRegistration(
  record: CsvReservation,
  { bookingId, earlier }: { bookingId: number | null; earlier: Reservation | null },
): Decided<CsvReservation> {
  if (record.kind === 'キャンセル') return refused(IS_CANCELLATION);
  if (record.status !== 'failed') return refused(NOT_WAITING[record.status]);
  if (bookingId !== null) return bookingId === record.bookingId ? decided(record) : refused(OTHER_BOOKING);
  return earlier?.status === 'active' ? refused(BOOKING_ACTIVE) : decided(record);
}

/** Whether a record may be tried once more: only what waits to be registered. */
export function decideRetry(record: CsvReservation): Decided<CsvReservation> {
  if (record.kind === 'キャンセル') return refused(IS_CANCELLATION);
  if (record.status === 'failed') return decided(record);
  return refused(NOT_FAILED);
}

/** Takes a failed record that needs no booking out of the queue, for a reason, or puts it back (null; contract 4). */
export function decideDismissal(record: CsvReservation, reason: string | null): Decided<CsvReservationEvent> {
  if (reason === null) {
    if (record.status !== 'dismissed') return refused(NOT_DISMISSED);
    return decided({ type: 'CsvReservationReopened', data: {} });
  }
  if (record.status !== 'failed') return refused(NOT_FAILED);
  return decided({ type: 'CsvReservationDismissed', data: { dismissalReason: reason } });
}

import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { conflict, invalid } from '@domain/broken-rule.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { csvReservationStream } from '../auto-registration/csv-reservation.stream.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { reservationStream } from './reservation.stream.js';

/** The imported record that a save registers; refused unless it waits in the failed queue (contract 2). */
function importToRegister(unit: UnitOfWork, id: number): CsvReservation {
  const record = unit.get(csvReservationStream, id);
  if (!record) {
    throw refusal([invalid('import_unknown', 'csv_reservation_id', '自動登録データが見つかりません。')]);
  }
  if (record.status === 'registered') {
    throw refusal([
      conflict('already_registered', 'csv_reservation_id', 'この自動登録データは既に登録されています。'),
    ]);
  }
  if (record.status === 'cancelled') {
    throw refusal([
      conflict(
        'cancelled_at_source',
        'csv_reservation_id',
        'この自動登録データは予約元で取り消されています。',
      ),
    ]);
  }
  return record;
}

/** An imported record for a new booking; refused while its earlier booking is still active. */
export function importForNewBooking(unit: UnitOfWork, id: number): CsvReservation {
  const record = importToRegister(unit, id);
  const earlier = record.bookingId === null ? null : unit.get(reservationStream, record.bookingId);
  if (earlier?.status !== 'active') return record;
  throw refusal([
    conflict(
      'booking_active',
      'csv_reservation_id',
      'この自動登録データの予約は登録済みです。その予約を開いて変更してください。',
    ),
  ]);
}

/** An imported record for a change of the booking it became before; refused for any other booking. */
export function importForBooking(unit: UnitOfWork, id: number, bookingId: number): CsvReservation {
  const record = importToRegister(unit, id);
  if (record.bookingId === bookingId) return record;
  throw refusal([
    conflict('other_booking', 'csv_reservation_id', 'この予約の自動登録データではありません。'),
  ]);
}

/** The payment that a change of an imported record brings along; null when the source said nothing new of it. */
export function changedPayment(
  { paymentFlag, applied }: CsvReservation,
  booking: Reservation,
): Extract<ReservationCommand, { type: 'record-payment' }> | null {
  if (paymentFlag === applied?.paymentFlag || paymentFlag === booking.paymentFlag) return null;
  return { type: 'record-payment', paymentType: booking.paymentType, paymentFlag };
}

/** Records that an imported record became this booking. */
export function registerImport(
  unit: UnitOfWork,
  record: CsvReservation,
  bookingId: number,
  request: RequestContext,
): void {
  unit.append(
    csvReservationStream,
    record.id,
    { type: 'CsvReservationRegistered', data: { bookingId } },
    request.write,
  );
}

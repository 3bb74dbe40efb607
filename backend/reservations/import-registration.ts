import { invalid } from '@domain/broken-rule.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { decideRegistration } from '@domain/imports/decide-registration.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { reservationStream } from './reservation.stream.js';

/** The imported record that a save registers, as a new booking (null) or a change of one; refused otherwise. */
export function importToRegister(unit: UnitOfWork, id: number, bookingId: number | null): CsvReservation {
  const record = unit.get(csvReservationStream, id);
  if (!record) {
    throw refusal([invalid('import_unknown', 'csv_reservation_id', '自動登録データが見つかりません。')]);
  }
  const earlier = record.bookingId === null ? null : unit.get(reservationStream, record.bookingId);
  const decision = decideRegistration(record, { bookingId, earlier });
  if (!decision.ok) throw refusal(decision.broken);
  return decision.value;
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

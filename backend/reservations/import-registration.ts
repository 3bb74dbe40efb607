import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { conflict, invalid } from '@domain/broken-rule.js';
import { csvReservationStream } from '../auto-registration/csv-reservation.stream.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';

/** The imported record that a save registers; refused unless it waits in the failed queue (contract 2). */
export function importToRegister(unit: UnitOfWork, id: number): CsvReservation {
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

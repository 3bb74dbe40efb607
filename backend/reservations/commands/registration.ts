import { invalid } from '@domain/broken-rule.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { decideRegistration } from '@domain/imports/decide-registration.js';
import { type DecodedSave } from '@wire/booking-save.js';
import type { DataRequirement, UnitOfWork } from '../../event-store/unit-of-work.js';
import { refusal } from '../../platform/errors.js';
import type { WriteContext } from '../../platform/write-context.js';
import { csvReservationStream } from '../../streams/csv-reservation.stream.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { requireAdjacentStays, requireImport } from '../reservation.loaders.js';

/** Requires the stays around the room and dates of a save, and the imported record that it registers. */
export function requirementsOfSave(
  { draft, csvReservationId }: DecodedSave,
  id: number | null,
): DataRequirement[] {
  return [
    requireAdjacentStays({ id, roomId: draft.roomId, from: draft.stayStart, to: draft.stayEnd }),
    ...(csvReservationId ? requireImport(csvReservationId) : []),
  ];
}

/**
 * Returns the imported record that a save registers, for a new booking (`bookingId` null) or a stored one; null where the
 * save registers none. Throws the refusal.
 */
export function importToRegister(
  unit: UnitOfWork,
  { csvReservationId }: DecodedSave,
  bookingId: number | null,
): CsvReservation | null {
  if (!csvReservationId) return null;
  const record = unit.get(csvReservationStream, csvReservationId);
  if (!record) {
    throw refusal([invalid('import_unknown', 'csv_reservation_id', '自動登録データが見つかりません。')]);
  }
  const earlier = record.bookingId === null ? null : unit.get(reservationStream, record.bookingId);
  const decision = decideRegistration(record, { bookingId, earlier });
  if (!decision.ok) throw refusal(decision.broken);
  return decision.value;
}

/** Records which booking an imported record has become. */
export function appendRegistration(
  unit: UnitOfWork,
  record: CsvReservation,
  bookingId: number,
  write: WriteContext,
): void {
  const event = { type: 'CsvReservationRegistered', data: { bookingId } } as const;
  unit.append(csvReservationStream, record.id, event, write);
}

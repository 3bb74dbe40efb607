import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { EventRecord, FieldChange } from '@wire/event-record.js';
import type { EventWithStates, UnreadableEvent } from '../event-store/event-history-reader.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { asText, changesBetween, erasureReason, valuesBefore } from './changes.js';
import { describerFor, type TextContext } from './describers.js';
import { originOf } from './field-changes.public.js';

/** The booking that each imported record became, by the record's id. */
export type BookingsOfImports = ReadonlyMap<number, number>;

type BookingLink = Pick<EventRecord, 'booking_id' | 'booking_number'>;

function linkOf({ definition, after }: EventWithStates, bookings: BookingsOfImports): BookingLink {
  if (definition === reservationStream) {
    const { id, bookingNumber } = after as Reservation;
    return { booking_id: id, booking_number: bookingNumber || null };
  }
  if (definition !== csvReservationStream) return { booking_id: null, booking_number: null };
  const { id, bookingId, bookingNumber } = after as CsvReservation;
  return { booking_id: bookingId ?? bookings.get(id) ?? null, booking_number: bookingNumber || null };
}

function changesOf(
  { event, definition, before, after }: EventWithStates,
  context: TextContext,
): FieldChange[] {
  const { facts, texts } = describerFor(definition.category);
  const earlier = valuesBefore(event.type, before && facts(before, context));
  const changes = changesBetween(texts, earlier, facts(after, context), context);
  return asText([...erasureReason(event), ...changes]);
}

/** An event as auditors see it. */
export function eventRecord(
  told: EventWithStates,
  context: TextContext,
  bookings: BookingsOfImports,
): EventRecord {
  const { row, event, definition, after } = told;
  return {
    ...originOf(event, context),
    stream: row.stream,
    version: row.version,
    schema_version: row.schemaVersion,
    request_id: row.requestId,
    subject: describerFor(definition.category).subject(after),
    ...linkOf(told, bookings),
    changes: changesOf(told, context),
    payload: event.data as Record<string, unknown>,
    stored: row.payload,
    hash: row.hash.toString('hex'),
  };
}

/** A row of the log that cannot be read: where it stands and what is stored, and why it is no event. */
export function unreadableRecord({ row, reason }: UnreadableEvent, context: TextContext): EventRecord {
  const { payload, position, hash } = row;
  return {
    ...originOf({ ...row, requestId: row.requestId ?? '', data: {} }, context),
    label: '読み取れない記録',
    stream: row.stream,
    version: row.version,
    schema_version: row.schemaVersion,
    request_id: row.requestId,
    subject: `位置 ${position} は読み取れません (${reason})`,
    booking_id: null,
    booking_number: null,
    changes: [],
    payload: {},
    stored: payload,
    hash: hash.toString('hex'),
  };
}

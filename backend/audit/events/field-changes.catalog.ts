import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { EVENT_LABELS, type EventType } from '@wire/event-labels.js';
import type { EventOrigin, FieldChange } from '@wire/event-record.js';
import { BOOKING_FIELDS, type BookingField } from '@wire/field-texts.js';
import type { RecordedEvent } from '../../event-store/event.js';
import { bookingRecord } from '../../reservations/booking-answer.catalog.js';
import { changesBetween, type Facts, inWords } from './changes.js';

/** What follows from other fields, and what tells records apart without being a change. */
const SAID_OTHERWISE: readonly BookingField[] = [
  'id',
  'version',
  'date',
  'room_id',
  'gender_1',
  'gender_2',
  'csv_notes',
  'corporate',
  'payment_flag',
];
const BOOKKEEPING: readonly BookingField[] = ['id', 'version', 'date'];

function bookingFacts(booking: Reservation, { rooms }: HotelReference, but: readonly string[]): Facts {
  const { room_id, ...fields } = bookingRecord(booking, rooms);
  const all = {
    room_id,
    room_number: booking.roomNumber,
    ...fields,
    csv_reservation_id: booking.csvReservationId,
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => !but.includes(field)));
}

function changes(
  before: Reservation | null,
  after: Reservation,
  reference: HotelReference,
  but: readonly BookingField[],
): FieldChange[] {
  const earlier = before && bookingFacts(before, reference, but);
  return changesBetween(BOOKING_FIELDS, earlier, bookingFacts(after, reference, but), reference);
}

/** What changed between two states of a booking, each thing said once; all that a new one has. */
export function bookingChanges(
  before: Reservation | null,
  after: Reservation,
  reference: HotelReference,
): FieldChange[] {
  return inWords(changes(before, after, reference, SAID_OTHERWISE));
}

/** Every field of a booking's records that changed, those that follow from each other as well. */
export function allBookingChanges(
  before: Reservation | null,
  after: Reservation,
  reference: HotelReference,
): FieldChange[] {
  return changes(before, after, reference, BOOKKEEPING);
}

/** Who wrote an event, from where and when. */
export function originOf(event: RecordedEvent, { staff }: HotelReference): EventOrigin {
  return {
    position: event.position,
    type: event.type,
    label: EVENT_LABELS[event.type as EventType],
    recorded_at: event.recordedAt,
    staff_id: event.staffId,
    staff_name: event.staffId === null ? null : (staff.get(event.staffId)?.name ?? null),
    terminal: event.terminal,
  };
}

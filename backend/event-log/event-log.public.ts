import { type HotelReference, staffName } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { eventLabel } from '@wire/event-labels.js';
import type { EventOrigin, FieldChange } from '@wire/event-record.js';
import { BOOKING_FIELDS } from '@wire/field-texts.js';
import type { RecordedEvent } from '../event-store/event-stream.js';
import { allBookingFacts, bookingFacts } from './booking-facts.js';
import { asText, changesBetween, erasureReason, valuesBefore } from './changes.js';

/** The changes between two states of a booking without derived fields; all fields of a new booking. */
export function bookingChanges(
  before: Reservation | null,
  after: Reservation,
  reference: HotelReference,
): FieldChange[] {
  const earlier = before && bookingFacts(before, reference);
  return asText(changesBetween(BOOKING_FIELDS, earlier, bookingFacts(after, reference), reference));
}

/** Every field of a booking that an event changed, derived ones included. */
export function allBookingChanges(
  event: RecordedEvent,
  before: Reservation | null,
  after: Reservation,
  reference: HotelReference,
): FieldChange[] {
  const earlier = valuesBefore(event.type, before && allBookingFacts(before, reference));
  const changes = changesBetween(BOOKING_FIELDS, earlier, allBookingFacts(after, reference), reference);
  return [...erasureReason(event), ...changes];
}

/** Returns who wrote an event, from where and when. */
export function originOf(
  event: RecordedEvent,
  reference: Pick<HotelReference, 'staff' | 'serviceAccounts'>,
): EventOrigin {
  return {
    position: event.position,
    type: event.type,
    label: eventLabel(event.type),
    recorded_at: event.recordedAt,
    staff_id: event.staffId,
    staff_name: staffName(reference, event.staffId),
    terminal: event.terminal,
  };
}

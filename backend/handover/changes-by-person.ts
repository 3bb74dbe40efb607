import { groupBy } from '@domain/group-by.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { eventLabel } from '@wire/event-labels.js';
import type { FieldChange } from '@wire/event-record.js';
import type { BookingChangeKind, ChangedBooking, PersonChanges } from '@wire/handover.js';
import { NOTHING } from '@wire/value-texts.js';
import { bookingChanges } from '../event-log/event-log.public.js';
import type { EventStep } from '../event-store/event-stream.js';
import { isOwn, type OtherOperations, type Viewer } from './handover-events.query.js';

/** An event of a booking with the states before and after it. */
export type BookingStep = EventStep<Reservation>;

const personOf = ({ staffId, terminal }: Viewer): string =>
  staffId === null ? `terminal ${terminal ?? ''}` : `staff ${staffId}`;

/** Sums up one person's steps of one booking, oldest first; null when they changed nothing in all. */
function bookingSummary(steps: readonly BookingStep[], reference: HotelReference): ChangedBooking | null {
  const last = steps.at(-1);
  if (!last) return null;
  const isNew = steps.some(({ before }) => before === null);
  const merged = mergeChanges(steps.map(({ before, after }) => bookingChanges(before, after, reference)));
  const acts = operationsOf(merged, isNew);
  if (acts.length === 0) return null;
  const { event, after } = last;
  return {
    booking_id: after.id,
    acts,
    room_number: after.roomNumber,
    guest_name: after.guestName1,
    stay_start: after.stayStart,
    stay_end: after.stayEnd,
    is_cancelled: after.status === 'cancelled' ? 1 : 0,
    changes: shownFields(merged, isNew),
    position: event.position,
    recorded_at: event.recordedAt,
  };
}

type Sources = { steps: readonly BookingStep[]; others: readonly OtherOperations[] };

/** Changes by person: others before the viewer, the latest first; the bookings of each, the latest first. */
export function changesByPerson(
  { steps, others }: Sources,
  viewer: Viewer,
  reference: HotelReference,
): PersonChanges[] {
  const stepsOf = groupBy(steps, ({ event }) => personOf(event));
  const othersOf = groupBy(others, personOf);
  const people = [...new Set([...stepsOf.keys(), ...othersOf.keys()])].flatMap((person): PersonChanges[] => {
    const own = stepsOf.get(person) ?? [];
    const otherOperations = othersOf.get(person) ?? [];
    const authors: Viewer[] = [...own.map(({ event }) => event), ...otherOperations];
    const [who] = authors;
    if (!who) return [];
    const bookings = [...groupBy(own, ({ after }) => after.id).values()]
      .flatMap((same) => bookingSummary(same, reference) ?? [])
      .sort((a, b) => b.position - a.position);
    if (bookings.length === 0 && otherOperations.length === 0) return [];
    const labels = groupBy(otherOperations, ({ type }) => type);
    return [
      {
        staff_id: who.staffId,
        staff_name: staffName(reference, who.staffId),
        terminals: [...new Set(authors.flatMap(({ terminal }) => terminal ?? []))],
        is_me: isOwn(viewer, who),
        bookings,
        others: [...labels].map(([type, same]) => ({
          label: eventLabel(type),
          count: same.reduce((sum, { count }) => sum + count, 0),
        })),
      },
    ];
  });
  const newest = ({ bookings }: PersonChanges) => bookings[0]?.position ?? 0;
  return people.sort((a, b) => Number(a.is_me) - Number(b.is_me) || newest(b) - newest(a));
}

/** Fields derived from others. */
const DERIVED: readonly string[] = ['changed_room', 'group_end_date', 'staff_id'];
const PLACE: readonly string[] = ['room_number', 'stay_start', 'stay_end'];
/** Fields that the operations express completely. */
const IN_OPERATIONS: readonly string[] = [
  'is_cancelled',
  'checkin_date',
  'checkout_date',
  'no_show',
  'payment_status',
];
const PAYMENT: readonly string[] = ['payment_status', 'payment_type'];

/**
 * The net changes of several events: of each field the value before the first and after the last of them. Fields whose
 * text is the same again are left out.
 */
export function mergeChanges(events: readonly (readonly FieldChange[])[]): FieldChange[] {
  const merged = new Map<string, FieldChange>();
  for (const change of events.flat()) {
    const earlier = merged.get(change.field);
    const { before, before_text } = earlier ?? change;
    merged.set(change.field, { ...change, before, before_text });
  }
  return [...merged.values()].filter(
    ({ field, before_text, after_text }) => before_text !== after_text && !DERIVED.includes(field),
  );
}

type Fields = ReadonlyMap<string, FieldChange>;

const becomes = (fields: Fields, field: string, value: FieldChange['after']): boolean =>
  fields.get(field)?.after === value;

const isSet = (fields: Fields, field: string): boolean =>
  fields.has(field) && fields.get(field)?.after_text !== NOTHING;

const isCleared = (fields: Fields, field: string): boolean => fields.get(field)?.after_text === NOTHING;

/** The operations on a booking that its net changes amount to, in a fixed order. */
export function operationsOf(changes: readonly FieldChange[], isNew: boolean): BookingChangeKind[] {
  const fields: Fields = new Map(changes.map((change) => [change.field, change]));
  const isCancelled = becomes(fields, 'is_cancelled', 1);
  const acts: [BookingChangeKind, boolean][] = [
    ['added', isNew],
    ['cancelled', isCancelled],
    ['reinstated', !isNew && becomes(fields, 'is_cancelled', 0)],
    ['moved', !isNew && PLACE.some((field) => fields.has(field))],
    ['checked_in', isSet(fields, 'checkin_date')],
    ['check_in_reverted', isCleared(fields, 'checkin_date')],
    ['checked_out', isSet(fields, 'checkout_date')],
    ['check_out_reverted', isCleared(fields, 'checkout_date')],
    ['no_show', becomes(fields, 'no_show', 1)],
    ['no_show_reverted', !isNew && becomes(fields, 'no_show', 0) && !isSet(fields, 'checkin_date')],
    ['paid', becomes(fields, 'payment_status', '済')],
    ['unpaid', !isNew && becomes(fields, 'payment_status', '未')],
    ['changed', !isNew && shownFields(changes, isNew).some(({ field }) => !isInOperations(field, fields))],
  ];
  return acts.flatMap(([act, applies]) => (applies ? act : []));
}

function isInOperations(field: string, fields: Fields): boolean {
  if (PAYMENT.includes(field)) return fields.has('payment_status');
  return PLACE.includes(field) || IN_OPERATIONS.includes(field);
}

/** The changes shown beside the operations: none of a new booking, nor the group that a cancelled one left. */
export function shownFields(changes: readonly FieldChange[], isNew: boolean): FieldChange[] {
  if (isNew) return [];
  const isCancelled = changes.some(({ field, after }) => field === 'is_cancelled' && after === 1);
  return changes.filter(
    ({ field }) => !IN_OPERATIONS.includes(field) && !(isCancelled && field === 'base_booking_id'),
  );
}

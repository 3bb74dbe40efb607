import type { FieldChange } from '@wire/event-record.js';
import type { BookingAct } from '@wire/handover.js';
import { NOTHING } from '@wire/value-texts.js';

/** What follows from other fields and need not be told. */
const FOLLOWING: readonly string[] = ['changed_room', 'group_end_date', 'staff_id'];
/** What a booking is moved by. */
const PLACE: readonly string[] = ['room_number', 'stay_start', 'stay_end'];
/** Acts say these wholly. */
const SAID: readonly string[] = ['is_cancelled', 'checkin_date', 'checkout_date', 'payment_status'];
/** How and whether a stay is paid. */
const PAYMENT: readonly string[] = ['payment_status', 'payment_type'];

/**
 * What several events changed all in all: of each field what stood there before the first and after the last of them.
 * What reads as before is not told.
 */
export function mergeChanges(events: readonly (readonly FieldChange[])[]): FieldChange[] {
  const merged = new Map<string, FieldChange>();
  for (const change of events.flat()) {
    const earlier = merged.get(change.field);
    const { before, before_text } = earlier ?? change;
    merged.set(change.field, { ...change, before, before_text });
  }
  return [...merged.values()].filter(
    ({ field, before_text, after_text }) => before_text !== after_text && !FOLLOWING.includes(field),
  );
}

type Fields = ReadonlyMap<string, FieldChange>;

const becomes = (fields: Fields, field: string, value: FieldChange['after']): boolean =>
  fields.get(field)?.after === value;

const isSet = (fields: Fields, field: string): boolean =>
  fields.has(field) && fields.get(field)?.after_text !== NOTHING;

const isCleared = (fields: Fields, field: string): boolean => fields.get(field)?.after_text === NOTHING;

/** What was done to a booking, in the order in which it is told; empty when nothing came of it. */
export function operationsOf(changes: readonly FieldChange[], isNew: boolean): BookingAct[] {
  const fields: Fields = new Map(changes.map((change) => [change.field, change]));
  const isCancelled = becomes(fields, 'is_cancelled', 1);
  const acts: [BookingAct, boolean][] = [
    ['added', isNew],
    ['cancelled', isCancelled],
    ['reinstated', !isNew && becomes(fields, 'is_cancelled', 0)],
    ['moved', !isNew && PLACE.some((field) => fields.has(field))],
    ['checked_in', isSet(fields, 'checkin_date')],
    ['check_in_reverted', isCleared(fields, 'checkin_date')],
    ['checked_out', isSet(fields, 'checkout_date')],
    ['check_out_reverted', isCleared(fields, 'checkout_date')],
    ['paid', becomes(fields, 'payment_status', '済')],
    ['unpaid', !isNew && becomes(fields, 'payment_status', '未')],
    ['changed', !isNew && shownFields(changes, isNew).some(({ field }) => !isOfAct(field, fields))],
  ];
  return acts.flatMap(([act, holds]) => (holds ? act : []));
}

function isOfAct(field: string, fields: Fields): boolean {
  if (PAYMENT.includes(field)) return fields.has('payment_status');
  return PLACE.includes(field) || SAID.includes(field);
}

/** The fields worth telling beside the acts: none of a new booking, nor what a cancelled one left by it. */
export function shownFields(changes: readonly FieldChange[], isNew: boolean): FieldChange[] {
  if (isNew) return [];
  const isCancelled = changes.some(({ field, after }) => field === 'is_cancelled' && after === 1);
  return changes.filter(
    ({ field }) => !SAID.includes(field) && !(isCancelled && field === 'base_booking_id'),
  );
}

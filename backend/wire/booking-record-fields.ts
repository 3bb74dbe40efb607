import {
  RESERVATION_FIELD_NAMES,
  RESERVATION_FIELDS,
  type ReservationField,
} from '@domain/reservation/reservation-fields.js';

/** Fields of a record that staff do not enter, in the order of those that stand at its end. */
const DERIVED = [
  ...([
    'id',
    'version',
    'date',
    'is_cancelled',
    'gender_1',
    'gender_2',
    'checkin_date',
    'checkout_date',
  ] as const),
  ...([
    'corporate',
    'payment_status',
    'payment_flag',
    'used_points',
    'base_booking_id',
    'group_end_date',
  ] as const),
  ...(['changed_room', 'staff_id', 'party_id', 'no_show', 'balance'] as const),
] as const;
export type DerivedField = (typeof DERIVED)[number];
type EnteredField = (typeof RESERVATION_FIELDS)[ReservationField]['wire'];

/** Derived fields that stand behind one that staff enter, not at the end. */
const BEHIND: Partial<Record<EnteredField, readonly DerivedField[]>> = {
  room_id: ['date'],
  stay_end: ['is_cancelled'],
  guest_name_2: ['gender_1', 'gender_2'],
  checkin_time: ['checkin_date', 'checkout_date'],
  corporateID: ['corporate'],
  payment_type: ['payment_status', 'payment_flag'],
  coupon: ['used_points'],
};

/** The fields in the order of a record, which lists of changes have as well. */
export const RECORD_ORDER: readonly (DerivedField | EnteredField)[] = [
  ...new Set([
    ...(['id', 'version'] as const),
    ...RESERVATION_FIELD_NAMES.map((name) => RESERVATION_FIELDS[name].wire).flatMap((wire) => [
      wire,
      ...(BEHIND[wire] ?? []),
    ]),
    ...DERIVED,
  ]),
];

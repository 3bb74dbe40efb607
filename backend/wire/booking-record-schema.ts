import type { Day } from '@domain/dates.js';
import { picked } from '@domain/records.js';
import {
  type FieldKind,
  RESERVATION_FIELD_NAMES,
  RESERVATION_FIELDS,
  type ReservationField,
} from '@domain/reservation/reservation-fields.js';
import { z } from 'zod';
import { type DerivedField, RECORD_ORDER } from './booking-record-fields.js';

const flag = z.literal([0, 1]);
const day = z.string().transform((text) => text as Day);

/** The schemas of a stay's fields in records, by kind; the room is that of the night. */
const KINDS = {
  text: z.string(),
  roomNumber: z.int().nullable(),
  day,
  purpose: z.string(),
  bookingSource: z.string(),
  yen: z.int(),
  points: z.string(),
  people: z.int(),
  corporate: z.int(),
  paymentType: z.int().nullable(),
  blacklist: z.int(),
  flag,
} as const satisfies Record<FieldKind, z.ZodType>;
type Kinds = typeof KINDS;
type Fields = typeof RESERVATION_FIELDS;

const entered = Object.fromEntries(
  RESERVATION_FIELD_NAMES.map((name) => [
    RESERVATION_FIELDS[name].wire,
    KINDS[RESERVATION_FIELDS[name].kind],
  ]),
) as { [Name in ReservationField as Fields[Name]['wire']]: Kinds[Fields[Name]['kind']] };

/** Fields of a record beside them. */
const derived = {
  id: z.int(),
  version: z.int(),
  date: day,
  is_cancelled: flag,
  gender_1: z.enum(['male', 'female']).nullable(),
  gender_2: z.enum(['male', 'female']).nullable(),
  checkin_date: day.nullable(),
  checkout_date: day.nullable(),
  corporate: flag,
  payment_status: z.enum(['済', '未']),
  payment_flag: flag,
  used_points: z.int(),
  base_booking_id: z.int(),
  group_end_date: day.nullable(),
  changed_room: flag,
  staff_id: z.int().nullable(),
  party_id: z.int(),
  no_show: flag,
  /** Whole yen still to be paid; negative where money is to be given back. */
  balance: z.int(),
} as const satisfies Record<DerivedField, z.ZodType>;

/** One night of a booking as it goes over the wire (spec 3, contract 2). */
export const bookingRecordSchema = z.strictObject(picked({ ...derived, ...entered }, RECORD_ORDER));

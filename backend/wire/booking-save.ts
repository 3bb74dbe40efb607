import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { MAX_NAME, MAX_YEN } from '@domain/limits.js';
import { entriesOf, keysOf } from '@domain/records.js';
import { type Flag, type Gender, gendersOf } from '@domain/reservation/reservation.js';
import {
  DRAFT_FIELDS,
  NOT_BLACKLISTED,
  RESERVATION_FIELD_NAMES,
  RESERVATION_FIELDS,
  type ReservationDetails,
  type ReservationDraft,
  type ReservationField,
  reservationField,
} from '@domain/reservation/reservation-fields.js';
import { BOOKING_SOURCES, PURPOSES } from '@domain/reservation/sources.js';
import { z } from 'zod';
import type { BookingRecord } from './booking-record.js';
import type { CsvFormData } from './csv-record.js';
import { choice, dayField, decodeFields, flag, idField, readOnly, text, wholeNumber } from './fields.js';

const POINTS_WRONG = '利用ポイントは数値を入力してください。';
const GUESTS_WRONG = '宿泊人数を選択してください。';
const TIME_WRONG = 'チェックイン時間は00:00から29:50まで10分単位で入力してください。';
const CHECKIN_TIME = /^[0-2]\d:[0-5]0$/;

const checkinTime = z
  .string({ error: 'チェックイン時間を入力してください。' })
  .min(1, { error: 'チェックイン時間を入力してください。', abort: true })
  .regex(CHECKIN_TIME, { error: TIME_WRONG });

const gender = z.enum(['male', 'female'], { error: '性別の選択が正しくありません。' }).nullable();

const LARGEST_ID = 2_147_483_647;

/** The schema of a field that a save may leave out. */
function optionalField(name: ReservationField): z.ZodType {
  const { kind, label, max = 0, lines } = reservationField(name);
  switch (kind) {
    case 'text':
      return text(label, max, lines).optional();
    case 'flag':
      return flag(label).optional();
    case 'purpose':
      return choice(label, PURPOSES).optional();
    case 'bookingSource':
      return choice(label, BOOKING_SOURCES).optional();
    case 'corporate':
      return wholeNumber(label, 0, LARGEST_ID).optional();
    case 'paymentType':
      return idField(label).nullable().optional();
    case 'blacklist':
      return wholeNumber(label, NOT_BLACKLISTED, LARGEST_ID).optional();
    default:
      throw new Error(`${name}: a save must say a field of kind ${kind}`);
  }
}

/** The fields that a new booking must say, with the messages of the specification. */
const REQUIRED: Partial<Record<ReservationField, z.ZodType>> = {
  guestName1: text('宿泊者名', MAX_NAME, 'one line', '宿泊者名は2文字以上で入力してください。'),
  reserverName: text('予約者名', MAX_NAME, 'one line', '予約者名は2文字以上で入力してください。'),
  mensCount: wholeNumber('男性の人数', 0, 99, GUESTS_WRONG),
  womensCount: wholeNumber('女性の人数', 0, 99, GUESTS_WRONG),
  roomNumber: idField('ルームタイプ'),
  stayStart: dayField('チェックイン日'),
  stayEnd: dayField('チェックアウト日'),
  checkinTime,
  totalFee: wholeNumber('合計料金', 0, MAX_YEN, '合計料金は数値を入力してください。'),
  usedPoints: wholeNumber('利用ポイント', 0, MAX_YEN, POINTS_WRONG),
};

/** The values of a save's fields; the room is named by its room-month. */
type Entered = {
  [Name in ReservationField as (typeof RESERVATION_FIELDS)[Name]['wire']]: Name extends 'roomNumber'
    ? number
    : ReservationDetails[Name];
};
type Schemas = { [Name in keyof Entered]: z.ZodType<Entered[Name], Entered[Name]> };

const genders = { gender_1: gender.optional(), gender_2: gender.optional() };

/** In the order in which errors are listed: what a save must say comes first, genders behind the guests. */
const entered = Object.fromEntries(
  [...new Set([...keysOf(REQUIRED), ...RESERVATION_FIELD_NAMES])].flatMap((name): [string, z.ZodType][] => [
    [reservationField(name).wire, REQUIRED[name] ?? optionalField(name)],
    ...(name === 'guestName2' ? Object.entries(genders) : []),
  ]),
) as Schemas & typeof genders;

/** The payload of a save, snake_case as in spec 7 with the additions of contract 2. */
const saveShape = {
  ...entered,
  is_day_before_same_flag: flag('前日と同一予約').optional(),
  csv_reservation_id: idField('自動登録データ').optional(),
  party_of: idField('同じグループの予約').optional(),
  tentative_stay_id: idField('仮予約').optional(),
  waiting_entry_id: idField('キャンセル待ち').optional(),
};

/** Fields of booking and import records that a save does not set. */
const recordFields = readOnly<
  | Exclude<keyof BookingRecord | keyof CsvFormData, keyof typeof saveShape>
  | 'mess'
  | 'imported_record_id'
  | 'room_type'
  | 'party'
  | 'in_house'
>({
  id: true,
  version: true,
  date: true,
  is_cancelled: true,
  checkin_date: true,
  checkout_date: true,
  no_show: true,
  corporate: true,
  payment_status: true,
  payment_flag: true,
  used_points: true,
  base_booking_id: true,
  group_end_date: true,
  changed_room: true,
  staff_id: true,
  party_id: true,
  balance: true,
  mess: true,
  start_day_edge: true,
  end_day_edge: true,
  borderRoom: true,
  imported_record_id: true,
  room_type: true,
  party: true,
  in_house: true,
  paymentStatus: true,
  site: true,
  room_index: true,
  kind: true,
  revision: true,
  room_symbol: true,
  room_name: true,
  smoking_status: true,
  status: true,
  reason: true,
  detail: true,
  dismissed_reason: true,
  warnings: true,
  booking_id: true,
  is_returned: true,
  booking_version: true,
  updated_at: true,
  file: true,
  duplicates: true,
  rooms: true,
  group: true,
});

/** The body of `POST /api/booking`. */
export const bookingSaveShape = { ...saveShape, ...recordFields };
/** The body of `PUT /api/booking/{id}`: a field that is left out keeps its value. */
export const bookingChangeShape = z.object(bookingSaveShape).partial().shape;

type SaveFields = z.input<z.ZodObject<typeof saveShape>>;
/** The fields of a save payload, all optional as on a PUT; the points are text in older clients. */
export type BookingSave = Partial<Omit<SaveFields, 'csv_notes'> & { csv_notes: string | number }>;

/** A save payload in the domain's terms. Fields that were left out are absent, unreadable ones null. */
export type DecodedSave = {
  draft: Partial<ReservationDraft>;
  genders: { gender1?: Gender | null; gender2?: Gender | null };
  sameAsDayBefore: Flag | undefined;
  csvReservationId: number | undefined;
  /** A booking whose party a new one is another room of. */
  partyOf: number | undefined;
  /** A 仮予約 that a new booking takes the place of. */
  tentativeStayId: number | undefined;
  /** An entry of the waiting list that a new booking fulfils. */
  waitingEntryId: number | undefined;
  unreadable: BrokenRule[];
};

/** Reads the body of `POST /api/booking` or `PUT /api/booking/{id}` (spec 7, contract 1 and 2). */
export function decodeBookingSave(body: Record<string, unknown>): DecodedSave {
  const { values, unreadable } = decodeFields(bookingSaveShape, body);
  const isAbsent = (field: string) => Object.hasOwn(saveShape, field) && body[field] === undefined;
  const broken = unreadable.filter(({ field }) => field === null || !isAbsent(field));
  const draft: Record<string, unknown> = {};
  for (const [wireName, name] of entriesOf(DRAFT_FIELDS)) {
    const value = values[wireName];
    if (value !== undefined) draft[name] = value;
    else if (broken.some((rule) => rule.field === wireName)) draft[name] = null;
  }
  return {
    draft: draft as Partial<ReservationDraft>,
    genders: { gender1: values.gender_1, gender2: values.gender_2 },
    sameAsDayBefore: values.is_day_before_same_flag,
    csvReservationId: values.csv_reservation_id,
    partyOf: values.party_of,
    tentativeStayId: values.tentative_stay_id,
    waitingEntryId: values.waiting_entry_id,
    unreadable: broken,
  };
}

/** The rules that the genders sent break against the counts (contract 2). */
export function brokenGenderRules(
  genders: DecodedSave['genders'],
  party: { mensCount: number | null; womensCount: number | null },
): BrokenRule[] {
  const mensCount = party.mensCount ?? 0;
  const womensCount = party.womensCount ?? 0;
  if (mensCount + womensCount > 2) return [];
  const sent = [genders.gender1, genders.gender2];
  return gendersOf({ mensCount, womensCount }).flatMap((expected, index) => {
    if (sent[index] === undefined || sent[index] === expected) return [];
    const guest = index + 1;
    return invalid('gender_mismatch', `gender_${guest}`, `性別${guest}が宿泊人数と合いません。`);
  });
}

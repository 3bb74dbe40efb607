import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_NOTES, MAX_TEL, MAX_YEN } from '@domain/limits.js';
import type { ReservationDraft } from '@domain/reservation/reservation.commands.js';
import { type Flag, type Gender, gendersOf, NOT_BLACKLISTED } from '@domain/reservation/reservation.js';
import {
  BOOKING_SOURCES,
  DEFAULT_BOOKING_SOURCE,
  DEFAULT_PURPOSE,
  PURPOSES,
} from '@domain/reservation/sources.js';
import { z } from 'zod';
import type { BookingRecord } from './booking-record.js';
import { DRAFT_FIELDS } from './booking-save-fields.js';
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

/** The payload of a save, snake_case as in spec 7 with the additions of contract 2. */
const saveShape = {
  guest_name_1: text('宿泊者名', MAX_NAME, 'one line', '宿泊者名は2文字以上で入力してください。'),
  reserver_name: text('予約者名', MAX_NAME, 'one line', '予約者名は2文字以上で入力してください。'),
  mens_count: wholeNumber('男性の人数', 0, 99, GUESTS_WRONG),
  womens_count: wholeNumber('女性の人数', 0, 99, GUESTS_WRONG),
  room_id: idField('ルームタイプ'),
  stay_start: dayField('チェックイン日'),
  stay_end: dayField('チェックアウト日'),
  checkin_time: checkinTime,
  total_fee: wholeNumber('合計料金', 0, MAX_YEN, '合計料金は数値を入力してください。'),
  csv_notes: wholeNumber('利用ポイント', 0, MAX_YEN, POINTS_WRONG),
  reserver_name_kana: text('予約者名(カナ)', MAX_NAME).optional(),
  guest_name1_kana: text('宿泊者名(カナ)', MAX_NAME).optional(),
  guest_name_2: text('宿泊者名2', MAX_NAME).optional(),
  gender_1: gender.optional(),
  gender_2: gender.optional(),
  purpose: choice('利用目的', PURPOSES).optional(),
  booking_source: choice('予約媒体', BOOKING_SOURCES).optional(),
  notes: text('備考', MAX_NOTES, 'many lines').optional(),
  booking_number: text('予約番号', MAX_BOOKING_NUMBER).optional(),
  corporateID: wholeNumber('法人', 0, 2_147_483_647).optional(),
  tel: text('電話番号', MAX_TEL).optional(),
  payment_type: idField('支払方法').nullable().optional(),
  coupon: flag('クーポン').optional(),
  room_move_lock: flag('部屋移動不可').optional(),
  blacklist_id: wholeNumber('ブラックリスト', NOT_BLACKLISTED, 2_147_483_647).optional(),
  nextday_out_flag: flag('翌OUT').optional(),
  is_day_before_same_flag: flag('前日と同一予約').optional(),
  csv_reservation_id: idField('自動登録データ').optional(),
  party_of: idField('同じグループの予約').optional(),
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

/** Defaults of a new booking's absent fields (spec 3). */
export const NEW_BOOKING: ReservationDraft = {
  guestName1: null,
  reserverName: null,
  mensCount: 0,
  womensCount: 0,
  roomId: null,
  stayStart: null,
  stayEnd: null,
  checkinTime: null,
  totalFee: null,
  usedPoints: null,
  reserverNameKana: '',
  guestName1Kana: '',
  guestName2: '',
  purpose: DEFAULT_PURPOSE,
  bookingSource: DEFAULT_BOOKING_SOURCE,
  notes: '',
  bookingNumber: '',
  corporateId: 0,
  tel: '',
  paymentType: null,
  coupon: 0,
  roomMoveLock: 0,
  blacklistId: NOT_BLACKLISTED,
  nextdayOutFlag: 0,
};

/** A save payload in the domain's terms. Fields that were left out are absent, unreadable ones null. */
export type DecodedSave = {
  draft: Partial<ReservationDraft>;
  genders: { gender1?: Gender | null; gender2?: Gender | null };
  sameAsDayBefore: Flag | undefined;
  csvReservationId: number | undefined;
  /** A booking whose party a new one is another room of. */
  partyOf: number | undefined;
  unreadable: BrokenRule[];
};

/** Reads the body of `POST /api/booking` or `PUT /api/booking/{id}` (spec 7, contract 1 and 2). */
export function decodeBookingSave(body: Record<string, unknown>): DecodedSave {
  const { values, unreadable } = decodeFields(bookingSaveShape, body);
  const isAbsent = (field: string) => Object.hasOwn(saveShape, field) && body[field] === undefined;
  const broken = unreadable.filter(({ field }) => field === null || !isAbsent(field));
  const draft: Record<string, unknown> = {};
  for (const [wireName, name] of Object.entries(DRAFT_FIELDS)) {
    const value = values[wireName as keyof typeof DRAFT_FIELDS];
    if (value !== undefined) draft[name] = value;
    else if (broken.some((rule) => rule.field === wireName)) draft[name] = null;
  }
  return {
    draft: draft as Partial<ReservationDraft>,
    genders: { gender1: values.gender_1, gender2: values.gender_2 },
    sameAsDayBefore: values.is_day_before_same_flag,
    csvReservationId: values.csv_reservation_id,
    partyOf: values.party_of,
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

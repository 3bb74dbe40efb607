import type { Day } from '../dates.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_NOTES, MAX_TEL } from '../limits.js';
import { keysOf } from '../records.js';
import { type BookingSource, DEFAULT_BOOKING_SOURCE, DEFAULT_PURPOSE, type Purpose } from './sources.js';

/** No blacklist entry matches (spec 3). */
export const NOT_BLACKLISTED = -1;

/** Type of a field's value, by its kind. Yen, points and people are whole; a company is 0 for none. */
type FieldValues = {
  text: string;
  roomNumber: string;
  day: Day;
  purpose: Purpose;
  bookingSource: BookingSource;
  yen: number;
  points: number;
  people: number;
  corporate: number;
  paymentType: number | null;
  blacklist: number;
  flag: 0 | 1;
};
export type FieldKind = keyof FieldValues;

type FieldEntry = {
  kind: FieldKind;
  /** Its name in the body of a save. */
  wire: string;
  /** Name for staff. */
  label: string;
  /** The value in a new booking when the save leaves it out (spec 3); null where the save must say it. */
  initial: string | number | null;
  /** The most characters of a text. */
  max?: number;
  lines?: 'many lines';
  /** Names or reaches a person: encrypted in the log with the reservation's own key. */
  isPersonal?: true;
};

/**
 * Everything that staff enter of a stay (spec 3, reservation form), in the order of records and lists of changes. Types,
 * schemas of events, saves and records, defaults, labels, personal and restorable fields follow from it.
 */
export const RESERVATION_FIELDS = {
  /** A save and a record name the room of a month; events its number. */
  roomNumber: { kind: 'roomNumber', wire: 'room_id', label: '部屋番号', initial: null },
  stayStart: { kind: 'day', wire: 'stay_start', label: 'チェックイン日', initial: null },
  stayEnd: { kind: 'day', wire: 'stay_end', label: 'チェックアウト日', initial: null },
  reserverName: {
    kind: 'text',
    wire: 'reserver_name',
    label: '予約者名',
    initial: null,
    max: MAX_NAME,
    isPersonal: true,
  },
  reserverNameKana: {
    kind: 'text',
    wire: 'reserver_name_kana',
    label: '予約者名(カナ)',
    initial: '',
    max: MAX_NAME,
    isPersonal: true,
  },
  guestName1: {
    kind: 'text',
    wire: 'guest_name_1',
    label: '宿泊者名',
    initial: null,
    max: MAX_NAME,
    isPersonal: true,
  },
  guestName1Kana: {
    kind: 'text',
    wire: 'guest_name1_kana',
    label: '宿泊者名(カナ)',
    initial: '',
    max: MAX_NAME,
    isPersonal: true,
  },
  guestName2: {
    kind: 'text',
    wire: 'guest_name_2',
    label: '宿泊者名2',
    initial: '',
    max: MAX_NAME,
    isPersonal: true,
  },
  purpose: { kind: 'purpose', wire: 'purpose', label: '利用目的', initial: DEFAULT_PURPOSE },
  bookingSource: {
    kind: 'bookingSource',
    wire: 'booking_source',
    label: '予約媒体',
    initial: DEFAULT_BOOKING_SOURCE,
  },
  notes: {
    kind: 'text',
    wire: 'notes',
    label: '備考',
    initial: '',
    max: MAX_NOTES,
    lines: 'many lines',
    isPersonal: true,
  },
  usedPoints: { kind: 'points', wire: 'csv_notes', label: '利用ポイント', initial: null },
  checkinTime: { kind: 'text', wire: 'checkin_time', label: 'チェックイン時間', initial: null },
  totalFee: { kind: 'yen', wire: 'total_fee', label: '合計料金', initial: null },
  bookingNumber: {
    kind: 'text',
    wire: 'booking_number',
    label: '予約番号',
    initial: '',
    max: MAX_BOOKING_NUMBER,
  },
  mensCount: { kind: 'people', wire: 'mens_count', label: '男性', initial: 0 },
  womensCount: { kind: 'people', wire: 'womens_count', label: '女性', initial: 0 },
  corporateId: { kind: 'corporate', wire: 'corporateID', label: '法人', initial: 0 },
  tel: { kind: 'text', wire: 'tel', label: '電話番号', initial: '', max: MAX_TEL, isPersonal: true },
  paymentType: { kind: 'paymentType', wire: 'payment_type', label: '支払方法', initial: null },
  coupon: { kind: 'flag', wire: 'coupon', label: 'クーポン', initial: 0 },
  roomMoveLock: { kind: 'flag', wire: 'room_move_lock', label: '部屋移動不可', initial: 0 },
  blacklistId: {
    kind: 'blacklist',
    wire: 'blacklist_id',
    label: 'ブラックリスト',
    initial: NOT_BLACKLISTED,
  },
  nextdayOutFlag: { kind: 'flag', wire: 'nextday_out_flag', label: '翌OUT', initial: 0 },
} as const satisfies Record<string, FieldEntry>;

type Fields = typeof RESERVATION_FIELDS;
export type ReservationField = keyof Fields;

/** Fields of a stay that staff enter. */
export type ReservationDetails = { -readonly [Name in ReservationField]: FieldValues[Fields[Name]['kind']] };

/** The name of a field in a draft, which names the room by its room-month. */
export type DraftField<Name extends ReservationField = ReservationField> = Name extends 'roomNumber'
  ? 'roomId'
  : Name;

/** Values that staff ask to save: the room by room-month id; null stands for missing or not readable. */
export type ReservationDraft = {
  [Name in ReservationField as DraftField<Name>]:
    | (Name extends 'roomNumber' ? number : ReservationDetails[Name])
    | null;
};

const draftField = (name: ReservationField): DraftField => (name === 'roomNumber' ? 'roomId' : name);

/** The fields by name, in the order of the catalogue. */
export const RESERVATION_FIELD_NAMES = keysOf(RESERVATION_FIELDS);

/** The entry of a field. */
export const reservationField = (name: ReservationField): FieldEntry => RESERVATION_FIELDS[name];

type PersonalField = {
  [Name in ReservationField]: Fields[Name] extends { isPersonal: true } ? Name : never;
}[ReservationField];

/** Details that name or reach a person: encrypted in the log with the reservation's own key. */
export const PERSONAL_FIELDS = RESERVATION_FIELD_NAMES.filter(
  (name): name is PersonalField => reservationField(name).isPersonal === true,
);

/** The fields by their names in the body of a save, and what a draft calls them. */
export const DRAFT_FIELDS = Object.fromEntries(
  RESERVATION_FIELD_NAMES.map((name) => [reservationField(name).wire, draftField(name)]),
) as { readonly [Name in ReservationField as Fields[Name]['wire']]: DraftField<Name> };

/** Defaults of a new booking's absent fields (spec 3). */
export const NEW_BOOKING = Object.fromEntries(
  RESERVATION_FIELD_NAMES.map((name) => [draftField(name), reservationField(name).initial]),
) as ReservationDraft;

type UnsaidField = {
  [Name in ReservationField]: Fields[Name]['initial'] extends null ? never : Name;
}[ReservationField];

/** Values of the fields that a save may leave out, and no way of paying. */
export const UNSAID = Object.fromEntries(
  RESERVATION_FIELD_NAMES.filter(
    (name) => name === 'paymentType' || reservationField(name).initial !== null,
  ).map((name) => [name, reservationField(name).initial]),
) as Pick<ReservationDetails, UnsaidField | 'paymentType'>;

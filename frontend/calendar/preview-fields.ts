import { keysOf } from '@domain/records.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { remembered } from '../shared/remembered.js';

const GENDER_NAMES = { male: '男', female: '女' } as const;

/** Fields that a stay's bar can show, in order (spec 9, preview fields). */
export const PREVIEW_LABELS = {
  guestName1: '宿泊者名1',
  guestName2: '宿泊者名2',
  gender: '性別',
  purpose: '利用目的',
  bookingSource: '予約媒体',
  paymentStatus: '支払',
  coupon: 'クーポン',
  points: 'ポイント',
} as const;
export type PreviewField = keyof typeof PREVIEW_LABELS;
export const PREVIEW_FIELDS = keysOf(PREVIEW_LABELS);

/** The genders of a booking's guests, as 男・女. */
export function gendersText({ gender_1, gender_2 }: BookingRecord): string {
  return [gender_1, gender_2].flatMap((gender) => (gender ? GENDER_NAMES[gender] : [])).join('・');
}

const TEXTS: Record<PreviewField, (record: BookingRecord) => string> = {
  guestName1: (record) => record.guest_name_1,
  guestName2: (record) => record.guest_name_2,
  gender: gendersText,
  purpose: (record) => record.purpose,
  bookingSource: (record) => record.booking_source,
  paymentStatus: (record) => record.payment_status,
  coupon: (record) => (record.coupon === 1 ? 'ク有' : 'ク無'),
  points: (record) => (record.used_points > 0 ? 'ポ有' : 'ポ無'),
};

const EN_SPACE = '\u2002';

/** The chosen fields of a booking as one line. */
export function previewText(record: BookingRecord, fields: readonly PreviewField[]): string {
  return fields
    .map((field) => TEXTS[field](record))
    .filter(Boolean)
    .join(EN_SPACE);
}

/** Fields that the bars of the list screen show; the guest's name until staff choose. */
export const previewFieldsAtom = remembered<readonly PreviewField[]>(
  'preview-fields',
  (stored) =>
    stored === null ? ['guestName1'] : PREVIEW_FIELDS.filter((field) => stored.split(',').includes(field)),
  (fields) => fields.join(','),
);

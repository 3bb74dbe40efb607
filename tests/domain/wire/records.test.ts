import { conflict, invalid } from '@domain/broken-rule.js';
import { day, type Month } from '@domain/dates.js';
import type { HotelReference } from '@domain/reference.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import { encodeBookingNight } from '@wire/booking-record.js';
import { bookingRecordSchema } from '@wire/booking-record-schema.js';
import { decodeDailyCount, encodeDailyCount } from '@wire/count-record.js';
import { encodeCsvReservation } from '@wire/csv-record.js';
import { errorBody } from '@wire/errors.js';
import { BOOKING_FIELDS, type BookingField, IMPORT_FIELDS } from '@wire/field-texts.js';
import { decodeRoomMonth, encodeRoomMonth, roomRecordSchema } from '@wire/room-record.js';
import { instantText, valueText } from '@wire/value-texts.js';
import { encodeWeatherDay, weatherRecordSchema } from '@wire/weather-record.js';
import { anImport, aReservation, aRoomMonth } from '#tests/support/builders.js';

const night = (booking = aReservation()) => encodeBookingNight(booking, day('2026-11-22'), 77);

describe('booking record (spec 3, contract 2)', () => {
  it('is one night of a booking in the fields of the wire', () => {
    expect(night()).toEqual({
      id: 10,
      version: 1,
      room_id: 77,
      date: '2026-11-22',
      stay_start: '2026-11-21',
      stay_end: '2026-11-23',
      is_cancelled: 0,
      reserver_name: '山田商事',
      reserver_name_kana: 'ヤマダショウジ',
      guest_name_1: '山田太郎',
      guest_name1_kana: 'ヤマダタロウ',
      guest_name_2: '',
      gender_1: 'male',
      gender_2: null,
      purpose: '出張',
      booking_source: '自社',
      notes: '',
      csv_notes: '0',
      checkin_time: '15:00',
      checkin_date: null,
      checkout_date: null,
      total_fee: 8000,
      booking_number: '',
      mens_count: 1,
      womens_count: 0,
      corporateID: 0,
      corporate: 0,
      tel: '09000000001',
      payment_type: null,
      payment_status: '未',
      payment_flag: 0,
      coupon: 0,
      used_points: 0,
      room_move_lock: 0,
      blacklist_id: -1,
      nextday_out_flag: 0,
      base_booking_id: 0,
      group_end_date: null,
      changed_room: 0,
      party_id: 0,
      no_show: 0,
      balance: 8_000,
      staff_id: null,
    });
  });

  it('derives fields from others', () => {
    const party = { mensCount: 0, womensCount: 2, corporateId: 3 };
    expect(
      night(aReservation({ ...party, status: 'cancelled', usedPoints: 120, paymentFlag: 1, isNoShow: true })),
    ).toMatchObject({
      ...{ is_cancelled: 1, csv_notes: '120', used_points: 120, payment_flag: 1, payment_status: '済' },
      ...{ corporate: 1, corporateID: 3, gender_1: 'female', gender_2: 'female', no_show: 1 },
    });
  });

  it('is what its schema reads, and nothing else', () => {
    expect(bookingRecordSchema.parse(night())).toEqual(night());
    expect(bookingRecordSchema.safeParse({ ...night(), extra: 1 }).success).toBe(false);
    expect(bookingRecordSchema.safeParse({ ...night(), is_cancelled: 2 }).success).toBe(false);
  });
});

it('an imported record is a booking record without a room, with the payment in words', () => {
  const context = { updated_at: '2026-11-21T00:00:00.000000Z', file: null, duplicates: [], rooms: 1 };
  const encode = (details: Parameters<typeof anImport>[0]) =>
    encodeCsvReservation(anImport(details), context);
  expect(encode({ paymentFlag: 1, reason: '空室なし', usedPoints: 5 })).toMatchObject({
    ...{ id: 900, room_id: null, booking_id: null, date: '2026-11-21', booking_source: '楽天' },
    ...{ csv_notes: '5', paymentStatus: '済', is_cancelled: 0, blacklist_id: -1, purpose: '出張' },
    ...{ room_symbol: 'NS', smoking_status: '禁煙', status: 'failed', reason: '空室なし', ...context },
  });
  const unread = { date: null, stay_start: null, stay_end: null };
  expect(encode({ stayStart: null, stayEnd: null })).toMatchObject(unread);
  expect(encode({ status: 'cancelled' })).toMatchObject({ is_cancelled: 1, paymentStatus: '未' });
});

it('a room record goes over the wire and back', () => {
  const room = aRoomMonth({ id: 5, month: day('2027-01-01') as Month, roomType: 'ツイン', corporate: 1 });
  const record = encodeRoomMonth(room);
  expect(record).toEqual({
    ...{ id: 5, room_number: '1001', year: 2027, month: 1, room_type: 'ツイン', room_label: 'S' },
    ...{ priority: '', smoking_status: '禁煙', reservable_status: '予約可能', corporate: 1 },
  });
  expect(decodeRoomMonth(roomRecordSchema.parse(record))).toEqual({ ...room, version: 0 });
});

it('a count record has three figures a category and the sum of the rooms', () => {
  const counts = Object.fromEntries(
    CATEGORIES.map((category, index) => [category, { total: 10 + index, actual: index, tema: 2 * index }]),
  ) as ReturnType<typeof decodeDailyCount>;
  const record = encodeDailyCount(counts);
  expect(record).toMatchObject({
    total_rooms: 91,
    total_normal_non_smoking: 10,
    actual_twin_smoking: 3,
    tema_corporate_non_smoking: 12,
  });
  expect(Object.keys(record)).toHaveLength(22);
  expect(decodeDailyCount(record)).toEqual(counts);
});

it('a weather record is what its schema reads', () => {
  const weather = { id: 1, version: 2, date: day('2026-11-21'), weather: '晴れ' };
  const record = encodeWeatherDay({ ...weather, holidayFlag: 1 });
  expect(record).toEqual({ ...weather, holiday_flag: 1 });
  expect(weatherRecordSchema.parse(record)).toEqual(record);
});

it('an error body has every message, one a line, and no more of a rule than the wire needs', () => {
  expect(errorBody([invalid('a', 'tel', 'A。'), conflict('b', null, 'B。')], 'r-1')).toEqual({
    error: 'A。\nB。',
    errors: [
      { code: 'a', field: 'tel', message: 'A。' },
      { code: 'b', field: null, message: 'B。' },
    ],
    request_id: 'r-1',
  });
});

const REFERENCE: HotelReference = {
  rooms: roomDirectory([aRoomMonth({ id: 7, roomNumber: '1003' })]),
  corporates: new Map([[5, { id: 5, version: 1, corporateShortName: '㈱見本商事', corporateFlag: 0 }]]),
  hotel: null,
  setup: null,
  payments: new Map([[6, { id: 6, version: 1, paymentName: '現金', kind: '現金' as const }]]),
  blacklist: new Map([[8, { id: 8, version: 1, guestName: '黒瀬 剛', tel: null }]]),
  ...{ serviceAccounts: new Map(), serviceKeys: new Map(), webhooks: new Map(), webhookSecrets: new Map() },
  ...{ icalAddresses: new Map(), icalSecrets: new Map() },
  staff: new Map([[9, { id: 9, version: 1, name: '髙田 由美', role: 'staff', loginName: null }]]),
  roomTypeMappings: new Map(),
  prepaidWords: new Map(),
  lodgingTaxRules: [],
  cancellationRules: new Map(),
  chargeItems: new Map(),
  lastClosedDay: null,
};

const text = (field: BookingField, value: string | number | null) =>
  valueText(BOOKING_FIELDS[field], value, REFERENCE);

describe('values of a booking in words', () => {
  it.each<[BookingField, string | number | null, string]>([
    ['total_fee', 8000, '¥8,000'],
    ['total_fee', 0, '¥0'],
    ['stay_start', '2026-11-21', '2026/11/21(土)'],
    ['checkin_date', null, '—'],
    ['notes', '', '—'],
    ['notes', '一行目\n二行目', '一行目\n二行目'],
    ['is_cancelled', 1, '取消'],
    ['is_cancelled', 0, '有効'],
    ['payment_status', '済', '済'],
    ['payment_flag', 0, '未'],
    ['payment_flag', 1, '済'],
    ['coupon', 1, 'あり'],
    ['coupon', 0, 'なし'],
    ['gender_1', 'male', '男性'],
    ['gender_2', 'female', '女性'],
    ['gender_2', null, '—'],
    ['mens_count', 2, '2名'],
    ['used_points', 1200, '1,200pt'],
    ['csv_notes', '1200', '1,200pt'],
    ['corporateID', 0, 'なし'],
    ['corporateID', 5, '㈱見本商事'],
    ['corporateID', 99, '#99'],
    ['payment_type', 6, '現金'],
    ['payment_type', null, '—'],
    ['blacklist_id', -1, '該当なし'],
    ['blacklist_id', 8, '黒瀬 剛'],
    ['staff_id', 9, '髙田 由美'],
    ['base_booking_id', 0, 'なし'],
    ['base_booking_id', 12, '予約 #12'],
    ['csv_reservation_id', 900, '自動登録データ #900'],
    ['room_id', 7, '1003 2026年11月'],
    ['room_id', 70, '#70'],
    ['checkin_time', '25:00', '25:00'],
    ['guest_name_1', '削除済み', '削除済み'],
    ['tel', '削除済み', '削除済み'],
  ])('%s %j reads %s', (field, value, words) => {
    expect(text(field, value)).toBe(words);
  });

  it('has a label for each field, the same only for equal meanings', () => {
    const labels = Object.values(BOOKING_FIELDS).map(({ label }) => label);
    const doubled = labels.filter((label, index) => labels.indexOf(label) !== index);
    expect(doubled.sort()).toEqual(['利用ポイント', '支払状況']);
  });
});

it('lists of an imported record are words, also empty ones', () => {
  const listed = (values: string[]) => valueText(IMPORT_FIELDS.sold_categories, values, { timezone: 'UTC' });
  expect(listed(['twin_smoking', 'normal_smoking'])).toBe('ツイン 喫煙、一般 喫煙');
  expect(listed([])).toBe('—');
});

it.each([
  ['2026-11-20T15:00:00.123456Z', 'Asia/Tokyo', '2026/11/21 00:00:00'],
  ['2026-11-21T00:30:00Z', 'America/New_York', '2026/11/20 19:30:00'],
  ['2026-07-01T00:00:00+09:00', 'UTC', '2026/06/30 15:00:00'],
  ['', 'Asia/Tokyo', ''],
  ['v1', 'Asia/Tokyo', 'v1'],
])('the instant %s in %s reads %s', (instant, timezone, words) => {
  expect(instantText(instant, timezone)).toBe(words);
});

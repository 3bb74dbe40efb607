import type { HotelReference } from '@domain/reference.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { BOOKING_FIELDS, type BookingField, IMPORT_FIELDS } from '@wire/field-texts.js';
import { instantText, valueText } from '@wire/value-texts.js';
import { aRoomMonth } from '../../support/builders.js';

const REFERENCE: HotelReference = {
  rooms: roomDirectory([aRoomMonth({ id: 7, roomNumber: '1003' })]),
  corporates: new Map([[5, { id: 5, version: 1, corporateShortName: '㈱見本商事', corporateFlag: 0 }]]),
  payments: new Map([[6, { id: 6, version: 1, paymentName: '現金' }]]),
  blacklist: new Map([[8, { id: 8, version: 1, guestName: '黒瀬 剛', tel: null }]]),
  staff: new Map([[9, { id: 9, version: 1, name: '髙田 由美', role: 'staff', loginName: null }]]),
  roomTypeMappings: new Map(),
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

describe('values of an imported record in words', () => {
  it('formats lists, also empty ones', () => {
    expect(
      valueText(IMPORT_FIELDS.sold_categories, ['twin_smoking', 'normal_smoking'], { timezone: 'UTC' }),
    ).toBe('ツイン 喫煙、一般 喫煙');
    expect(valueText(IMPORT_FIELDS.warnings, [], { timezone: 'UTC' })).toBe('—');
  });
});

describe('an instant in words', () => {
  it.each([
    ['2026-11-20T15:00:00.123456Z', 'Asia/Tokyo', '2026/11/21 00:00:00'],
    ['2026-11-21T00:30:00Z', 'America/New_York', '2026/11/20 19:30:00'],
    ['2026-07-01T00:00:00+09:00', 'UTC', '2026/06/30 15:00:00'],
    ['', 'Asia/Tokyo', ''],
    ['v1', 'Asia/Tokyo', 'v1'],
  ])('%s in %s reads %s', (instant, timezone, words) => {
    expect(instantText(instant, timezone)).toBe(words);
  });
});

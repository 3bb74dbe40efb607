import { conflict, invalid } from '@domain/broken-rule.js';
import { day, type Month } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/category.js';
import { describe, expect, it } from '@jest/globals';
import { bookingRecordSchema, encodeBookingNight } from '@wire/booking-record.js';
import { decodeDailyCount, encodeDailyCount } from '@wire/count-record.js';
import { encodeCsvReservation } from '@wire/csv-record.js';
import { errorBody } from '@wire/errors.js';
import { decodeRoomMonth, encodeRoomMonth, roomRecordSchema } from '@wire/room-record.js';
import { encodeWeatherDay, weatherRecordSchema } from '@wire/weather-record.js';
import { anImport, aReservation, aRoomMonth } from '../../support/builders.js';

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
      staff_id: null,
    });
  });

  it('derives fields from others', () => {
    const booking = aReservation({
      status: 'cancelled',
      usedPoints: 120,
      corporateId: 3,
      paymentFlag: 1,
      mensCount: 0,
      womensCount: 2,
    });
    expect(night(booking)).toMatchObject({
      is_cancelled: 1,
      csv_notes: '120',
      used_points: 120,
      corporate: 1,
      corporateID: 3,
      payment_flag: 1,
      payment_status: '済',
      gender_1: 'female',
      gender_2: 'female',
    });
  });

  it('is what its schema reads, and nothing else', () => {
    expect(bookingRecordSchema.parse(night())).toEqual(night());
    expect(bookingRecordSchema.safeParse({ ...night(), extra: 1 }).success).toBe(false);
    expect(bookingRecordSchema.safeParse({ ...night(), is_cancelled: 2 }).success).toBe(false);
  });
});

describe('imported record for the form', () => {
  const CONTEXT = { updated_at: '2026-11-21T00:00:00.000000Z', file: null, duplicates: [], rooms: 1 };

  it('has a booking record without a room, and the payment in words', () => {
    const record = encodeCsvReservation(
      anImport({ paymentFlag: 1, reason: '空室なし', usedPoints: 5 }),
      CONTEXT,
    );
    expect(record).toMatchObject({
      id: 900,
      room_id: null,
      date: '2026-11-21',
      booking_source: '楽天',
      csv_notes: '5',
      paymentStatus: '済',
      is_cancelled: 0,
      blacklist_id: -1,
      purpose: '出張',
      room_symbol: 'NS',
      smoking_status: '禁煙',
      status: 'failed',
      reason: '空室なし',
      booking_id: null,
      ...CONTEXT,
    });
    const unread = encodeCsvReservation(anImport({ stayStart: null, stayEnd: null }), CONTEXT);
    expect(unread).toMatchObject({ date: null, stay_start: null, stay_end: null });
    expect(encodeCsvReservation(anImport({ status: 'cancelled' }), CONTEXT)).toMatchObject({
      is_cancelled: 1,
      paymentStatus: '未',
    });
  });
});

describe('room record', () => {
  it('goes over the wire and back', () => {
    const room = aRoomMonth({ id: 5, month: day('2027-01-01') as Month, roomType: 'ツイン', corporate: 1 });
    const record = encodeRoomMonth(room);
    expect(record).toMatchObject({
      id: 5,
      room_number: '1001',
      year: 2027,
      month: 1,
      room_type: 'ツイン',
      corporate: 1,
    });
    expect(decodeRoomMonth(roomRecordSchema.parse(record))).toEqual({ ...room, version: 0 });
  });
});

describe('count record', () => {
  const counts = Object.fromEntries(
    CATEGORIES.map((category, index) => [category, { total: 10 + index, actual: index, tema: 2 * index }]),
  ) as ReturnType<typeof decodeDailyCount>;

  it('has three figures a category and the sum of the rooms', () => {
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
});

describe('weather record', () => {
  it('is what its schema reads', () => {
    const record = encodeWeatherDay({
      id: 1,
      version: 2,
      date: day('2026-11-21'),
      weather: '晴れ',
      holidayFlag: 1,
    });
    expect(record).toEqual({ id: 1, version: 2, date: '2026-11-21', weather: '晴れ', holiday_flag: 1 });
    expect(weatherRecordSchema.parse(record)).toEqual(record);
  });
});

describe('error body', () => {
  it('has every message, one a line, and no more of a rule than the wire needs', () => {
    const rules = [invalid('a', 'tel', 'A。'), conflict('b', null, 'B。')];
    expect(errorBody(rules, 'r-1')).toEqual({
      error: 'A。\nB。',
      errors: [
        { code: 'a', field: 'tel', message: 'A。' },
        { code: 'b', field: null, message: 'B。' },
      ],
      request_id: 'r-1',
    });
  });
});

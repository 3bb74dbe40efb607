import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const nightsIn = async (start: string, end: string, id: number): Promise<BookingRecord[]> => {
  const { status, body } = await hotel.api.get<BookingRecord[]>(
    `/api/bookings?start_date=${start}&end_date=${end}`,
  );
  expect(status).toBe(200);
  return body.filter((record) => record.id === id);
};

describe('POST /api/booking and GET /api/bookings', () => {
  it('answers a new booking as the record of its first night, with version and mess', async () => {
    const room = hotel.newRoom();
    const room_id = hotel.roomId(room, '2096-01-10');
    const payload = hotel.payload({
      room_id,
      reserver_name: '見本商事',
      reserver_name_kana: 'ミホンショウジ',
      guest_name_1: '鈴木 一郎',
      guest_name1_kana: 'スズキ イチロウ',
      purpose: '観光',
      booking_source: '企業(法人)',
      notes: '高層階希望\n領収書は会社宛',
      csv_notes: '1200',
      checkin_time: '25:10',
      total_fee: 99_999_999,
      booking_number: 'K-1',
      womens_count: 1,
      corporateID: hotel.ids.corporate,
      tel: '03-0000-0000',
      payment_type: hotel.ids.card,
      room_move_lock: 1,
      blacklist_id: hotel.ids.blacklisted,
      nextday_out_flag: 1,
    });
    const answer = await hotel.api.post<BookingRecord>('/api/booking', payload);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      version: 1,
      mess: expect.stringMatching(/登録/),
      room_id,
      date: '2096-01-10',
      stay_start: '2096-01-10',
      stay_end: '2096-01-12',
      is_cancelled: 0,
      reserver_name: '見本商事',
      reserver_name_kana: 'ミホンショウジ',
      guest_name_1: '鈴木 一郎',
      guest_name1_kana: 'スズキ イチロウ',
      guest_name_2: '',
      gender_1: 'male',
      gender_2: 'female',
      purpose: '観光',
      booking_source: '企業(法人)',
      notes: '高層階希望\n領収書は会社宛',
      csv_notes: '1200',
      checkin_time: '25:10',
      checkin_date: null,
      checkout_date: null,
      total_fee: 99_999_999,
      booking_number: 'K-1',
      mens_count: 1,
      womens_count: 1,
      corporateID: hotel.ids.corporate,
      corporate: 1,
      tel: '03-0000-0000',
      payment_type: hotel.ids.card,
      payment_status: '未',
      payment_flag: 0,
      coupon: 0,
      used_points: 1200,
      room_move_lock: 1,
      blacklist_id: hotel.ids.blacklisted,
      nextday_out_flag: 1,
      base_booking_id: 0,
      group_end_date: null,
      changed_room: 0,
      staff_id: null,
    });
  });

  it('takes what spec 3 says for fields that a new booking leaves out', async () => {
    const { body } = await hotel.api.post<BookingRecord>('/api/booking', {
      reserver_name: '山田',
      guest_name_1: '山田',
      room_id: hotel.roomId(hotel.newRoom(), '2096-01-10'),
      stay_start: '2096-01-10',
      stay_end: '2096-01-11',
      checkin_time: '15:00',
      total_fee: 0,
      csv_notes: '0',
      mens_count: 0,
      womens_count: 2,
    });
    expect(body).toMatchObject({
      purpose: '出張',
      booking_source: '自社',
      notes: '',
      corporateID: 0,
      corporate: 0,
      payment_type: null,
      blacklist_id: -1,
      room_move_lock: 0,
      nextday_out_flag: 0,
      base_booking_id: 0,
      gender_1: 'female',
      gender_2: 'female',
    });
  });

  it('reads the second guest, genders that match the counts, a coupon, and points as a number', async () => {
    const extra = {
      guest_name_2: '山田 次郎',
      gender_1: 'male',
      gender_2: 'male',
      coupon: 1,
      csv_notes: 300,
    };
    const booked = await hotel.book({ mens_count: 2, ...extra });
    expect(booked).toMatchObject({ ...extra, csv_notes: '300', used_points: 300 });
  });

  it('gives one record a night, alike but for date and room', async () => {
    const booked = await hotel.book({ stay_start: '2096-01-10', stay_end: '2096-01-13' });
    const { mess: _, ...first } = booked as BookingRecord & { mess: string };
    expect(await nightsIn('2096-01-01', '2096-01-31', booked.id)).toEqual([
      first,
      { ...first, date: '2096-01-11' },
      { ...first, date: '2096-01-12' },
    ]);
  });

  it('gives only nights of the range, both its ends included', async () => {
    const { id } = await hotel.book({ stay_start: '2096-01-10', stay_end: '2096-01-15' });
    const datesIn = async (start: string, end: string) =>
      (await nightsIn(start, end, id)).map(({ date }) => date);
    expect(await datesIn('2096-01-11', '2096-01-12')).toEqual(['2096-01-11', '2096-01-12']);
    expect(await datesIn('2096-01-14', '2096-01-14')).toEqual(['2096-01-14']);
    expect(await datesIn('2096-01-15', '2096-01-20')).toEqual([]);
    expect(await datesIn('2096-01-01', '2096-01-10')).toEqual(['2096-01-10']);
    expect(await datesIn('2096-01-01', '2096-01-09')).toEqual([]);
  });

  it.each([
    ['a month', '2096-01-30', '2096-02-02', ['2096-01-30', '2096-01-31', '2096-02-01']],
    ['a year', '2095-12-30', '2096-01-02', ['2095-12-30', '2095-12-31', '2096-01-01']],
    ['a leap day', '2096-02-28', '2096-03-02', ['2096-02-28', '2096-02-29', '2096-03-01']],
  ])(
    "gives each night of a stay across %s the room_id of that night's month",
    async (_, start, end, nights) => {
      const room = hotel.newRoom();
      const { id } = await hotel.book({
        room_id: hotel.roomId(room, start),
        stay_start: start,
        stay_end: end,
      });
      const records = await nightsIn(start, end, id);
      expect(records.map(({ date, room_id }) => [date, room_id])).toEqual(
        nights.map((night) => [night, hotel.roomId(room, night)]),
      );
      expect(new Set(records.map(({ room_id }) => room_id)).size).toBe(2);
    },
  );

  it("accepts any month's id of the room and answers the first night's", async () => {
    const room = hotel.newRoom();
    for (const [idOf, start, end] of [
      ['2096-02-01', '2096-01-30', '2096-02-02'],
      ['2096-12-01', '2096-03-30', '2096-04-02'],
    ] as const) {
      const booked = await hotel.book({
        room_id: hotel.roomId(room, idOf),
        stay_start: start,
        stay_end: end,
      });
      expect(booked.room_id).toBe(hotel.roomId(room, start));
    }
  });

  it('keeps cancelled bookings in the answer, with is_cancelled 1 on every night', async () => {
    const { id } = await hotel.book();
    await hotel.api.put(`/api/booking/${id}/cancel`);
    const records = await nightsIn('2096-01-10', '2096-01-12', id);
    expect(records.map(({ date, is_cancelled }) => [date, is_cancelled])).toEqual([
      ['2096-01-10', 1],
      ['2096-01-11', 1],
    ]);
  });

  it('answers one booking as its first night, whatever its length', async () => {
    const booked = await hotel.book({ stay_start: '2096-01-30', stay_end: '2096-02-03' });
    const { mess: _, ...record } = booked as BookingRecord & { mess: string };
    const { status, body } = await hotel.api.get(`/api/booking/${booked.id}`);
    expect(status).toBe(200);
    expect(body).toEqual(record);
  });

  it('answers an empty list for days without bookings', async () => {
    const { status, body } = await hotel.api.get('/api/bookings?start_date=1999-01-01&end_date=1999-12-31');
    expect(status).toBe(200);
    expect(body).toEqual([]);
  });
});

import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

/** The messages of spec 5 in the order of its table. */
const GUEST = '宿泊者名は2文字以上で入力してください。';
const RESERVER = '予約者名は2文字以上で入力してください。';
const NOBODY = '宿泊人数を選択してください。';
const CROWD = '宿泊人数が2名を超えています。';
const ROOM = 'ルームタイプを選択してください。';
const START = 'チェックイン日を入力してください。';
const END = 'チェックアウト日を入力してください。';
const EXTENDED = 'チェックイン後はチェックアウト日を延長することは出来ません。';
const TIME = 'チェックイン時間を入力してください。';
const FEE = '合計料金は数値を入力してください。';
const POINTS = '利用ポイントは数値を入力してください。';
const ORDER = '宿泊終了日は宿泊開始日より後の日付を選択してください。';
const UNAVAILABLE = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

let hotel: SmallHotel;
/** A room that stays free all the time. */
let free: string;

beforeAll(async () => {
  hotel = await startSmallHotel();
  free = hotel.newRoom();
});
afterAll(() => hotel.stop());

const one: [string, Payload, string][] = [
  ['no guest name', { guest_name_1: '' }, GUEST],
  ['a guest name of one character', { guest_name_1: '山' }, GUEST],
  ['a guest name of one character and spaces', { guest_name_1: '　山 ' }, GUEST],
  ['a guest name that is one character in NFC', { guest_name_1: 'か\u3099' }, GUEST],
  ['a guest name that is null', { guest_name_1: null }, GUEST],
  ['a booker name of one character', { reserver_name: '𠮷' }, RESERVER],
  ['a booker name of spaces', { reserver_name: ' 　 ' }, RESERVER],
  ['a booker name that is null', { reserver_name: null }, RESERVER],
  ['nobody', { mens_count: 0, womens_count: 0 }, NOBODY],
  ['a count that is no number', { mens_count: '１' }, NOBODY],
  ['three guests', { mens_count: 2, womens_count: 1 }, CROWD],
  ['three men', { mens_count: 3 }, CROWD],
  ['no room', { room_id: null }, ROOM],
  ['an empty room', { room_id: '' }, ROOM],
  ['a room that is not numeric', { room_id: 'abc' }, ROOM],
  ['no check-in date', { stay_start: '' }, START],
  ['a check-in date that is null', { stay_start: null }, START],
  ['no check-out date', { stay_end: '' }, END],
  ['a check-out date that is null', { stay_end: null }, END],
  ['no check-in time', { checkin_time: '' }, TIME],
  ['a check-in time that is null', { checkin_time: null }, TIME],
  ['no fee', { total_fee: '' }, FEE],
  ['a fee that is null', { total_fee: null }, FEE],
  ['a fee that is no number', { total_fee: '八千円' }, FEE],
  ['no points', { csv_notes: '' }, POINTS],
  ['points that are null', { csv_notes: null }, POINTS],
  ['points that are no number', { csv_notes: '百' }, POINTS],
  ['a check-out on the day of the check-in', { stay_end: '2096-01-10' }, ORDER],
  ['a check-out before the check-in', { stay_end: '2096-01-09' }, ORDER],
];

describe('POST /api/booking', () => {
  it.each(one)('refuses %s', async (_, wrong, message) => {
    const before = await hotel.position();
    const payload = { ...hotel.payload({ room_id: hotel.roomId(free, '2096-01-10') }), ...wrong };
    expectRefusal(await hotel.api.post('/api/booking', payload), 422, message);
    expect(await hotel.position()).toBe(before);
  });

  it('tells all broken rules at once, in the order of the table', async () => {
    expectRefusal(
      await hotel.api.post('/api/booking', {}),
      422,
      ...[GUEST, RESERVER, NOBODY, ROOM, START, END, TIME, FEE, POINTS],
    );
  });

  it('tells those of a payload whose fields are all there and all empty', async () => {
    const empty = { guest_name_1: '', reserver_name: '', mens_count: 0, womens_count: 0, room_id: '' };
    const rest = { stay_start: '', stay_end: '', checkin_time: '', total_fee: '', csv_notes: '' };
    expectRefusal(
      await hotel.api.post('/api/booking', hotel.payload({ ...empty, ...rest })),
      422,
      ...[GUEST, RESERVER, NOBODY, ROOM, START, END, TIME, FEE, POINTS],
    );
  });

  it('tells the rules of the period and the room after those of the fields', async () => {
    const room_id = hotel.roomId('310', '2096-02-01');
    const reversed = { stay_start: '2096-02-03', stay_end: '2096-02-01', womens_count: 2, csv_notes: 'x' };
    expectRefusal(
      await hotel.api.post('/api/booking', hotel.payload({ room_id, ...reversed })),
      422,
      ...[CROWD, POINTS, ORDER],
    );
    const closed = { stay_start: '2096-02-01', stay_end: '2096-02-03', guest_name_1: 'A', checkin_time: '' };
    expectRefusal(
      await hotel.api.post('/api/booking', hotel.payload({ room_id, ...closed })),
      422,
      ...[GUEST, TIME, UNAVAILABLE],
    );
  });

  it.each([
    ['a day that does not exist', { stay_start: '2096-02-30' }],
    ['a day of another form', { stay_end: '2096/01/12' }],
    ['a day with a time', { stay_start: '2096-01-10T00:00:00Z' }],
    ['a time off the steps of ten minutes', { checkin_time: '15:05' }],
    ['a time after 29:50', { checkin_time: '30:00' }],
    ['a time of another form', { checkin_time: '9:00' }],
    ['a fee above the highest', { total_fee: 100_000_000 }],
    ['a fee below zero', { total_fee: -1 }],
    ['part of a yen', { total_fee: 0.5 }],
    ['part of a point', { csv_notes: '1.5' }],
    ['a name of 101 characters', { guest_name_1: '山'.repeat(101) }],
    ['kana of 101 characters', { reserver_name_kana: 'カ'.repeat(101) }],
    ['a phone of 31 characters', { tel: '0'.repeat(31) }],
    ['a booking number of 65 characters', { booking_number: '0'.repeat(65) }],
    ['notes of 2,001 characters', { notes: 'あ'.repeat(2001) }],
    ['a control character', { guest_name_1: '山田\u0007太郎' }],
    ['a NUL', { notes: 'メモ\u0000' }],
    ['a tab in notes', { notes: '部屋\t1001' }],
    ['a line break in a name', { reserver_name: '山田\n太郎' }],
    ['a lone surrogate', { guest_name_1: '山田\ud842' }],
    ['an unknown purpose', { purpose: '散歩' }],
    ['an unknown source', { booking_source: '電報' }],
    ['a corporate that does not exist', { corporateID: 2_000_000_000 }],
    ['a way of paying that does not exist', { payment_type: 2_000_000_000 }],
    ['a blacklist entry that does not exist', { blacklist_id: 2_000_000_000 }],
    ['a flag other than 0 and 1', { room_move_lock: 2 }],
    ['a flag as text', { nextday_out_flag: 'true' }],
    ['a flag as boolean', { is_day_before_same_flag: true }],
    ['a coupon other than 0 and 1', { coupon: -1 }],
    ['a gender against the counts', { gender_1: 'female' }],
    ['the gender of a second guest who is not there', { gender_2: 'male' }],
    ['half a guest', { mens_count: 0.5 }],
  ])('refuses %s', async (_, wrong) => {
    const before = await hotel.position();
    const payload = hotel.payload({ room_id: hotel.roomId(free, '2096-01-10'), ...wrong });
    const answer = await hotel.api.post<{ error: string }>('/api/booking', payload);
    expect(answer.status).toBe(422);
    expectRefusal(answer, 422, ...answer.body.error.split('\n'));
    expect(await hotel.position()).toBe(before);
  });

  it.each([
    [
      'names and kana of 100 characters',
      { guest_name_1: '髙'.repeat(100), reserver_name_kana: '𠮷'.repeat(100) },
    ],
    ['the first and the last time', { checkin_time: '29:50' }],
    ['midnight', { checkin_time: '00:00' }],
    ['no fee and many points', { total_fee: 0, csv_notes: '99999999' }],
    ['notes of 2,000 characters over many lines', { notes: `${'あ\n'.repeat(999)}いう` }],
    ['a blank purpose', { purpose: '' }],
  ])('takes %s', async (_, fields) => {
    expect(await hotel.book(fields)).toMatchObject(fields);
  });
});

describe('PUT /api/booking/{id}', () => {
  it.each(one)('refuses %s', async (_, wrong, message) => {
    const { id } = await hotel.book({ room_id: hotel.roomId(free, '2096-01-10') });
    const before = await hotel.position();
    expectRefusal(await hotel.api.put(`/api/booking/${id}`, wrong), 422, message);
    expect(await hotel.position()).toBe(before);
    await hotel.api.put(`/api/booking/${id}/cancel`);
  });

  it('tells all broken rules at once, in the order of the table', async () => {
    const { id } = await hotel.book({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
    await hotel.api.post(`/api/booking/${id}/check-in`);
    const wrong = { guest_name_1: 'A', reserver_name: 'B', mens_count: 0, room_id: null, stay_start: null };
    const more = { stay_end: '2096-01-12', checkin_time: '', total_fee: 'x', csv_notes: '' };
    expectRefusal(
      await hotel.api.put(`/api/booking/${id}`, { ...wrong, ...more }),
      422,
      ...[GUEST, RESERVER, NOBODY, ROOM, START, EXTENDED, TIME, FEE, POINTS],
    );
  });

  it('tells overlap with 409 alone and with 422 beside other rules', async () => {
    const taken = await hotel.book({ stay_start: '2096-01-20', stay_end: '2096-01-22' });
    const { id } = await hotel.book({
      room_id: taken.room_id,
      stay_start: '2096-01-22',
      stay_end: '2096-01-23',
    });
    const into = { stay_start: '2096-01-21' };
    expectRefusal(await hotel.api.put(`/api/booking/${id}`, into), 409, OVERLAP);
    expectRefusal(
      await hotel.api.put(`/api/booking/${id}`, { ...into, guest_name_1: '' }),
      422,
      ...[GUEST, OVERLAP],
    );
  });

  it('never counts the booking itself as an overlap', async () => {
    const booked = await hotel.book({ stay_start: '2096-01-10', stay_end: '2096-01-14' });
    const moved = { room_id: booked.room_id, stay_start: '2096-01-11', stay_end: '2096-01-16' };
    const { status, body } = await hotel.api.put(`/api/booking/${booked.id}`, moved);
    expect({ status, body }).toMatchObject({ status: 200, body: moved });
  });

  it('does not mind 予約不可, but a room-month must be there', async () => {
    const { id } = await hotel.book({
      room_id: hotel.roomId('310', '2096-01-01'),
      stay_start: '2096-01-30',
      stay_end: '2096-02-01',
    });
    const into = await hotel.api.put(`/api/booking/${id}`, { stay_end: '2096-02-03' });
    expect(into.status).toBe(200);
    const { id: other } = await hotel.book({
      room_id: hotel.roomId('805', '2096-02-01'),
      stay_start: '2096-02-27',
      stay_end: '2096-03-01',
    });
    expectRefusal(await hotel.api.put(`/api/booking/${other}`, { stay_end: '2096-03-02' }), 422, UNAVAILABLE);
  });
});

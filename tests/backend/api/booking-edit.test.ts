import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Answer } from '../../support/api-client.js';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

const LOCKED = /部屋移動不可/;
const NOT_FOUND = /見つかりません/;

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const put = (id: number, fields: Payload): Promise<Answer<BookingRecord>> =>
  hotel.api.put(`/api/booking/${id}`, fields);
const cancel = (id: number): Promise<Answer<BookingRecord>> => hotel.api.put(`/api/booking/${id}/cancel`);
const read = async (id: number): Promise<BookingRecord> =>
  (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
const bookRecord = async (fields: Payload = {}): Promise<BookingRecord> =>
  read((await hotel.book(fields)).id);

describe('PUT /api/booking/{id}', () => {
  const full = {
    reserver_name_kana: 'カナ カナ',
    guest_name1_kana: 'ガナ ガナ',
    guest_name_2: '山田 次郎',
    mens_count: 2,
    purpose: '受験',
    booking_source: 'じゃらん',
    notes: '一行目\n二行目',
    csv_notes: '150',
    checkin_time: '19:40',
    booking_number: 'J-77',
    tel: '080-0000-0000',
    coupon: 1,
    nextday_out_flag: 1,
  };

  const changes: [string, Payload | (() => Payload), Payload?][] = [
    ['the notes', { notes: '' }],
    ['the fee', { total_fee: 1 }],
    ['the points', { csv_notes: '7' }, { used_points: 7 }],
    ['the party', { mens_count: 0, womens_count: 1 }, { gender_1: 'female', gender_2: null }],
    ['a flag', { nextday_out_flag: 0 }],
    ['the corporate', () => ({ corporateID: hotel.ids.flaggedCorporate }), { corporate: 1 }],
    ['the way of paying', () => ({ payment_type: hotel.ids.cash })],
    ['the dates', { stay_start: '2096-01-11', stay_end: '2096-01-15' }, { date: '2096-01-11' }],
    ['a name', { guest_name_1: '佐藤 三郎' }],
  ];

  it.each(changes)('changes %s and keeps every field that is left out', async (_, fields, follows = {}) => {
    const before = await bookRecord(full);
    const change: Payload = typeof fields === 'function' ? fields() : fields;
    const answer = await put(before.id, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...change, ...follows, version: before.version + 1 });
    expect(await read(before.id)).toEqual(answer.body);
  });

  it('takes the whole payload of spec 7', async () => {
    const before = await bookRecord();
    const change = hotel.payload({ ...full, room_id: before.room_id });
    const { is_day_before_same_flag: _, ...kept } = change;
    expect(await put(before.id, change)).toMatchObject({ status: 200, body: kept });
  });

  it('writes nothing when nothing differs', async () => {
    const before = await bookRecord(full);
    const position = await hotel.position();
    expect(await put(before.id, { notes: before.notes, total_fee: before.total_fee })).toMatchObject({
      status: 200,
      body: before,
    });
    expect(await put(before.id, {})).toMatchObject({ status: 200, body: before });
    expect(await hotel.position()).toBe(position);
  });

  it('marks a booking that moved to another room number as changed_room, for good', async () => {
    const [home, away] = [hotel.newRoom(), hotel.newRoom()];
    const before = await bookRecord({ room_id: hotel.roomId(home, '2096-01-10') });
    expect(before.changed_room).toBe(0);
    const sameRoom = await put(before.id, { room_id: hotel.roomId(home, '2096-05-01') });
    expect(sameRoom.body).toMatchObject({ changed_room: 0, room_id: before.room_id });
    const moved = await put(before.id, { room_id: hotel.roomId(away, '2096-05-01') });
    expect(moved.body).toMatchObject({ changed_room: 1, room_id: hotel.roomId(away, '2096-01-10') });
    const back = await put(before.id, { room_id: hotel.roomId(home, '2096-01-10') });
    expect(back.body).toMatchObject({ changed_room: 1, room_id: before.room_id });
  });

  it('gives up the nights that the booking leaves, and takes the new ones', async () => {
    const [home, away] = [hotel.newRoom(), hotel.newRoom()];
    const { id } = await hotel.book({ room_id: hotel.roomId(home, '2096-01-10') });
    await put(id, { room_id: hotel.roomId(away, '2096-01-10'), stay_end: '2096-01-11' });
    const inRoom = (room: string, stay_start: string, stay_end: string) =>
      hotel.api.post(
        '/api/booking',
        hotel.payload({ room_id: hotel.roomId(room, stay_start), stay_start, stay_end }),
      );
    expect((await inRoom(home, '2096-01-10', '2096-01-12')).status).toBe(201);
    expect((await inRoom(away, '2096-01-10', '2096-01-11')).status).toBe(409);
    expect((await inRoom(away, '2096-01-11', '2096-01-12')).status).toBe(201);
  });

  it('answers 404 for an id that no booking has', async () => {
    for (const id of [2_000_000_000, hotel.ids.staff, hotel.roomId('702', '2096-01-10')]) {
      const answer = await put(id, { notes: 'メモ' });
      expectRefusal(answer, 404, NOT_FOUND);
    }
  });
});

describe('the room-move lock', () => {
  it('refuses another room while it is set in what is stored and what is sent', async () => {
    const before = await bookRecord({ room_move_lock: 1 });
    const room_id = hotel.roomId(hotel.newRoom(), '2096-01-10');
    for (const sent of [{ room_id }, { room_id, room_move_lock: 1 }]) {
      expectRefusal(await put(before.id, sent), 409, LOCKED);
    }
    expect(await read(before.id)).toEqual(before);
  });

  it('lets everything else change, and the same room be sent in any month', async () => {
    const before = await bookRecord({ room_move_lock: 1, room_id: hotel.roomId('702', '2096-01-10') });
    const room_id = hotel.roomId('702', '2096-09-01');
    const answer = await put(before.id, { room_id, stay_end: '2096-01-13', room_move_lock: 1 });
    expect(answer).toMatchObject({ status: 200, body: { stay_end: '2096-01-13' } });
  });

  it('lets the room change when it is taken off, or put on, in the same save', async () => {
    const locked = await bookRecord({ room_move_lock: 1 });
    const away = { room_id: hotel.roomId(hotel.newRoom(), '2096-01-10') };
    expect(await put(locked.id, { ...away, room_move_lock: 0 })).toMatchObject({
      status: 200,
      body: { ...away, room_move_lock: 0, changed_room: 1 },
    });
    const free = await bookRecord();
    const elsewhere = { room_id: hotel.roomId(hotel.newRoom(), '2096-01-10'), room_move_lock: 1 };
    expect(await put(free.id, elsewhere)).toMatchObject({ status: 200, body: elsewhere });
  });
});

describe('PUT /api/booking/{id}/cancel', () => {
  it('answers the booking as cancelled', async () => {
    const before = await bookRecord();
    const { status, body } = await cancel(before.id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...before, is_cancelled: 1, version: before.version + 1 },
    });
    expect(await read(before.id)).toEqual(body);
  });

  it('refuses a booking that is cancelled already: cancel, edit, payment, check-in', async () => {
    const { id } = await hotel.book();
    await cancel(id);
    const position = await hotel.position();
    const path = `/api/booking/${id}`;
    for (const answer of [
      await cancel(id),
      await put(id, { notes: 'メモ' }),
      await hotel.api.post(`${path}/payment`, { payment_type: null, payment_flag: 1 }),
      await hotel.api.post(`${path}/check-in`),
    ]) {
      expectRefusal(answer, 409, 'この予約は既に取り消されています。');
    }
    expect(await hotel.position()).toBe(position);
  });

  it('answers 404 for an id that no booking has', async () => {
    expectRefusal(await cancel(2_000_000_000), 404, NOT_FOUND);
  });
});

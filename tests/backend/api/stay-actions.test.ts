import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Answer } from '../../support/api-client.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

// The rules of check-in, check-out and payment are those of tests/domain/reservation/decide-stay.test.ts.
const HOURS_AHEAD = 14;
let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel({ HOTEL_TIMEZONE: `Etc/GMT-${HOURS_AHEAD}` });
});
afterAll(() => hotel.stop());

/** The hotel's day so many days from now. */
const dayAt = (offset: number): string => addDays(hotel.today, offset);

/** A booking whose stay begins and ends so many days from today. */
async function stay(from: number, to: number, fields = {}): Promise<BookingRecord & { path: string }> {
  const booked = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to), ...fields });
  return { ...booked, path: `/api/booking/${booked.id}` };
}
async function inHouse(from: number, to: number) {
  const booked = await stay(from, to);
  await checkIn(booked.path, { date: dayAt(from) });
  return booked;
}

type Done = Promise<Answer<BookingRecord>>;
const checkIn = (path: string, body?: unknown): Done => hotel.api.post(`${path}/check-in`, body);
const checkOut = (path: string, body?: unknown): Done => hotel.api.post(`${path}/check-out`, body);
const undo = (path: string, what: 'check-in' | 'check-out'): Done => hotel.api.delete(`${path}/${what}`);

/** Refuses with the status and leaves the log alone. */
async function refuses(call: () => Promise<Answer<unknown>>, status: number): Promise<void> {
  const before = await hotel.position();
  expectRefusal(await call(), status, /。$/);
  expect(await hotel.position()).toBe(before);
}

describe('check-in and check-out', () => {
  it.each([{}, undefined])('are today, in HOTEL_TIMEZONE, when the body is %j', async (body) => {
    const { path, version } = await stay(0, 1);
    const inTheZone = new Date(Date.now() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10);
    const arrived = await checkIn(path, body);
    expect(arrived).toMatchObject({ status: 200, body: { checkin_date: inTheZone, version: version + 1 } });
    const left = await checkOut(path, body);
    expect(left.body).toMatchObject({ checkin_date: inTheZone, checkout_date: inTheZone });
    expect((await hotel.api.get(path)).body).toEqual(left.body);
  });

  it('happen in their order, once each, and are taken back in the other order', async () => {
    const { path } = await stay(-1, 1);
    await refuses(() => checkOut(path), 409);
    await checkIn(path);
    await refuses(() => checkIn(path), 409);
    await refuses(() => hotel.api.put(`${path}/cancel`), 409);
    await checkOut(path);
    await refuses(() => checkOut(path), 409);
    await refuses(() => undo(path, 'check-in'), 409);
    expect((await undo(path, 'check-out')).body).toMatchObject({ checkout_date: null });
    expect((await undo(path, 'check-in')).body).toMatchObject({ checkin_date: null });
    expect((await hotel.api.put(`${path}/cancel`)).status).toBe(200);
  });

  it('are refused outside the stay, before the check-in, and in the future', async () => {
    const { path } = await stay(-2, 3);
    for (const on of [-3, 1]) await refuses(() => checkIn(path, { date: dayAt(on) }), 422);
    await checkIn(path, { date: dayAt(-1) });
    for (const on of [-2, 1]) await refuses(() => checkOut(path, { date: dayAt(on) }), 422);
    const ended = await stay(-3, -1);
    await refuses(() => checkIn(ended.path), 422);
  });

  it('fix fee, points and check-in date of the booking', async () => {
    const { path } = await inHouse(-2, 3);
    for (const change of [{ stay_start: dayAt(-1) }, { total_fee: 1 }, { csv_notes: '99' }]) {
      await refuses(() => hotel.api.put(path, change), 422);
    }
    expect((await hotel.api.put(path, { stay_start: dayAt(-2), notes: '到着済' })).status).toBe(200);
  });
});

describe('an early check-out', () => {
  const nextIn = (room_id: number | null) =>
    hotel.api.post('/api/booking', hotel.payload({ room_id, stay_start: dayAt(1), stay_end: dayAt(3) }));

  it('frees no nights by itself: staff shorten the stay', async () => {
    const { path, room_id } = await inHouse(-1, 3);
    expect((await checkOut(path, { free_nights: 0 })).body.stay_end).toBe(dayAt(3));
    expect((await nextIn(room_id)).status).toBe(409);
    expect((await hotel.api.put(path, { stay_end: dayAt(1) })).status).toBe(200);
    expect((await nextIn(room_id)).status).toBe(201);
  });

  it('frees them when it is asked to, in the same command; a first night stays', async () => {
    const { path, room_id } = await inHouse(-1, 3);
    await refuses(() => checkOut(path, { free_nights: 2 }), 422);
    const left = await checkOut(path, { free_nights: 1 });
    expect(left.body).toMatchObject({ checkout_date: hotel.today, stay_end: hotel.today, changed_room: 0 });
    expect((await nextIn(room_id)).status).toBe(201);
    const { path: sameDay } = await inHouse(0, 3);
    expect((await checkOut(sameDay, { free_nights: 1 })).body.stay_end).toBe(dayAt(1));
  });
});

describe('payment', () => {
  it('sets the way of paying and the flag, and 済 or 未 after it; nothing when it is so already', async () => {
    const { path } = await stay(0, 1);
    const pay = (body: unknown): Done => hotel.api.post(`${path}/payment`, body);
    const paid = { payment_type: hotel.ids.card, payment_flag: 1 };
    expect(await pay(paid)).toMatchObject({ status: 200, body: { ...paid, payment_status: '済' } });
    const unpaid = { payment_type: null, payment_flag: 0 };
    expect(await pay(unpaid)).toMatchObject({ status: 200, body: { ...unpaid, payment_status: '未' } });
    const position = await hotel.position();
    expect((await pay(unpaid)).status).toBe(200);
    expect(await hotel.position()).toBe(position);
    await refuses(() => pay({ payment_type: 2_000_000_000, payment_flag: 1 }), 422);
  });
});

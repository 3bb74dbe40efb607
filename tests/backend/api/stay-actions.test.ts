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

  it('are taken back in the other order; a refusal is told and writes nothing', async () => {
    const { path } = await stay(-1, 1);
    await refuses(() => checkOut(path), 409);
    await refuses(() => checkIn(path, { date: dayAt(1) }), 422);
    await checkIn(path);
    await refuses(() => hotel.api.put(`${path}/cancel`), 409);
    await refuses(() => hotel.api.put(path, { total_fee: 1 }), 422);
    await checkOut(path);
    await refuses(() => undo(path, 'check-in'), 409);
    expect((await undo(path, 'check-out')).body).toMatchObject({ checkout_date: null });
    expect((await undo(path, 'check-in')).body).toMatchObject({ checkin_date: null });
    expect((await hotel.api.put(`${path}/cancel`)).status).toBe(200);
  });
});

describe('an early check-out', () => {
  const nextIn = (room_id: number | null) =>
    hotel.api.post('/api/booking', hotel.payload({ room_id, stay_start: dayAt(1), stay_end: dayAt(3) }));

  it('frees its nights in the same command when it is asked to, and not otherwise', async () => {
    const { path, room_id } = await inHouse(-1, 3);
    expect((await checkOut(path, { free_nights: 0 })).body.stay_end).toBe(dayAt(3));
    expect((await nextIn(room_id)).status).toBe(409);
    await undo(path, 'check-out');
    await refuses(() => checkOut(path, { free_nights: 2 }), 422);
    const left = await checkOut(path, { free_nights: 1 });
    expect(left.body).toMatchObject({ checkout_date: hotel.today, stay_end: hotel.today, changed_room: 0 });
    expect((await nextIn(room_id)).status).toBe(201);
  });
});

describe('payment', () => {
  it('sets the way of paying and the flag, and 済 or 未 after it', async () => {
    const { path } = await stay(0, 1);
    const pay = (body: unknown): Done => hotel.api.post(`${path}/payment`, body);
    const paid = { payment_type: hotel.ids.card, payment_flag: 1 };
    expect(await pay(paid)).toMatchObject({ status: 200, body: { ...paid, payment_status: '済' } });
    const unpaid = { payment_type: null, payment_flag: 0 };
    expect(await pay(unpaid)).toMatchObject({ status: 200, body: { ...unpaid, payment_status: '未' } });
    await refuses(() => pay({ payment_type: 2_000_000_000, payment_flag: 1 }), 422);
  });
});

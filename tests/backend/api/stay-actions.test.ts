import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Answer } from '../../support/api-client.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

/** The hotel's day so many days from now. */
const dayAt = (offset: number): string => addDays(hotel.today, offset);

/** A booking whose stay begins and ends so many days from today. */
async function stay(from: number, to: number, fields = {}): Promise<BookingRecord & { path: string }> {
  const booked = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to), ...fields });
  return { ...booked, path: `/api/booking/${booked.id}` };
}

type Done = Promise<Answer<BookingRecord>>;
const checkIn = (path: string, body?: unknown): Done => hotel.api.post(`${path}/check-in`, body);
const checkOut = (path: string, body?: unknown): Done => hotel.api.post(`${path}/check-out`, body);
const undo = (path: string, what: 'check-in' | 'check-out'): Done => hotel.api.delete(`${path}/${what}`);
const read = (path: string): Done => hotel.api.get(path);

/** Refuses with the status and leaves the log alone. */
async function refuses(call: () => Promise<Answer<unknown>>, status: number): Promise<void> {
  const before = await hotel.position();
  expectRefusal(await call(), status, /。$/);
  expect(await hotel.position()).toBe(before);
}

describe('check-in', () => {
  it('is today when the body says no day: an empty object, or no body at all', async () => {
    for (const body of [{}, undefined]) {
      const { path, version } = await stay(0, 1);
      const answer = await checkIn(path, body);
      expect(answer).toMatchObject({
        status: 200,
        body: { checkin_date: hotel.today, checkout_date: null, version: version + 1 },
      });
      expect((await read(path)).body).toEqual(answer.body);
    }
  });

  it.each([
    ['the first day', -3, 1, -3],
    ['a day of the stay', -3, 1, -1],
    ['the last day: guests come after midnight', -1, 0, 0],
  ])('may be on %s', async (_, from, to, on) => {
    const { path } = await stay(from, to);
    expect(await checkIn(path, { date: dayAt(on) })).toMatchObject({
      status: 200,
      body: { checkin_date: dayAt(on) },
    });
  });

  it.each([
    ['before the stay', -1, 2, -2],
    ['after the stay', -4, -2, -1],
    ['in the future', -1, 5, 1],
  ])('cannot be %s', async (_, from, to, on) => {
    const { path } = await stay(from, to);
    await refuses(() => checkIn(path, { date: dayAt(on) }), 422);
    expect((await read(path)).body.checkin_date).toBeNull();
  });

  it('cannot be today when the stay is over or yet to come', async () => {
    const [over, ahead] = [await stay(-3, -1), await stay(1, 2)];
    await refuses(() => checkIn(over.path), 422);
    await refuses(() => checkIn(ahead.path), 422);
  });

  it.each([['2026-02-30'], [''], [null], [20_261_121], [['2026-11-21']], ['today'], ['infinity']])(
    'refuses %j as a day',
    async (date) => {
      const { path } = await stay(0, 1);
      await refuses(() => checkIn(path, { date }), 422);
      await hotel.api.put(`${path}/cancel`);
    },
  );

  it('happens once; undone, the date is null and it can happen again', async () => {
    const { path } = await stay(0, 1);
    await refuses(() => undo(path, 'check-in'), 409);
    await checkIn(path);
    await refuses(() => checkIn(path), 409);
    expect(await undo(path, 'check-in')).toMatchObject({ status: 200, body: { checkin_date: null } });
    expect((await checkIn(path)).status).toBe(200);
  });

  it('forbids cancelling until it is undone', async () => {
    const { path } = await stay(0, 1);
    await checkIn(path);
    await refuses(() => hotel.api.put(`${path}/cancel`), 409);
    await undo(path, 'check-in');
    expect((await hotel.api.put(`${path}/cancel`)).status).toBe(200);
  });

  it('fixes check-in date, fee and points, and the check-out date upwards', async () => {
    const { path } = await stay(-2, 3, { total_fee: 8000, csv_notes: '100' });
    await checkIn(path, { date: dayAt(-2) });
    for (const change of [{ stay_start: dayAt(-1) }, { total_fee: 8001 }, { csv_notes: '99' }]) {
      await refuses(() => hotel.api.put(path, change), 422);
    }
    const longer = await hotel.api.put(path, { stay_end: dayAt(4) });
    expectRefusal(longer, 422, 'チェックイン後はチェックアウト日を延長することは出来ません。');
    const same = { stay_start: dayAt(-2), stay_end: dayAt(3), total_fee: 8000, csv_notes: '100' };
    expect((await hotel.api.put(path, { ...same, notes: '到着済' })).status).toBe(200);
    const shorter = await hotel.api.put(path, { stay_end: dayAt(1) });
    expect(shorter).toMatchObject({ status: 200, body: { stay_end: dayAt(1) } });
    expectRefusal(
      await hotel.api.put(path, { stay_end: dayAt(2) }),
      422,
      'チェックイン後はチェックアウト日を延長することは出来ません。',
    );
  });
});

describe('check-out', () => {
  it('is today when the body says no day, and frees no nights by itself', async () => {
    const booked = await stay(-1, 3);
    await checkIn(booked.path, { date: dayAt(-1) });
    const answer = await checkOut(booked.path);
    expect(answer).toMatchObject({
      status: 200,
      body: { checkin_date: dayAt(-1), checkout_date: hotel.today, stay_end: dayAt(3), is_cancelled: 0 },
    });
    const fields = { room_id: booked.room_id, stay_start: dayAt(1), stay_end: dayAt(3) };
    expect((await hotel.api.post('/api/booking', hotel.payload(fields))).status).toBe(409);
    expect((await hotel.api.put(booked.path, { stay_end: dayAt(1) })).status).toBe(200);
    expect((await hotel.api.post('/api/booking', hotel.payload(fields))).status).toBe(201);
  });

  it('frees the nights that are left when it is asked to, in the same command', async () => {
    const booked = await stay(-1, 3);
    await checkIn(booked.path, { date: dayAt(-1) });
    const left = await checkOut(booked.path, { free_nights: 1 });
    expect(left).toMatchObject({
      status: 200,
      body: { checkout_date: hotel.today, stay_end: hotel.today, changed_room: 0 },
    });
    const fields = { room_id: booked.room_id, stay_start: dayAt(0), stay_end: dayAt(3) };
    expect((await hotel.api.post('/api/booking', hotel.payload(fields))).status).toBe(201);
  });

  it('keeps the first night of who leaves on the first day', async () => {
    const { path } = await stay(0, 3);
    await checkIn(path);
    expect(await checkOut(path, { free_nights: 1 })).toMatchObject({
      status: 200,
      body: { checkout_date: hotel.today, stay_end: dayAt(1) },
    });
  });

  it('frees none with 0, and refuses what is no flag', async () => {
    const { path } = await stay(-1, 3);
    await checkIn(path, { date: dayAt(-1) });
    for (const free_nights of [2, true, null, [1]]) await refuses(() => checkOut(path, { free_nights }), 422);
    await refuses(() => hotel.api.post(`${path}/check-in`, { free_nights: 1 }), 422);
    expect((await checkOut(path, { free_nights: 0 })).body.stay_end).toBe(dayAt(3));
  });

  it('may be on the day of the check-in, not before, not in the future', async () => {
    const { path } = await stay(-3, 3);
    await checkIn(path, { date: dayAt(-2) });
    await refuses(() => checkOut(path, { date: dayAt(-3) }), 422);
    await refuses(() => checkOut(path, { date: dayAt(1) }), 422);
    expect(await checkOut(path, { date: dayAt(-2) })).toMatchObject({
      status: 200,
      body: { checkout_date: dayAt(-2) },
    });
  });

  it('needs a check-in, happens once, and is undone before the check-in is', async () => {
    const { path } = await stay(-1, 1);
    await refuses(() => checkOut(path), 409);
    await refuses(() => undo(path, 'check-out'), 409);
    await checkIn(path);
    await checkOut(path);
    await refuses(() => checkOut(path), 409);
    await refuses(() => undo(path, 'check-in'), 409);
    expect(await undo(path, 'check-out')).toMatchObject({
      status: 200,
      body: { checkin_date: hotel.today, checkout_date: null },
    });
    expect((await undo(path, 'check-in')).body.checkin_date).toBeNull();
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
    const position = await hotel.position();
    expect((await pay(unpaid)).status).toBe(200);
    expect(await hotel.position()).toBe(position);
  });

  it.each([
    [{ payment_flag: 1 }],
    [{ payment_type: null }],
    [{ payment_type: null, payment_flag: 2 }],
    [{ payment_type: null, payment_flag: '2' }],
    [{ payment_type: '1.0', payment_flag: 1 }],
    [{ payment_type: 2_000_000_000, payment_flag: 1 }],
    [{ payment_type: [1], payment_flag: 1 }],
  ])('refuses %j', async (body) => {
    const { path } = await stay(0, 1);
    const before = await hotel.position();
    const answer = await hotel.api.post<{ error: string }>(`${path}/payment`, body);
    expectRefusal(answer, 422, ...answer.body.error.split('\n'));
    expect(await hotel.position()).toBe(before);
  });

  it('goes on after check-in and check-out', async () => {
    const { path } = await stay(0, 1);
    await checkIn(path);
    await checkOut(path);
    const paid = { payment_type: hotel.ids.cash, payment_flag: 1 };
    expect(await hotel.api.post(`${path}/payment`, paid)).toMatchObject({ status: 200, body: paid });
  });
});

describe('today', () => {
  const HOUR = 3_600_000;
  const dateAt = (hoursAhead: number): string =>
    new Date(Date.now() + hoursAhead * HOUR).toISOString().slice(0, 10);

  it.each([
    ['Etc/GMT-14', 14],
    ['Etc/GMT+12', -12],
  ])('is the day in HOTEL_TIMEZONE %s, whatever zone the server is in', async (zone, hoursAhead) => {
    const elsewhere = await startSmallHotel({ HOTEL_TIMEZONE: zone });
    try {
      expect(elsewhere.today).toBe(dateAt(hoursAhead));
      const { id } = await elsewhere.book({
        stay_start: elsewhere.today,
        stay_end: addDays(elsewhere.today, 1),
      });
      const { body } = await elsewhere.api.post<BookingRecord>(`/api/booking/${id}/check-in`);
      expect(body.checkin_date).toBe(dateAt(hoursAhead));
    } finally {
      await elsewhere.stop();
    }
  });

  it('is the day in Tokyo without that setting', () => {
    expect(hotel.today).toBe(dateAt(9));
  });
});

it('answers 404 to every action on a booking that is not there', async () => {
  const path = '/api/booking/2000000000';
  for (const answer of [
    await checkIn(path),
    await checkOut(path),
    await undo(path, 'check-in'),
    await undo(path, 'check-out'),
    await hotel.api.post(`${path}/payment`, { payment_type: null, payment_flag: 1 }),
    await hotel.api.put(`${path}/return-temairazu`),
    await hotel.api.get(`${path}/history`),
    await read(path),
  ]) {
    expectRefusal(answer, 404, /見つかりません/);
  }
});

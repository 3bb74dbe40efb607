import { type DeskStay, isAtDesk } from '@domain/calendar/front-desk.js';
import { addDays } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { OlderUnpaid } from '@wire/older-unpaid.js';
import { type RawBuilder, sql } from 'kysely';
import { kyselyOn, openPool } from '../../../backend/platform/database.js';
import { isAtDeskSql, isOlderUnpaidSql } from '../../../backend/reservations/queries/front-desk.query.js';
import { expectRefusal, refuses } from '../../support/refusal.js';
import { sharedHotel } from '../../support/shared.js';

const HOURS_AHEAD = 14;
const hotel = sharedHotel({ HOTEL_TIMEZONE: `Etc/GMT-${HOURS_AHEAD}` });

const dayAt = (offset: number): string => addDays(hotel.today, offset);
const act = async (id: number, action: string, body?: object) =>
  (await hotel.api.post<BookingRecord>(`/api/booking/${id}/${action}`, body)).body;
const undo = async (id: number, action: string) =>
  (await hotel.api.delete<BookingRecord>(`/api/booking/${id}/${action}`)).body;

type Life = { checkIn?: number; checkOut?: number; cancelled?: boolean; paid?: boolean };

/** A booking of these days from today, come and gone or cancelled as told. */
async function live(from: number, to: number, life: Life = {}): Promise<BookingRecord> {
  const booked = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to) });
  const { checkIn, checkOut, cancelled, paid } = life;
  if (checkIn !== undefined) await act(booked.id, 'check-in', { date: dayAt(checkIn) });
  if (checkOut !== undefined) await act(booked.id, 'check-out', { date: dayAt(checkOut) });
  if (paid) await act(booked.id, 'payment', { payment_type: null, payment_flag: 1 });
  if (cancelled) await hotel.api.put(`/api/booking/${booked.id}/cancel`, {});
  return booked;
}

// The rules of check-in, check-out and payment are those of tests/domain/reservation/decide-stay.test.ts.
describe('check-in, check-out and payment', () => {
  it.each([{}, undefined])('are today, in HOTEL_TIMEZONE, when the body is %j', async (body) => {
    const { id, version } = await live(0, 1);
    const inTheZone = new Date(Date.now() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10);
    expect(await act(id, 'check-in', body)).toMatchObject({ checkin_date: inTheZone, version: version + 1 });
    const left = await act(id, 'check-out', body);
    expect(left).toMatchObject({ checkin_date: inTheZone, checkout_date: inTheZone });
    expect((await hotel.api.get(`/api/booking/${id}`)).body).toEqual(left);
  });

  it('are taken back in the other order; a refusal is told and writes nothing', async () => {
    const { id } = await live(-1, 1);
    const path = `/api/booking/${id}`;
    await refuses(hotel, () => hotel.api.post(`${path}/check-out`), 409, /。$/);
    await refuses(hotel, () => hotel.api.post(`${path}/check-in`, { date: dayAt(1) }), 422, /。$/);
    await act(id, 'check-in');
    await refuses(hotel, () => hotel.api.put(`${path}/cancel`), 409, /。$/);
    await act(id, 'check-out');
    await refuses(hotel, () => hotel.api.delete(`${path}/check-in`), 409, /。$/);
    expect(await undo(id, 'check-out')).toMatchObject({ checkout_date: null });
    expect(await undo(id, 'check-in')).toMatchObject({ checkin_date: null });
  });

  it('frees the nights of an early check-out in the same command when it is asked to, and not otherwise', async () => {
    const { id, room_id } = await live(-1, 3, { checkIn: -1 });
    const next = hotel.payload({ room_id, stay_start: dayAt(1), stay_end: dayAt(3) });
    expect((await act(id, 'check-out', { free_nights: 0 })).stay_end).toBe(dayAt(3));
    expect((await hotel.api.post('/api/booking', next)).status).toBe(409);
    await undo(id, 'check-out');
    const left = await act(id, 'check-out', { free_nights: 1 });
    expect(left).toMatchObject({ checkout_date: hotel.today, stay_end: hotel.today, changed_room: 0 });
    expect((await hotel.api.post('/api/booking', next)).status).toBe(201);
  });

  it('sets the way of paying and the flag, and 済 or 未 after it', async () => {
    const { id } = await live(3, 4);
    const paid = { payment_type: hotel.ids.card, payment_flag: 1 };
    expect(await act(id, 'payment', paid)).toMatchObject({ ...paid, payment_status: '済' });
    const unpaid = { payment_type: null, payment_flag: 0 };
    expect(await act(id, 'payment', unpaid)).toMatchObject({ ...unpaid, payment_status: '未' });
    const wrong = { payment_type: 2_000_000_000, payment_flag: 1 };
    await refuses(hotel, () => hotel.api.post(`/api/booking/${id}/payment`, wrong), 422, /支払方法/);
  });
});

function stayOf(record: BookingRecord): DeskStay {
  return {
    id: record.id,
    status: record.is_cancelled === 1 ? 'cancelled' : 'active',
    roomNumber: '',
    stayStart: record.stay_start,
    stayEnd: record.stay_end,
    checkinTime: record.checkin_time,
    checkinDate: record.checkin_date,
    checkoutDate: record.checkout_date,
    paymentFlag: record.payment_flag,
    nextdayOutFlag: record.nextday_out_flag,
  };
}

describe('the front desk', () => {
  const atDesk = async () => (await hotel.api.get<BookingRecord[]>('/api/front-desk')).body;

  it('answers the bookings that the domain has at the desk today, as first-night records', async () => {
    const others = (await atDesk()).map(({ id }) => id);
    const lives: [number, number, Life?][] = [
      [0, 1],
      [0, 1, { cancelled: true }],
      [0, 2, { checkIn: 0 }],
      [0, 2, { checkIn: 0, checkOut: 0 }],
      [-2, 1],
      [-2, 0],
      [-2, -1],
      [-2, 0, { checkIn: -2 }],
      [-3, -1, { checkIn: -3 }],
      [-3, -1, { checkIn: -3, checkOut: 0 }],
      [-3, -1, { checkIn: -3, checkOut: -1 }],
      [-3, -1, { checkIn: -3, checkOut: -1, paid: true }],
      [-3, 1, { checkIn: -3, checkOut: -1, paid: true }],
      [1, 2],
    ];
    const all: BookingRecord[] = [];
    for (const [from, to, life] of lives) {
      const { id } = await live(from, to, life);
      all.push((await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body);
    }
    const expected = all.filter((record) => isAtDesk(stayOf(record), hotel.today));
    expect(expected).toHaveLength(10);
    expected.sort((a, b) => a.stay_start.localeCompare(b.stay_start) || a.id - b.id);
    expect((await atDesk()).filter(({ id }) => !others.includes(id))).toEqual(expected);
  });

  it('leaves who owes since more than 30 days to pages of its own, the newest first', async () => {
    const lives: [number, number, Life][] = [
      [-31, -30, { checkIn: -31, checkOut: -30 }],
      [-33, -31, { checkIn: -33, checkOut: -31 }],
      [-34, -31, { checkIn: -34, checkOut: -33 }],
      [-35, -34, { checkIn: -35, checkOut: -34 }],
      [-35, -34, { checkIn: -35, checkOut: -34, paid: true }],
      [-35, -33, { checkIn: -35, checkOut: 0 }],
      [-35, -33, { checkIn: -35 }],
    ];
    const ids: number[] = [];
    for (const [from, to, life] of lives) ids.push((await live(from, to, life)).id);
    const [recent, first, second, third = 0, , leftToday, inHouse] = ids;
    const listed = (await atDesk()).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(listed.sort()).toEqual([recent, leftToday, inHouse].sort());

    const older = async (query: string) =>
      (await hotel.api.get<OlderUnpaid>(`/api/front-desk/unpaid?${query}`)).body;
    const none = await older('limit=0');
    expect(none).toMatchObject({ bookings: [], more: 3 });
    const page = await older(`limit=2&before=${none.next}`);
    expect(page.bookings.map(({ id }) => id)).toEqual([second, first]);
    expect(page.bookings[1]).toEqual((await hotel.api.get(`/api/booking/${first}`)).body);
    expect(page.more).toBe(1);
    const rest = await older(`before=${page.next}`);
    expect(rest).toMatchObject({ bookings: [{ id: third }], more: 0 });
    expect(await older(`before=${rest.next}`)).toEqual({ bookings: [], more: 0, next: rest.next });
    await act(third, 'payment', { payment_type: null, payment_flag: 1 });
    expect(await older('limit=0')).toEqual({ ...none, more: 2 });
  });

  it.each(['2026-13-01_1', '2026-01-01_x', ''])('refuses a page before %j', async (before) => {
    const answer = await hotel.api.get(`/api/front-desk/unpaid?before=${before}`);
    expectRefusal(answer, 400, 'beforeは前の回答のnextを指定してください。');
  });

  it('has an index for each kind of booking that it finds, and one for the bookings by their ids', async () => {
    /** The scans of indexes by which bookings are found. */
    async function scansFor(source: RawBuilder<unknown>): Promise<Set<string>> {
      const database = kyselyOn(openPool(hotel.databaseUrl));
      try {
        const plan = await database.connection().execute(async (connection) => {
          await sql`set enable_seqscan = off`.execute(connection);
          return (await sql`explain select state from ${source}`.execute(connection)).rows;
        });
        return new Set(JSON.stringify(plan).match(/Index (Only )?Scan (Backward )?(on|using) \w+/g));
      } finally {
        await database.destroy();
      }
    }
    expect((await scansFor(sql`bookings where ${isAtDeskSql(hotel.today)}`)).size).toBe(5);
    const older = sql`open_stays join bookings using (id) where ${isOlderUnpaidSql(hotel.today)}`;
    expect((await scansFor(older)).size).toBe(2);
  });
});

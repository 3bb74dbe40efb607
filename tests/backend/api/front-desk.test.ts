import { type DeskStay, isAtDesk } from '@domain/calendar/front-desk.js';
import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { OlderUnpaid } from '@wire/older-unpaid.js';
import { type RawBuilder, sql } from 'kysely';
import { kyselyOn, openPool } from '../../../backend/platform/database.js';
import { isAtDeskSql, isOlderUnpaidSql } from '../../../backend/reservations/queries/front-desk.query.js';
import { type Hotel, PLAIN_ROOMS, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const dayAt = (offset: number): string => addDays(hotel.today, offset);
const atDesk = async () => (await hotel.api.get<BookingRecord[]>('/api/front-desk')).body;

type Life = { checkIn?: number; checkOut?: number; cancelled?: boolean; paid?: boolean };

/** A booking of these days from today, come and gone or cancelled as told. */
async function live(
  from: number,
  to: number,
  { checkIn, checkOut, cancelled, paid }: Life = {},
): Promise<number> {
  const { id } = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to) });
  const path = `/api/booking/${id}`;
  if (checkIn !== undefined) await hotel.api.post(`${path}/check-in`, { date: dayAt(checkIn) });
  if (checkOut !== undefined) await hotel.api.post(`${path}/check-out`, { date: dayAt(checkOut) });
  if (paid) await hotel.api.post(`${path}/payment`, { payment_type: null, payment_flag: 1 });
  if (cancelled) await hotel.api.put(`${path}/cancel`, {});
  return id;
}

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

it('answers the bookings that the domain has at the desk today, as first-night records with versions', async () => {
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
  expect(lives.length).toBeLessThan(PLAIN_ROOMS.length);
  const ids: number[] = [];
  for (const [from, to, life] of lives) ids.push(await live(from, to, life));

  const all = await Promise.all(
    ids.map(async (id) => (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body),
  );
  const expected = all.filter((record) => isAtDesk(stayOf(record), hotel.today));
  expect(expected).toHaveLength(10);
  const byStay = (a: BookingRecord, b: BookingRecord) =>
    a.stay_start.localeCompare(b.stay_start) || a.id - b.id;
  expect(await atDesk()).toEqual(expected.sort(byStay));
});

it('follows what is done, and is answered 304 in between', async () => {
  const id = await live(0, 1);
  const first = await hotel.api.get<BookingRecord[]>('/api/front-desk');
  expect(first.body.map((record) => record.id)).toContain(id);
  expect(Number(first.headers.get('x-log-position'))).toBe(await hotel.position());
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toContain(hotel.today);
  expect((await hotel.api.get('/api/front-desk', { 'if-none-match': etag })).status).toBe(304);
  await hotel.api.put(`/api/booking/${id}/cancel`, {});
  const after = await hotel.api.get<BookingRecord[]>('/api/front-desk', { 'if-none-match': etag });
  expect(after.status).toBe(200);
  expect(after.body.map((record) => record.id)).not.toContain(id);
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
  for (const [from, to, life] of lives) ids.push(await live(from, to, life));
  const [recent, first, second, third, , leftToday, inHouse] = ids;
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
  await hotel.api.post(`/api/booking/${third}/payment`, { payment_type: null, payment_flag: 1 });
  expect(await older('limit=0')).toEqual({ ...none, more: 2 });
  expect((await older(`before=${hotel.today}_1`)).bookings.map(({ id }) => id)).toEqual([second, first]);
});

it('refuses a page that cannot be read', async () => {
  const get = (query: string) => hotel.api.get(`/api/front-desk/unpaid?${query}`);
  for (const query of ['before=2026-13-01_1', 'before=2026-01-01_x', 'before=']) {
    expectRefusal(await get(query), 400, 'beforeは前の回答のnextを指定してください。');
  }
  for (const query of ['limit=101', 'limit=-1', 'limit=1&limit=2']) {
    expectRefusal(await get(query), 400, 'limitは0から100の数で指定してください。');
  }
});

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

it('has an index for each kind of booking that it finds, and one for the bookings by their ids', async () => {
  expect((await scansFor(sql`bookings where ${isAtDeskSql(hotel.today)}`)).size).toBe(5);
  const older = sql`open_stays join bookings using (id) where ${isOlderUnpaidSql(hotel.today)}`;
  expect((await scansFor(older)).size).toBe(2);
});

import { type DeskStay, isAtDesk } from '@domain/calendar/front-desk.js';
import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { sql } from 'kysely';
import { kyselyOn, openPool } from '../../../backend/platform/database.js';
import { isAtDeskSql } from '../../../backend/reservations/queries/front-desk.handler.js';
import { PLAIN_ROOMS } from './seed-hotel.js';
import { type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
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

it('has an index for each kind of booking that it finds', async () => {
  const database = kyselyOn(openPool(hotel.databaseUrl));
  try {
    const plan = await database.connection().execute(async (connection) => {
      await sql`set enable_seqscan = off`.execute(connection);
      return connection.selectFrom('bookings').select('state').where(isAtDeskSql(hotel.today)).explain();
    });
    const scans = JSON.stringify(plan).match(/Bitmap Index Scan on \w+/g);
    expect(new Set(scans).size).toBe(4);
  } finally {
    await database.destroy();
  }
});

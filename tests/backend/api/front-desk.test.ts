import { DESK_LISTS, type DeskStay, deskList, isAtDesk } from '@domain/calendar/front-desk.js';
import { addDays, day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { DeskRecord, InvoicePage, OlderUnpaid } from '@wire/older-unpaid.js';
import type { RoomChange } from '@wire/room-change.js';
import { type RawBuilder, sql } from 'kysely';
import { kyselyOn, openPool } from '#backend/platform/database.js';
import { isAtDeskSql, isOlderUnpaidSql } from '#backend/reservations/queries/front-desk.query.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const HOURS_AHEAD = 14;
const hotel = sharedHotel({ HOTEL_TIMEZONE: `Etc/GMT-${HOURS_AHEAD}` });

const dayAt = (offset: number): string => addDays(hotel.today, offset);
const act = async (id: number, action: string, body?: object) =>
  (await hotel.api.post<BookingRecord>(`/api/booking/${id}/${action}`, body)).body;
const undo = async (id: number, action: string) =>
  (await hotel.api.delete<BookingRecord>(`/api/booking/${id}/${action}`)).body;

type Life = {
  checkIn?: number;
  checkOut?: number;
  cancelled?: boolean;
  paid?: boolean;
  missed?: boolean;
};

/** A booking of these days from today, come and gone or cancelled as told. */
async function live(from: number, to: number, life: Life = {}, fields = {}): Promise<BookingRecord> {
  const booked = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to), ...fields });
  const { checkIn, checkOut, cancelled, paid, missed } = life;
  if (missed) await act(booked.id, 'no-show');
  if (checkIn !== undefined) await act(booked.id, 'check-in', { date: dayAt(checkIn) });
  if (checkOut !== undefined) await act(booked.id, 'check-out', { date: dayAt(checkOut) });
  if (paid) await act(booked.id, 'payment', { payment_type: null, payment_flag: 1 });
  if (cancelled) await hotel.api.put(`/api/booking/${booked.id}/cancel`, {});
  return booked;
}

// The rules of check-in, check-out and payment are those of tests/domain/reservation/stay-actions.test.ts.
describe('check-in, check-out and payment', () => {
  it.each([{}, undefined])('are today, in HOTEL_TIMEZONE, when the body is %j', async (body) => {
    const { id, version } = await live(0, 1);
    const inTheZone = new Date(Date.now() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10);
    expect(await act(id, 'check-in', body)).toMatchObject({ checkin_date: inTheZone, version: version + 1 });
    const left = await act(id, 'check-out', body);
    expect(left).toMatchObject({ checkin_date: inTheZone, checkout_date: inTheZone });
    expect((await hotel.api.get(`/api/booking/${id}`)).body).toEqual(left);
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
    ...(record.no_show === 1 && { isNoShow: true }),
  };
}

describe('room changes', () => {
  it('are those of the day, the newest first, with who moved what from where to where', async () => {
    const { id } = await live(0, 2);
    const { body: booked } = await hotel.api.get<BookingRecord>(`/api/booking/${id}`);
    const before = (await changes()).length;
    const rooms = [hotel.newRoom(), hotel.newRoom()];
    const move = (room: string) =>
      hotel.api.put(`/api/booking/${id}`, { room_id: hotel.roomId(room, booked.stay_start) });
    for (const room of rooms) expect((await move(room)).status).toBe(200);
    await hotel.api.put(`/api/booking/${id}`, { notes: '移動なし' });
    const [second, first] = (await changes()).slice(0, (await changes()).length - before);
    expect(first).toMatchObject({ booking_id: id, to_room: rooms[0], guest_name: booked.guest_name_1 });
    expect(second).toMatchObject({ booking_id: id, from_room: rooms[0], to_room: rooms[1] });
    expect(await changes(`?date=${dayAt(-1)}`)).toEqual([]);
  });

  const changes = async (query = '') =>
    (await hotel.api.get<RoomChange[]>(`/api/front-desk/room-changes${query}`)).body;
});

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

  it('answers, of another day, all bookings that the domain lists then', async () => {
    const lives: [number, number, Life?][] = [
      [-2, 1],
      [-2, 1, { checkIn: -1 }],
      [-2, 1, { checkIn: -2, checkOut: -1 }],
      [-2, -1, { checkIn: -2, checkOut: 0 }],
      [-3, -1, { checkIn: -3 }],
      [-1, 2, { missed: true }],
      [0, 1],
      [1, 3],
    ];
    const all: BookingRecord[] = [];
    for (const [from, to, life] of lives) {
      const { id } = await live(from, to, life);
      all.push((await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body);
    }
    for (const date of [dayAt(-1), dayAt(1)].map(day)) {
      const answer = (await hotel.api.get<DeskRecord[]>(`/api/front-desk?date=${date}`)).body;
      const listed = DESK_LISTS.flatMap((list) => deskList(list, all.map(stayOf), hotel.today, date));
      expect(listed.length).toBeGreaterThan(3);
      const known = answer.map(({ room_number, room_type, smoking_status, ...record }) => record);
      for (const { id } of listed) expect(known).toContainEqual(all.find((one) => one.id === id));
      expect(answer.every(({ room_number, room_type }) => room_number !== '' && room_type !== '')).toBe(true);
    }
  });

  it('has companies that pay by invoice in a list of their own, the oldest first', async () => {
    const made = async (path: string, body: object) =>
      (await hotel.api.post<{ id: number }>(`/api/${path}`, body)).body.id;
    const payment_type = await made('payment_master', { payment_name: '請求書払い' });
    const corporateID = await made('corporate_master', { corporate_short_name: '㈱後払', corporate_flag: 0 });
    const owing = async (from: number, fields: object) => {
      const room_id = hotel.roomId('1001', dayAt(from));
      const { id } = await live(from, from + 1, { checkIn: from, checkOut: from + 1 }, { room_id });
      await hotel.api.put(`/api/booking/${id}`, { payment_type, corporateID, ...fields });
      return id;
    };
    const ids = [await owing(-37, {}), await owing(-39, {}), await owing(-38, { corporateID: 0 })];
    const [late = 0, later = 0, alone = 0] = ids;
    const path = '/api/front-desk/invoices';
    const page = async (query = '') => (await hotel.api.get<InvoicePage>(`${path}${query}`)).body;
    const invoices = async () => (await page()).bookings.map(({ id }) => id);
    expect(await invoices()).toEqual([later, late]);
    const first = await page('?limit=1');
    expect(first).toMatchObject({ bookings: [{ id: later, room_number: '1001' }], more: 1 });
    const rest = await page(`?limit=1&after=${first.next}`);
    expect(rest).toMatchObject({ bookings: [{ id: late }], more: 0 });
    const { bookings } = (await hotel.api.get<OlderUnpaid>('/api/front-desk/unpaid')).body;
    expect(bookings.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([alone]);
    await act(later, 'payment', { payment_type, payment_flag: 1 });
    expect(await invoices()).toEqual([late]);
    await act(alone, 'payment', { payment_type: null, payment_flag: 1 });
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

import { addDays, type Day, day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { EventPage } from '@wire/event-record.js';
import type { ClosureProposals } from '@wire/room-closure.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import { type Answer, type ApiClient, apiClient } from '#tests/support/api-client.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { claims } from '#tests/support/recount.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const PATH = '/api/room-closures';
const START = day('2096-01-10');

const nights = (start: number, end: number) => ({
  start_date: addDays(START, start),
  end_date: addDays(START, end),
});
const close = (room_number: string, start = 0, end = 3, more: object = {}, api: ApiClient = hotel.api) =>
  api.post<RoomClosureRecord>(PATH, { room_number, ...nights(start, end), reason: '水漏れ', ...more });
const closed = async (...asked: Parameters<typeof close>) => (await close(...asked)).body;
const bookIn = (room: string, start: number, end: number, api: ApiClient = hotel.api) =>
  api.post<BookingRecord>(
    '/api/booking',
    hotel.payload({
      room_id: hotel.roomId(room, addDays(START, start)),
      stay_start: addDays(START, start),
      stay_end: addDays(START, end),
    }),
  );
const listed = async (room: string, query = '') =>
  (
    await hotel.api.get<RoomClosureRecord[]>(`${PATH}?start_date=2096-01-01&end_date=2096-01-31${query}`)
  ).body.filter(({ room_number }) => room_number === room);
const countOn = async (date: Day, query = '') => {
  const path = `/api/booking_type_diff?start_date=${date}&end_date=${date}${query}`;
  return (await hotel.api.get<Record<string, CountRecord>>(path)).body[date];
};

async function checkClaims(): Promise<void> {
  const { kept, recounted } = await claims(hotel.databaseUrl);
  expect(kept).toEqual(recounted);
}

describe('a room out of order', () => {
  it('takes no booking on its nights, new or moved, and takes them on either side', async () => {
    const room = hotel.newRoom();
    expect(await closed(room)).toMatchObject({
      room_number: room,
      version: 1,
      is_ended: 0,
      reason: '水漏れ',
    });
    const message = `売り止めの部屋です: ${room} 1/10(火)～1/13(金) 3泊（水漏れ）`;
    await refuses(hotel, () => bookIn(room, 2, 4), 409, message);
    await refuses(hotel, () => bookIn(room, -3, 1), 409, message);
    expect((await bookIn(room, 3, 4)).status).toBe(201);
    expect((await bookIn(room, -1, 0)).status).toBe(201);
    const other = await hotel.book();
    const move = () => hotel.api.put(`/api/booking/${other.id}`, { room_id: hotel.roomId(room, START) });
    await refuses(hotel, move, 409, message);
    await checkClaims();
  });

  it('bounds how far a booking can reach in the room', async () => {
    const room = hotel.newRoom();
    const { id } = (await bookIn(room, 4, 5)).body;
    await closed(room, 0, 2);
    await closed(room, 8, 9);
    const { body } = await hotel.api.get(`/api/fetch-reservation-data/${id}`);
    expect(body).toMatchObject({ start_day_edge: addDays(START, 2), end_day_edge: addDays(START, 8) });
  });

  it('is not recorded over a booking, of which it tells, nor over another closure', async () => {
    const room = hotel.newRoom();
    await bookIn(room, 1, 3);
    await refuses(hotel, () => close(room), 409, new RegExp(`^${room}には.*山田 太郎様 1/11.*2泊`));
    await closed(room, 5, 8);
    await refuses(hotel, () => close(room, 7, 9), 409, /すでに売り止めがあります/);
  });

  it('is extended, ended early and taken back; each frees and takes its nights', async () => {
    const room = hotel.newRoom();
    const { id } = await closed(room);
    const change = (fields: object) => hotel.api.put<RoomClosureRecord>(`${PATH}/${id}`, fields);
    await bookIn(room, 6, 7);
    await refuses(hotel, () => change({ end_date: addDays(START, 7) }), 409, /山田 太郎様/);
    expect((await change({ end_date: addDays(START, 6), reason: '工事' })).body).toMatchObject({
      version: 2,
      reason: '工事',
    });
    await refuses(hotel, () => bookIn(room, 5, 6), 409, /売り止め/);
    expect((await change({ end_date: addDays(START, 1) })).body.version).toBe(3);
    expect((await bookIn(room, 5, 6)).status).toBe(201);
    expect((await hotel.api.delete<RoomClosureRecord>(`${PATH}/${id}`)).body.is_ended).toBe(1);
    expect((await bookIn(room, 0, 1)).status).toBe(201);
    await refuses(hotel, () => change({ reason: '工事' }), 409, 'この売り止めは取り消されています。');
    expect(await listed(room)).toEqual([]);
    await checkClaims();
  });

  it('is missing among the rooms for sale of its days, from when it was recorded on', async () => {
    const room = hotel.newRoom();
    const on = addDays(START, 1);
    const before = await countOn(on);
    const report = async () =>
      (
        await hotel.api.get<{ total: { rooms: number } }>(
          `/api/reports?start_date=${START}&end_date=${addDays(START, 9)}&by=day`,
        )
      ).body;
    const rooms = (await report()).total.rooms;
    const past = await hotel.position();
    const { id } = await closed(room);
    const less = (count = before) =>
      count && {
        ...count,
        total_rooms: count.total_rooms - 1,
        total_normal_non_smoking: count.total_normal_non_smoking - 1,
      };
    expect(await countOn(on)).toEqual(less());
    expect(await countOn(addDays(START, 3))).toEqual(await countOn(addDays(START, 3), `&as_of=${past}`));
    expect((await report()).total.rooms).toBe(rooms - 3);
    const during = await hotel.position();
    await hotel.api.delete(`${PATH}/${id}`);
    expect(await countOn(on)).toEqual(before);
    expect(await countOn(on, `&as_of=${during}`)).toEqual(less());
    expect(await listed(room, `&as_of=${during}`)).toHaveLength(1);
    expect(await listed(room, `&as_of=${past}`)).toEqual([]);
  });

  it('stands in the log with what changed, in words', async () => {
    const room = hotel.newRoom();
    const { id } = await closed(room);
    await hotel.api.put(`${PATH}/${id}`, { reason: '工事' });
    const { events } = (await hotel.api.get<EventPage>(`/api/events?stream=room-closure-${id}`)).body;
    expect(events.map(({ type }) => type)).toEqual(['RoomClosureStarted', 'RoomClosureChanged']);
    expect(JSON.stringify(events)).toContain('水漏れ');
  });
});

describe('bookings in the way', () => {
  it('are moved to the rooms proposed and the room is closed, in one step, or nothing is done', async () => {
    const room = hotel.newRoom();
    const booking = (await bookIn(room, 1, 3)).body;
    const query = new URLSearchParams({ room_number: room, ...nights(0, 4) });
    const { bookings, moves } = (await hotel.api.get<ClosureProposals>(`${PATH}/proposals?${query}`)).body;
    expect(bookings.map(({ id }) => id)).toEqual([booking.id]);
    const sent = (moves ?? []).map(({ id, version, to }) => ({ id, version, room_id: to.room_id }));
    expect(sent).toHaveLength(1);
    const stale = sent.map((move) => ({ ...move, version: 9 }));
    await refuses(hotel, () => close(room, 0, 4, { moves: stale }), 409, /他の端末で更新されています/);
    expect((await close(room, 0, 4, { moves: sent })).status).toBe(201);
    const moved = (await hotel.api.get<BookingRecord>(`/api/booking/${booking.id}`)).body;
    expect(moved).toMatchObject({
      changed_room: 1,
      stay_start: booking.stay_start,
      room_id: sent[0]?.room_id,
    });
    await checkClaims();
  });

  it('who are in the house stay: nothing is proposed', async () => {
    const room = hotel.newRoom();
    const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 2) };
    const { id } = await hotel.book({ ...stay, room_id: hotel.roomId(room, hotel.today) });
    await hotel.api.post(`/api/booking/${id}/check-in`, {});
    const query = new URLSearchParams({
      room_number: room,
      start_date: hotel.today,
      end_date: stay.stay_end,
    });
    const { body } = await hotel.api.get<ClosureProposals>(`${PATH}/proposals?${query}`);
    expect(body).toMatchObject({ bookings: [{ id }], moves: null });
  });
});

describe('two nodes', () => {
  let there: TestServer;
  beforeAll(async () => {
    there = await startTestServer({ databaseUrl: hotel.databaseUrl });
  });
  afterAll(() => there.stop());

  test('never sell a night that the other closes at the same time', async () => {
    const elsewhere = apiClient(there.url);
    for (let round = 0; round < 8; round++) {
      const room = hotel.newRoom();
      const [booked, recorded]: Answer<unknown>[] = await Promise.all([
        bookIn(room, 1, 2, round % 2 === 0 ? hotel.api : elsewhere),
        close(room, 0, 3, {}, round % 2 === 0 ? elsewhere : hotel.api),
      ]);
      expect([booked?.status, recorded?.status].sort()).toEqual([201, 409]);
      if (booked && booked.status !== 201) expectRefusal(booked, 409, /売り止め/);
    }
    await checkClaims();
  });

  test('the key of the claims refuses a night that is closed, whatever is decided', async () => {
    const room = hotel.newRoom();
    const { id } = await closed(room);
    const rows = await rawQuery(
      hotel.databaseUrl,
      `select night::text, reservation_id, closure_id from room_claims where room_number = '${room}' order by night`,
    );
    expect(rows).toEqual(
      [0, 1, 2].map((night) => ({
        night: addDays(START, night),
        reservation_id: null,
        closure_id: String(id),
      })),
    );
    const twice = `insert into room_claims values ('${room}', '${START}', 1, null)`;
    await expect(rawQuery(hotel.databaseUrl, twice)).rejects.toThrow('room_claims_pkey');
  });
});

import { randomUUID } from 'node:crypto';
import { addDays, day } from '@domain/dates.js';
import { describe, expect, it, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { createHotelDatabase } from '#tests/support/hotel.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { claims } from '#tests/support/recount.js';
import { refuses } from '#tests/support/refusal.js';
import { startTestServer } from '#tests/support/server.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const PATH = '/api/tentative-stays';
const START = day('2096-01-10');
const AN_HOUR_MS = 3_600_000;

const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const nights = (start: number, end: number) => ({
  start_date: addDays(START, start),
  end_date: addDays(START, end),
});
const hold = (room_number: string, start = 0, end = 3, more: object = {}, api: ApiClient = hotel.api) =>
  api.post<RoomClosureRecord>(PATH, {
    ...{ room_number, ...nights(start, end), guest_name: '佐藤 花', tel: '090-1111-2222' },
    ...{ until: later(3 * AN_HOUR_MS), ...more },
  });
const held = async (...asked: Parameters<typeof hold>) => (await hold(...asked)).body;
const bookIn = (room: string, start: number, end: number, more: object = {}, api = hotel.api) =>
  api.post<BookingRecord>('/api/booking', {
    ...hotel.payload({
      room_id: hotel.roomId(room, addDays(START, start)),
      stay_start: addDays(START, start),
      stay_end: addDays(START, end),
    }),
    ...more,
  });
const running = async () => (await hotel.api.get<RoomClosureRecord[]>(PATH)).body;
const listed = async (room: string, query = '') =>
  (
    await hotel.api.get<RoomClosureRecord[]>(
      `/api/room-closures?start_date=2096-01-01&end_date=2096-01-31${query}`,
    )
  ).body.filter(({ room_number }) => room_number === room);
const eventsOf = async (id: number) =>
  (
    await rawQuery(
      hotel.databaseUrl,
      `select type from event_log where stream = 'room-closure-${id}' order by position`,
    )
  ).map(({ type }) => type);

const reverse = (request_id: string, headers: Record<string, string> = {}) =>
  hotel.api.post('/api/reversals', { request_id, accept: 'all' }, headers);
const requested = () => ({ 'x-request-id': randomUUID() });

async function checkClaims(): Promise<void> {
  const { kept, recounted } = await claims(hotel.databaseUrl);
  expect(kept).toEqual(recounted);
}

describe('a room held for a guest', () => {
  it('takes no booking and no closure on its nights, and takes them on either side', async () => {
    const room = hotel.newRoom();
    expect(await held(room)).toMatchObject({
      ...{ room_number: room, version: 1, is_ended: 0, reason: '' },
      tentative: { guest_name: '佐藤 花', tel: '090-1111-2222', remark: '' },
    });
    const message = `仮予約の部屋です: ${room} 1/10(火)～1/13(金) 3泊（佐藤 花様）`;
    await refuses(hotel, () => bookIn(room, 2, 4), 409, message);
    await refuses(hotel, () => hold(room, -3, 1), 409, /すでに仮予約があります/);
    const close = () =>
      hotel.api.post('/api/room-closures', { room_number: room, ...nights(1, 2), reason: '水漏れ' });
    await refuses(hotel, close, 409, /すでに仮予約があります/);
    expect((await bookIn(room, 3, 4)).status).toBe(201);
    await refuses(hotel, () => hold(room, 3, 4), 409, /予約があります/);
    await checkClaims();
  });

  it('is refused with an end that is past, too far away, or no moment', async () => {
    const room = hotel.newRoom();
    await refuses(hotel, () => hold(room, 0, 1, { until: later(-1_000) }), 422, /これからの日時/);
    await refuses(hotel, () => hold(room, 0, 1, { until: later(61 * 24 * AN_HOUR_MS) }), 422, /60日以内/);
    await refuses(hotel, () => hold(room, 0, 1, { until: 'あした' }), 422, /期限を日時で/);
    await refuses(hotel, () => hold(room, 1, 1), 422, /仮予約の終了日は開始日より後/);
    await refuses(hotel, () => hold('無い', 0, 1), 422, '部屋が見つかりません。');
  });

  it('is extended, released and taken up again, unless somebody was faster', async () => {
    const room = hotel.newRoom();
    const { id } = await held(room);
    const until = later(5 * AN_HOUR_MS);
    const changed = await hotel.api.put<RoomClosureRecord>(`${PATH}/${id}`, {
      until,
      remark: '折り返し電話',
    });
    expect(changed.body.tentative).toMatchObject({ until, remark: '折り返し電話', guest_name: '佐藤 花' });
    expect((await hotel.api.delete<RoomClosureRecord>(`${PATH}/${id}`)).body.is_ended).toBe(1);
    await refuses(hotel, () => hotel.api.delete(`${PATH}/${id}`), 409, 'この仮予約はすでに終わっています。');
    const restore = () => hotel.api.post<RoomClosureRecord>(`${PATH}/${id}/restore`, { until });
    expect((await restore()).body).toMatchObject({ is_ended: 0, tentative: { until } });
    await refuses(hotel, restore, 409, /まだ終わっていません/);
    await hotel.api.delete(`${PATH}/${id}`);
    await bookIn(room, 2, 3);
    await refuses(hotel, restore, 409, /予約があります/);
    await checkClaims();
  });

  it('is no closure for the routes of closures, nor the reverse', async () => {
    const [one, other] = [hotel.newRoom(), hotel.newRoom()];
    const { id } = await held(one);
    await refuses(hotel, () => hotel.api.delete(`/api/room-closures/${id}`), 404, /売り止めが見つかりません/);
    const closed = { room_number: other, ...nights(0, 1), reason: '水漏れ' };
    const { body } = await hotel.api.post<RoomClosureRecord>('/api/room-closures', closed);
    await refuses(hotel, () => hotel.api.delete(`${PATH}/${body.id}`), 404, /仮予約が見つかりません/);
  });

  it('becomes a booking in one step, in its room or another, and only once', async () => {
    const [room, elsewhere] = [hotel.newRoom(), hotel.newRoom()];
    const { id } = await held(room);
    const booked = await bookIn(room, 0, 3, { tentative_stay_id: id });
    expect(booked.body).toMatchObject({ stay_start: START });
    expect(await eventsOf(id)).toEqual(['TentativeStayRecorded', 'TentativeStayBooked']);
    expect((await running()).map((one) => one.id)).not.toContain(id);
    await refuses(
      hotel,
      () => bookIn(room, 0, 3, { tentative_stay_id: id }),
      409,
      /予約があります|予約されて/,
    );
    expect((await bookIn(elsewhere, 0, 3, { tentative_stay_id: id })).status).toBe(201);
    const unknown = () => bookIn(elsewhere, 5, 6, { tentative_stay_id: booked.body.id });
    await refuses(hotel, unknown, 422, '仮予約が見つかりません。');
    await checkClaims();
  });

  it('holds its room again when its booking is undone, and is booked again when that is', async () => {
    const room = hotel.newRoom();
    const { id } = await held(room);
    const [made, undone] = [randomUUID(), randomUUID()];
    const body = hotel.payload({ room_id: hotel.roomId(room, START), tentative_stay_id: id });
    const booked = await hotel.api.post<BookingRecord>('/api/booking', body, { 'x-request-id': made });
    expect((await reverse(made, { 'x-request-id': undone })).status).toBe(200);
    expect((await running()).map((one) => one.id)).toContain(id);
    await checkClaims();
    expect((await reverse(undone)).status).toBe(200);
    const again = await hotel.api.get<BookingRecord>(`/api/booking/${booked.body.id}`);
    expect(again.body.is_cancelled).toBe(0);
    expect((await running()).map((one) => one.id)).not.toContain(id);
    await checkClaims();
  });

  it.each<[string, (id: number, headers: Record<string, string>) => Promise<{ status: number }>]>([
    ['other nights', (id, headers) => hotel.api.put(`${PATH}/${id}`, nights(1, 5), headers)],
    [
      'another guest and end',
      (id, headers) => {
        const changed = { guest_name: '山田 次郎', tel: '', remark: '窓側', until: later(AN_HOUR_MS) };
        return hotel.api.put(`${PATH}/${id}`, changed, headers);
      },
    ],
    ['a release', (id, headers) => hotel.api.delete(`${PATH}/${id}`, headers)],
  ])('%s can be taken back, and done again', async (_, change) => {
    const room = hotel.newRoom();
    const content = async () => (await listed(room)).map(({ version, ...rest }) => rest);
    const { id } = await held(room);
    const [before, headers, undone] = [await content(), requested(), requested()];
    expect((await change(id, headers)).status).toBe(200);
    const after = await content();
    expect(after).not.toEqual(before);
    expect((await reverse(headers['x-request-id'], undone)).status).toBe(200);
    expect(await content()).toEqual(before);
    await checkClaims();
    expect((await reverse(undone['x-request-id'])).status).toBe(200);
    expect(await content()).toEqual(after);
    await checkClaims();
  });

  it('is released when its recording is taken back, and taken up again when that is', async () => {
    const [room, made, undone] = [hotel.newRoom(), requested(), requested()];
    const body = { room_number: room, ...nights(0, 2), guest_name: '佐藤 花', until: later(AN_HOUR_MS) };
    await hotel.api.post(PATH, { ...body, tel: '', remark: '' }, made);
    expect((await reverse(made['x-request-id'], undone)).status).toBe(200);
    expect(await listed(room)).toEqual([]);
    expect((await reverse(undone['x-request-id'])).status).toBe(200);
    expect(await listed(room)).toMatchObject([{ tentative: { guest_name: '佐藤 花' } }]);
    await checkClaims();
  });

  it('stays as others left it: an undo names what is in its way', async () => {
    const [room, headers] = [hotel.newRoom(), requested()];
    const { id } = await held(room, 0, 2, { until: later(4_000) });
    await hotel.api.put(`${PATH}/${id}`, { until: later(5 * AN_HOUR_MS) }, headers);
    await hotel.api.put(`${PATH}/${id}`, { remark: '変更済み' });
    await refuses(hotel, () => reverse(headers['x-request-id']), 409, /仮予約：.*変更されています/);
    const [released, given] = [requested(), await held(hotel.newRoom(), 0, 2)];
    await hotel.api.delete(`${PATH}/${given.id}`, released);
    await bookIn(given.room_number, 1, 2);
    await refuses(hotel, () => reverse(released['x-request-id']), 409, /予約があります/);
    const [late, gone] = [await held(hotel.newRoom(), 0, 1, { until: later(1_000) }), requested()];
    await hotel.api.delete(`${PATH}/${late.id}`, gone);
    await eventually(
      'its former end is past',
      async () => Date.now(),
      (now) => now > Date.parse(late.tentative?.until ?? ''),
    );
    await refuses(hotel, () => reverse(gone['x-request-id']), 409, /元の期限が過ぎています/);
    await checkClaims();
  });

  it('ends by itself at its moment, once, and the past still shows it', async () => {
    const room = hotel.newRoom();
    const { id } = await held(room, 0, 3, { until: later(4_000) });
    const past = await hotel.position();
    await eventually('the end', running, (now) => now.every((one) => one.id !== id));
    expect(await eventsOf(id)).toEqual(['TentativeStayRecorded', 'TentativeStayExpired']);
    expect(await listed(room)).toEqual([]);
    expect(await listed(room, `&as_of=${past}`)).toMatchObject([
      { id, tentative: { guest_name: '佐藤 花' } },
    ]);
    expect((await bookIn(room, 0, 3)).status).toBe(201);
    await checkClaims();
  });

  it('is missing among the rooms for sale, and found by nobody while it lasts', async () => {
    const room = hotel.newRoom();
    const on = addDays(START, 1);
    const total = async () => {
      const path = `/api/booking_type_diff?start_date=${on}&end_date=${on}`;
      const counts = (await hotel.api.get<Record<string, Record<string, number>>>(path)).body[on] ?? {};
      return counts.total_rooms ?? 0;
    };
    const before = await total();
    const { id } = await held(room);
    expect(await total()).toBe(before - 1);
    await hotel.api.delete(`${PATH}/${id}`);
    expect(await total()).toBe(before);
  });

  it('does not name the guest in the log, and forgets the guest with the bookings', async () => {
    const room = hotel.newRoom();
    const tel = '080-7777-0001';
    const { id } = await held(room, 0, 1, { guest_name: '消去 太郎', tel, remark: '秘密の備考' });
    const [{ payload } = { payload: '' }] = await rawQuery(
      hotel.databaseUrl,
      `select payload::text from event_log where stream = 'room-closure-${id}'`,
    );
    expect(payload).not.toMatch(/消去|7777|秘密/);
    const booked = await bookIn(hotel.newRoom(), 0, 1, { guest_name_1: '消去 太郎', tel });
    await hotel.api.put(`/api/booking/${booked.body.id}/cancel`, {});
    const erase = () => hotel.api.post(`/api/booking/${booked.body.id}/erasure`, { reason: 'お申し出' });
    await refuses(hotel, erase, 409, /仮予約が残っています/);
    const released = requested();
    await hotel.api.delete(`${PATH}/${id}`, released);
    expect((await erase()).status).toBe(200);
    const [{ state } = { state: '' }] = await rawQuery(
      hotel.databaseUrl,
      `select state::text from room_closures where id = ${id}`,
    );
    expect(state).not.toMatch(/消去|7777|秘密/);
    const restore = () => hotel.api.post(`${PATH}/${id}/restore`, { until: later(AN_HOUR_MS) });
    await refuses(hotel, restore, 409, /すでに終わっています/);
    await refuses(hotel, () => reverse(released['x-request-id']), 409, /個人情報を削除した仮予約/);
  });
});

describe('two nodes', () => {
  test('sell a night once, and end a 仮予約 once', async () => {
    const second = apiClient(other.url);
    for (let round = 0; round < 6; round++) {
      const room = hotel.newRoom();
      const answers = await Promise.all([
        hold(room, 0, 2),
        hold(room, 1, 3, {}, second),
        bookIn(room, 1, 2, {}, second),
        bookIn(room, 1, 2),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    }
    const { id } = await held(hotel.newRoom(), 0, 1, { until: later(4_000) });
    await eventually(
      'the end',
      () => eventsOf(id),
      (types) => types.length > 1,
    );
    await second.post('/api/notes', {});
    expect(await eventsOf(id)).toEqual(['TentativeStayRecorded', 'TentativeStayExpired']);
    await checkClaims();
  });
});

test('a 仮予約 that ended while no node was up refuses nobody', async () => {
  const database = await createHotelDatabase();
  const start = () => startTestServer({ databaseUrl: database.url });
  const room_number = hotel.newRoom();
  try {
    const first = await start();
    const until = later(5_000);
    const asked = { room_number, ...nights(0, 2), guest_name: '佐藤 花', until };
    const { status } = await apiClient(first.url).post(PATH, asked);
    await first.stop();
    expect(status).toBe(201);
    await eventually('the moment', Date.now, (now) => now > Date.parse(until));
    const second = await start();
    const api = apiClient(second.url);
    const room_id = database.ids.rooms.get(`${room_number} 2096-01-01`);
    const booked = await api.post('/api/booking', hotel.payload({ room_id }));
    await second.stop();
    expect(booked.status).toBe(201);
  } finally {
    await database.drop();
  }
});

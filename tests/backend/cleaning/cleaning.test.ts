import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CleaningContent, CleaningList, CleaningRoom } from '@wire/cleaning.js';
import { verifyReadModels } from '#backend/event-store/rebuild/rebuild.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const STALE = '他の端末で更新されています。最新の内容を確認してください。';
const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));

const manage = (change: object = {}) =>
  must(hotel.api.put('/api/hotel', { name: '宿', manages_cleaning: 1, ...change }));
const list = (query = '') => must(hotel.api.get<CleaningList>(`/api/cleaning${query}`));
const room = async (roomNumber: string, query = '') =>
  (await list(query)).rooms.find(({ room_number }) => room_number === roomNumber) as CleaningRoom;
const stateOf = async (roomNumber: string, query = '') => (await room(roomNumber, query)).state;

const setState = (roomNumber: string, state: string, more: object = {}, headers = {}) =>
  hotel.api.put<CleaningContent>('/api/cleaning/state', { room_number: roomNumber, state, ...more }, headers);
const act = (id: number, what: string, body: object = {}) =>
  must(hotel.api.post(`/api/booking/${id}/${what}`, body));
const takeBack = (id: number, what: string) => must(hotel.api.delete(`/api/booking/${id}/${what}`));

/** A guest of today, checked in unless told otherwise, in a room of their own. */
async function guest(fields: object = {}, isIn = true) {
  const { today } = await list();
  const roomNumber = hotel.newRoom();
  const dates = { stay_start: today, stay_end: addDays(today, 3), ...fields };
  const { id } = await hotel.book({ ...dates, room_id: hotel.roomId(roomNumber, dates.stay_start) });
  if (isIn) await act(id, 'check-in');
  return { id, roomNumber };
}

it('a hotel that does not manage cleaning has no rooms in its list, and nothing can be recorded', async () => {
  await must(hotel.api.put('/api/hotel', { name: '宿' }));
  expect(await list()).toMatchObject({ is_managed: 0, rooms: [] });
  await refuses(hotel, () => setState('601', '清掃済'), 409, /清掃の管理を使っていません。/);
  await refuses(
    hotel,
    () => hotel.api.put('/api/cleaning/remark', { room_number: '601', remark: 'リネン' }),
    409,
    /清掃の管理を使っていません。/,
  );
});

describe('in a hotel that manages cleaning', () => {
  beforeAll(() => manage());

  it('every room but storerooms is listed in display order; nothing is known of one that nobody used', async () => {
    const { rooms } = await list();
    const numbers = rooms.map(({ room_number }) => room_number);
    expect(numbers).toEqual([...new Set(numbers)]);
    expect(numbers).not.toContain('216');
    expect(numbers.indexOf('1001')).toBeLessThan(numbers.indexOf('601'));
    expect(rooms.at(-1)).toMatchObject({
      state: null,
      since: null,
      version: 0,
      remark: '',
      occupancy: '空室',
    });
  });

  it('a room is 清掃前 from the moment of the check-out on, and as recorded after that', async () => {
    const { id, roomNumber } = await guest();
    expect(await room(roomNumber)).toMatchObject({ state: null, occupancy: '連泊', guests: 1 });
    await act(id, 'check-out');
    const [event] = await rawQuery(
      hotel.databaseUrl,
      `select recorded_at from event_log where stream = 'reservation-${id}' and type = 'GuestCheckedOut'`,
    );
    const waiting = await room(roomNumber);
    expect(waiting).toMatchObject({ state: '清掃前', occupancy: '空室', version: 0 });
    expect(new Date(String(waiting.since)).getTime()).toBe(new Date(String(event?.recorded_at)).getTime());
    for (const state of ['清掃中', '清掃済', '点検済', '清掃前', '清掃済']) {
      expect((await must(setState(roomNumber, state))).state).toBe(state);
      expect(await stateOf(roomNumber)).toBe(state);
    }
    expect((await room(roomNumber)).version).toBe(5);
    // The guest had not left after all, and leaves once more: the room was used.
    await takeBack(id, 'check-out');
    expect(await stateOf(roomNumber)).toBe('清掃済');
    await act(id, 'check-out');
    expect(await stateOf(roomNumber)).toBe('清掃前');
  });

  it('a room that is not for sale tonight says why and until when, as it then was; one that is held for a guest does not', async () => {
    const { today } = await list();
    const [closed, later, held] = [hotel.newRoom(), hotel.newRoom(), hotel.newRoom()];
    const nights = (from: number, to: number) => ({
      start_date: addDays(today, from),
      end_date: addDays(today, to),
    });
    const close = (room_number: string, from: number, to: number) =>
      must(
        hotel.api.post<{ id: number }>('/api/room-closures', {
          ...{ room_number, reason: '水漏れ', ...nights(from, to) },
        }),
      );
    const { id } = await close(closed, 0, 2);
    await close(later, 1, 2);
    const guest = { guest_name: '仮 太郎', tel: '', remark: '', until: new Date(Date.now() + 3_600_000) };
    await must(hotel.api.post('/api/tentative-stays', { room_number: held, ...nights(0, 1), ...guest }));
    const closure = { reason: '水漏れ', end_date: addDays(today, 2) };
    expect(await room(closed)).toMatchObject({ occupancy: '空室', closure });
    for (const other of [later, held]) expect(await room(other)).toMatchObject({ closure: null });
    const then = await hotel.position();
    await must(hotel.api.delete(`/api/room-closures/${id}`));
    expect(await room(closed)).toMatchObject({ closure: null });
    expect(await room(closed, `?as_of=${then}`)).toMatchObject({ closure });
  });

  it('a check-out that was a mistake leaves the room as it was', async () => {
    const { id, roomNumber } = await guest();
    await must(setState(roomNumber, '点検済'));
    await act(id, 'check-out');
    await takeBack(id, 'check-out');
    await takeBack(id, 'check-in');
    expect(await stateOf(roomNumber)).toBe('点検済');
  });

  it('a guest who moves leaves a room to be cleaned, but not one who comes back to it', async () => {
    const { id, roomNumber } = await guest();
    const next = hotel.newRoom();
    const { today } = await list();
    const moveTo = (to: string) =>
      must(hotel.api.put(`/api/booking/${id}`, { room_id: hotel.roomId(to, today) }));
    await moveTo(next);
    expect(await stateOf(roomNumber)).toBe('清掃前');
    expect(await room(next)).toMatchObject({ state: null, occupancy: '連泊' });
    await moveTo(roomNumber);
    expect([await stateOf(roomNumber), await stateOf(next)]).toEqual([null, '清掃前']);
  });

  it('a check-out that is entered later, of a day before the cleaning, leaves the room clean', async () => {
    const { today } = await list();
    const yesterday = addDays(today, -1);
    const dates = { stay_start: addDays(today, -2), stay_end: yesterday };
    const [cleaned, waiting] = [await guest(dates, false), await guest(dates, false)];
    for (const { id } of [cleaned, waiting]) await act(id, 'check-in', { date: dates.stay_start });
    await must(setState(cleaned.roomNumber, '清掃済'));
    await act(cleaned.id, 'check-out', { date: yesterday });
    await act(waiting.id, 'check-out', { date: today });
    expect(await stateOf(cleaned.roomNumber)).toBe('清掃済');
    expect((await must(setState(cleaned.roomNumber, '点検済', { from: '清掃済' }))).state).toBe('点検済');
    expect(await stateOf(waiting.roomNumber)).toBe('清掃前');
  });

  it('a guest who goes on in the room by a following booking has not left it', async () => {
    const { today } = await list();
    const { id, roomNumber } = await guest({ stay_start: addDays(today, -1), stay_end: today });
    expect(await room(roomNumber)).toMatchObject({ state: null, occupancy: '出発' });
    await must(setState(roomNumber, '清掃済'));
    const { version } = await must(hotel.api.get<{ version: number }>(`/api/booking/${id}`));
    const extended = await hotel.api.post(`/api/booking/${id}/extend`, {}, { 'if-match': `"${version}"` });
    expect(extended.status).toBeLessThan(300);
    const stays = { occupancy: '連泊', until: addDays(today, 1), state: '清掃済', arrival: null };
    expect(await room(roomNumber)).toMatchObject(stays);
    expect((await must(setState(roomNumber, '点検済', { from: '清掃済' }))).state).toBe('点検済');
  });

  it('who arrives today is told with the time, and a remark is kept whatever the state', async () => {
    const { today } = await list();
    const { roomNumber } = await guest({ checkin_time: '18:30', womens_count: 1 }, false);
    const remark = await must(
      hotel.api.put<CleaningContent>('/api/cleaning/remark', {
        room_number: roomNumber,
        remark: ' リネン交換 ',
      }),
    );
    expect(remark).toEqual({ room_number: roomNumber, version: 1, state: null, remark: 'リネン交換' });
    const due = { arrival: '18:30', arriving_guests: 2, occupancy: '空室', until: null };
    expect(await room(roomNumber)).toMatchObject({ ...due, remark: 'リネン交換', state: null });
    expect(today).toBe(hotel.today);
  });

  it('of two terminals the second is told, by the version and by the state that it saw', async () => {
    const { id, roomNumber } = await guest();
    const seen = { 'if-match': '"0"' };
    const both = await Promise.all([
      setState(roomNumber, '清掃中', {}, seen),
      setState(roomNumber, '清掃済', {}, seen),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const answer of both) if (answer.status === 409) expectRefusal(answer, 409, STALE);
    // The check-out is no change of the record: who still saw the room clean is told all the same.
    await must(setState(roomNumber, '清掃済'));
    const { version } = await room(roomNumber);
    const [, late] = await Promise.all([
      act(id, 'check-out'),
      eventually(
        'the guest has left',
        () => stateOf(roomNumber),
        (state) => expect(state).toBe('清掃前'),
      ).then(() => setState(roomNumber, '点検済', { from: '清掃済' }, { 'if-match': `"${version}"` })),
    ]);
    expectRefusal(late, 409, STALE);
    expect(await stateOf(roomNumber)).toBe('清掃前');
  });

  it('a first record of a room by two terminals at once is one record', async () => {
    const roomNumber = hotel.newRoom();
    await Promise.all(['清掃中', '清掃済', '点検済'].map((state) => setState(roomNumber, state)));
    const found = `select id from room_cleanings where room_number = '${roomNumber}'`;
    expect(await rawQuery(hotel.databaseUrl, found)).toHaveLength(1);
    expect((await room(roomNumber)).version).toBe(3);
  });

  it('an unknown room is refused, and the same key is answered the same', async () => {
    await refuses(hotel, () => setState('9999', '清掃済'), 404, '部屋が見つかりません。');
    const key = { 'idempotency-key': randomUUID() };
    const roomNumber = hotel.newRoom();
    const first = await setState(roomNumber, '清掃済', {}, key);
    expect((await setState(roomNumber, '清掃済', {}, key)).text).toBe(first.text);
    expect((await room(roomNumber)).version).toBe(1);
  });

  it('terminals of both nodes are told of what was recorded', async () => {
    const { log_id, position, hash } = await must(
      hotel.api.get<{ log_id: string; position: number; hash: string }>('/api/hotel'),
    );
    const terminals = [hotel.url, other.url].map((url) => new LiveTerminal(url, { log_id, position, hash }));
    await Promise.all(terminals.map((terminal) => terminal.until(() => terminal.states.length > 0)));
    await must(setState('601', '清掃済'));
    await Promise.all(
      terminals.map((terminal) =>
        terminal.until(() => terminal.frames.some(({ cleaning }) => cleaning?.length)),
      ),
    );
    for (const terminal of terminals) terminal.close();
  });

  it('the past is told as it was, and the tables follow from the log', async () => {
    const { id, roomNumber } = await guest();
    await must(setState(roomNumber, '点検済'));
    const inHouse = await hotel.position();
    await act(id, 'check-out');
    const left = await hotel.position();
    await must(setState(roomNumber, '清掃済'));
    await takeBack(id, 'check-out');
    const pasts = [inHouse, left, left + 1].map((position) => room(roomNumber, `?as_of=${position}`));
    expect(await Promise.all(pasts)).toMatchObject([
      { state: '点検済', occupancy: '連泊' },
      { state: '清掃前', occupancy: '空室' },
      { state: '清掃済', occupancy: '空室' },
    ]);
    const before = await projectedRows(hotel.databaseUrl);
    expect(before.room_departures?.length).toBeGreaterThan(0);
    expect(before.room_cleanings?.length).toBeGreaterThan(0);
    const now = await list();
    await rebuildAll(hotel.databaseUrl);
    expect(await projectedRows(hotel.databaseUrl)).toEqual(before);
    expect(await list()).toEqual(now);
    const verify = () => verifyReadModels(hotel.databaseUrl, eventStoreParts(), READ_MODELS, () => undefined);
    expect((await verify()).fault).toBeNull();
    await rawQuery(hotel.databaseUrl, `update room_departures set returned = null where id = ${id}`);
    expect((await verify()).fault).not.toBeNull();
    await rawQuery(hotel.databaseUrl, `update room_departures set returned = ${left + 2} where id = ${id}`);
  });
});

it('the turn of the day makes 清掃前 of the rooms of guests who stay on, without any event', async () => {
  // The last place of the day, and the first of the next: never on the same day.
  await must(hotel.api.put('/api/hotel', { name: '宿', timezone: 'Pacific/Pago_Pago' }));
  await manage({ timezone: 'Pacific/Pago_Pago' });
  const { today } = await list();
  const [stays, leaves, due] = [
    await guest({ stay_end: addDays(today, 5) }),
    await guest({ stay_end: addDays(today, 1) }),
    await guest({ stay_end: addDays(today, 5) }, false),
  ];
  const rooms = [stays, leaves, due].map(({ roomNumber }) => roomNumber);
  for (const roomNumber of rooms) await must(setState(roomNumber, '点検済'));
  expect(await Promise.all(rooms.map((each) => stateOf(each)))).toEqual(['点検済', '点検済', '点検済']);
  await manage({ timezone: 'Pacific/Kiritimati' });
  const position = await hotel.position();
  expect(await Promise.all(rooms.map((each) => stateOf(each)))).toEqual(['清掃前', '点検済', '点検済']);
  const turn = new Date(`${addDays(today, 1)}T00:00:00+14:00`).toISOString();
  expect(await room(stays.roomNumber)).toMatchObject({ since: turn, occupancy: '連泊' });
  expect(await room(leaves.roomNumber)).toMatchObject({ occupancy: '出発', until: addDays(today, 1) });
  expect(await hotel.position()).toBe(position);
  await must(setState(stays.roomNumber, '清掃済', { from: '清掃前' }));
  expect(await stateOf(stays.roomNumber)).toBe('清掃済');
});

import { randomUUID } from 'node:crypto';
import { addDays, type Day, day, monthOf } from '@domain/dates.js';
import { afterEach, describe, expect, it, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ImportReport } from '@wire/csv-imports.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import type { WaitingContent, WaitingRecord } from '@wire/waiting-list.js';
import { type ApiClient, apiClient, must } from '#tests/support/api-client.js';
import { channelRow } from '#tests/support/channel-file.js';
import { eventually } from '#tests/support/eventually.js';
import { createHotelDatabase } from '#tests/support/hotel.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { claims } from '#tests/support/recount.js';
import { refuses } from '#tests/support/refusal.js';
import { startTestServer } from '#tests/support/server.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const PATH = '/api/waiting-list';
/** The only room for two men. */
const TWIN = '701';
const TWO_MEN = { mens_count: 2, womens_count: 0 };
const terminals: LiveTerminal[] = [];
let firstFree = day('2096-03-01');

afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});

/** Three nights of the twin that no test has used, far from those of others. */
function newStay(): { stay_start: Day; stay_end: Day } {
  const stay_start = firstFree;
  firstFree = addDays(firstFree, 7);
  return { stay_start, stay_end: addDays(stay_start, 3) };
}
type Stay = ReturnType<typeof newStay>;
/** Nights that nothing here touches. */
const FAR = { stay_start: day('2096-12-01'), stay_end: day('2096-12-04') };
/** A month without a booking. */
const OWN_STAYS: Record<string, Stay> = {
  'a room-month opened again': { stay_start: day('2095-12-10'), stay_end: day('2095-12-12') },
};
type RoomMonthRow = { id: number; version: number };
const wishes = (stay: Stay, more: object = {}) => ({
  ...{
    guest_name: '佐藤 花',
    tel: '090-1111-2222',
    ...stay,
    ...TWO_MEN,
    smoking_status: '禁煙',
    corporateID: 0,
  },
  ...more,
});
const add = (stay: Stay, more: object = {}, api: ApiClient = hotel.api) =>
  must(api.post<WaitingContent>(PATH, wishes(stay, more)));
const list = async (api: ApiClient = hotel.api, query = '') =>
  must(api.get<WaitingRecord[]>(`${PATH}${query}`));
const listed = async (id: number, api?: ApiClient) => (await list(api)).find((entry) => entry.id === id);
const roomsOf = async (id: number, api?: ApiClient) =>
  (await listed(id, api))?.rooms.map(({ room_number }) => room_number);
const twinIn = ({ stay_start }: Stay) => hotel.roomId(TWIN, stay_start);
const inTwin = (stay: Stay, more: object = {}) =>
  hotel.payload({ room_id: twinIn(stay), ...stay, ...TWO_MEN, ...more });
const bookTwin = (stay: Stay, more: object = {}, headers: Record<string, string> = {}, api = hotel.api) =>
  api.post<BookingRecord>('/api/booking', inTwin(stay, more), headers);
const statusOf = async (id: number) =>
  (await rawQuery(hotel.databaseUrl, `select status from waiting_entries where id = ${id}`))[0]?.status;

/** A terminal that is current, on a node. */
async function terminalOn(url: string): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(url);
  terminals.push(terminal);
  await terminal.until(() => terminal.states.length > 0);
  return terminal;
}
const toldOf = (terminal: LiveTerminal, id: number, after: number) =>
  terminal.frames.some(({ to, waiting = [] }) => to > after && waiting.includes(id));

/** Ways to take the twin for some nights and to free it again. */
type Freeing = (stay: Stay) => Promise<() => Promise<unknown>>;
const booked = async (stay: Stay): Promise<BookingRecord> => must(bookTwin(stay));
const undo = (request_id: string) => must(hotel.api.post('/api/reversals', { request_id, accept: 'all' }));
const held = (stay: Stay, ms: number) =>
  must(
    hotel.api.post<RoomClosureRecord>('/api/tentative-stays', {
      ...{ room_number: TWIN, start_date: stay.stay_start, end_date: stay.stay_end, guest_name: '鈴木 一' },
      until: new Date(Date.now() + ms).toISOString(),
    }),
  );
const closed = ({ stay_start: start_date, stay_end: end_date }: Stay, headers: Record<string, string> = {}) =>
  must(
    hotel.api.post<RoomClosureRecord>(
      '/api/room-closures',
      { room_number: TWIN, start_date, end_date, reason: '水漏れ' },
      headers,
    ),
  );
async function sells(stay: Stay, reservable_status: string): Promise<void> {
  const path = `/api/room-months?year_month=${monthOf(stay.stay_start)}`;
  const rooms = await must(hotel.api.get<RoomMonthRow[]>(path));
  const { id, version } = rooms.find((room) => room.id === twinIn(stay)) as RoomMonthRow;
  await must(hotel.api.put('/api/room-months', { rooms: [{ id, version, reservable_status }] }));
}

const FREEINGS: Record<string, Freeing> = {
  'a cancellation': async (stay) => {
    const { id } = await booked(stay);
    return () => must(hotel.api.put(`/api/booking/${id}/cancel`, {}));
  },
  'a return to 自動登録失敗': async (stay) => {
    const csv_reservation_id = await hotel.importRecord({});
    const { id } = await must(bookTwin(stay, { csv_reservation_id }));
    return () => must(hotel.api.put(`/api/booking/${id}/return-temairazu`, {}));
  },
  "the channel's cancellation": async ({ stay_start, stay_end }) => {
    const row = channelRow({
      ...{ 予約番号: 'WL00000001', チェックイン日: stay_start, チェックアウト日: stay_end },
      ...{ 部屋記号: '?', 部屋名称: '謎' },
    });
    const send = (rows: object[]) => must(hotel.api.post<ImportReport>('/api/csv-imports/rows', { rows }));
    const csv_reservation_id = (await send([row])).results[0]?.csv_reservation_id;
    await must(bookTwin({ stay_start, stay_end }, { csv_reservation_id }));
    return () => send([{ ...row, 予約区分: 'キャンセル', キャンセル日時: '2026-11-02 10:00:00' }]);
  },
  'other dates': async (stay) => {
    const { id } = await booked(stay);
    const later = newStay();
    return () => must(hotel.api.put(`/api/booking/${id}`, { room_id: twinIn(later), ...later }));
  },
  'a move to another room': async (stay) => {
    const { id } = await booked(stay);
    const room_id = hotel.roomId(hotel.newRoom(), stay.stay_start);
    return () => must(hotel.api.put(`/api/booking/${id}`, { room_id }));
  },
  'several changes at once': async (stay) => {
    const { id } = await booked(stay);
    return () => must(hotel.api.post('/api/booking-batch', { changes: [{ action: 'cancel', id }] }));
  },
  'a booking undone': async (stay) => {
    const request = randomUUID();
    await must(bookTwin(stay, {}, { 'x-request-id': request }));
    return () => undo(request);
  },
  'the end of a 売り止め': async (stay) => {
    const { id } = await closed(stay);
    return () => must(hotel.api.delete(`/api/room-closures/${id}`));
  },
  'a 売り止め undone': async (stay) => {
    const request = randomUUID();
    await closed(stay, { 'x-request-id': request });
    return () => undo(request);
  },
  'another end of a 売り止め': async (stay) => {
    const { id } = await closed({ ...stay, stay_start: addDays(stay.stay_start, -2) });
    return () => must(hotel.api.put(`/api/room-closures/${id}`, { end_date: stay.stay_start }));
  },
  'a 仮予約 released': async (stay) => {
    const { id } = await held(stay, 3_600_000);
    return () => must(hotel.api.delete(`/api/tentative-stays/${id}`));
  },
  'a 仮予約 expired': async (stay) => {
    await held(stay, 1_500);
    return async () => undefined;
  },
  'a room-month opened again': async (stay) => {
    await sells(stay, '予約不可');
    return () => sells(stay, '予約可能');
  },
};

describe('nights that become free', () => {
  it.each(Object.entries(FREEINGS))(
    'by %s are told to the terminals of all nodes, with who fits',
    async (freeing, take) => {
      const stay = OWN_STAYS[freeing] ?? newStay();
      const here = await terminalOn(hotel.url);
      const there = await terminalOn(other.url);
      const free = await take(stay);
      const { id } = await add(stay);
      expect(await listed(id)).toMatchObject({ status: 'waiting', rooms: [], fewest_moves: null });
      const elsewhere = (await add(FAR)).id;
      const before = await hotel.position();
      for (const terminal of [here, there]) await terminal.until(({ position }) => position >= before);
      await free();
      for (const terminal of [here, there]) {
        await eventually('it is told', () => toldOf(terminal, id, before));
        expect(toldOf(terminal, elsewhere, before)).toBe(false);
      }
      for (const api of [hotel.api, apiClient(other.url)]) expect(await roomsOf(id, api)).toEqual([TWIN]);
      await must(hotel.api.delete(`${PATH}/${id}`));
    },
  );

  it('by a guest who leaves early are offered from tonight on', async () => {
    const { today } = await must(hotel.api.get<HotelRecord>('/api/hotel'));
    const stay = { stay_start: today, stay_end: addDays(today, 4) };
    const { id: booking } = await must(bookTwin({ ...stay, stay_start: addDays(today, -1) }));
    await must(hotel.api.post(`/api/booking/${booking}/check-in`, { date: addDays(today, -1) }));
    const { id } = await add(stay);
    expect(await roomsOf(id)).toEqual([]);
    await must(hotel.api.post(`/api/booking/${booking}/leave-early`, {}));
    expect(await roomsOf(id)).toEqual([TWIN]);
    await must(hotel.api.delete(`${PATH}/${id}`));
  });

  it('are offered to nobody whom they do not suit, or for part of the stay', async () => {
    const stay = newStay();
    const { id: booking } = await booked(stay);
    const next = { stay_start: stay.stay_end, stay_end: addDays(stay.stay_end, 1) };
    await booked(next);
    const smoker = await add(stay, { smoking_status: '喫煙' });
    const longer = await add({ ...stay, stay_end: next.stay_end });
    const third = await add(stay, { guest_name: '三番 目' });
    await must(hotel.api.put(`/api/booking/${booking}/cancel`, {}));
    expect(await roomsOf(smoker.id)).toEqual([]);
    expect(await roomsOf(longer.id)).toEqual([]);
    expect(await roomsOf(third.id)).toEqual([TWIN]);
  });

  it('are offered until they are taken, to who waits longest first', async () => {
    const stay = newStay();
    const { id: booking } = await booked(stay);
    const [first, second] = [await add(stay), await add(stay, { guest_name: '田中 次' })];
    await must(hotel.api.put(`/api/booking/${booking}/cancel`, {}));
    const offered = (await list()).filter(
      ({ rooms, stay_start }) => rooms.length > 0 && stay_start === stay.stay_start,
    );
    expect(offered.map(({ id }) => id)).toEqual([first.id, second.id]);
    const terminal = await terminalOn(hotel.url);
    const before = await hotel.position();
    await must(bookTwin(stay, { waiting_entry_id: first.id }));
    await eventually('it is told', () => toldOf(terminal, second.id, before));
    expect(await roomsOf(second.id)).toEqual([]);
    expect(await listed(first.id)).toBeUndefined();
  });

  it('are offered with the fewest moves where no room is free, as 部屋検索 proposes', async () => {
    const stay = newStay();
    await must(bookTwin(stay, { mens_count: 1 }));
    const { id } = await add(stay);
    expect(await listed(id)).toMatchObject({ rooms: [], fewest_moves: 1 });
  });
});

describe('an entry', () => {
  it('says since when and by whom it was taken, is changed, given up and restored in its place', async () => {
    const stay = newStay();
    const { id, version } = await add(stay, { remark: '窓側' });
    expect(await listed(id)).toMatchObject({
      since: expect.stringMatching(/Z$/),
      remark: '窓側',
      staff_name: '',
    });
    const change = { stay_end: addDays(stay.stay_start, 2), remark: '' };
    const changed = await must(
      hotel.api.put<WaitingContent>(`${PATH}/${id}`, change, { 'if-match': `"${version}"` }),
    );
    expect(changed).toMatchObject({ version: 2, ...change, guest_name: '佐藤 花' });
    const stale = () => hotel.api.put(`${PATH}/${id}`, { remark: 'x' }, { 'if-match': `"${version}"` });
    await refuses(hotel, stale, 409, /他の端末で更新/);
    await must(hotel.api.delete(`${PATH}/${id}`));
    expect(await listed(id)).toBeUndefined();
    await refuses(hotel, () => hotel.api.delete(`${PATH}/${id}`), 409, /すでに取り消されています/);
    await must(hotel.api.post(`${PATH}/${id}/restore`, {}));
    expect(await listed(id)).toMatchObject({ id });
    await refuses(hotel, () => hotel.api.post(`${PATH}/${id}/restore`, {}), 409, /取り消されていません/);
  });

  it('is taken back by undo, and done again: added, changed, given up; an undo names what is in its way', async () => {
    const stay = newStay();
    const requested = () => ({ 'x-request-id': randomUUID() });
    const undo = (done: { 'x-request-id': string }, headers = requested()) =>
      hotel.api.post('/api/reversals', { request_id: done['x-request-id'], accept: 'all' }, headers);
    const [added, undone, changed, givenUp] = [requested(), requested(), requested(), requested()];
    const { id } = (await hotel.api.post<WaitingContent>(PATH, wishes(stay), added)).body;
    expect((await undo(added, undone)).status).toBe(200);
    expect(await listed(id)).toBeUndefined();
    expect((await undo(undone)).status).toBe(200);
    await hotel.api.put(`${PATH}/${id}`, { tel: '', remark: '折り返し' }, changed);
    expect((await undo(changed)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ tel: '090-1111-2222', remark: '' });
    await hotel.api.delete(`${PATH}/${id}`, givenUp);
    expect((await undo(givenUp)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ id });
    await refuses(hotel, () => undo(givenUp), 409, /既に元に戻されています/);
    const last = requested();
    await hotel.api.put(`${PATH}/${id}`, { remark: '窓側' }, last);
    await must(bookTwin(stay, { waiting_entry_id: id }));
    await refuses(hotel, () => undo(last), 409, /キャンセル待ち .*すでに予約になっています/);
  });

  it('is refused for the past, too many guests, and an unknown company', async () => {
    const stay = newStay();
    const past = { stay_start: day('2020-01-01'), stay_end: day('2020-01-02') };
    await refuses(hotel, () => hotel.api.post(PATH, wishes(past)), 422, /今日以降/);
    const three = { mens_count: 2, womens_count: 1 };
    await refuses(
      hotel,
      () => hotel.api.post(PATH, wishes(stay, three)),
      422,
      '宿泊人数が2名を超えています。',
    );
    await refuses(
      hotel,
      () => hotel.api.post(PATH, wishes(stay, { corporateID: 999 })),
      422,
      /法人が見つかりません/,
    );
    const unknown = () => bookTwin(stay, { waiting_entry_id: 1 });
    await refuses(hotel, unknown, 404, 'キャンセル待ちが見つかりません。');
  });

  it('is given to one of two terminals, whichever rooms they take', async () => {
    const second = apiClient(other.url);
    for (let round = 0; round < 6; round++) {
      const stay = newStay();
      const { id } = await add(stay);
      const room_id = hotel.roomId(hotel.newRoom(), stay.stay_start);
      const answers = await Promise.all([
        bookTwin(stay, { waiting_entry_id: id }),
        bookTwin(stay, { waiting_entry_id: id, room_id }, {}, second),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const refused = answers.find(({ status }) => status === 409)?.body as unknown as { error: string };
      expect(refused.error).toMatch(/すでに予約になっています/);
      const { kept, recounted } = await claims(hotel.databaseUrl);
      expect(kept).toEqual(recounted);
    }
  });

  it('stays as it is when its booking is refused', async () => {
    const stay = newStay();
    await booked(stay);
    const { id } = await add(stay);
    await refuses(hotel, () => bookTwin(stay, { waiting_entry_id: id }), 409, /予約されて/);
    expect(await statusOf(id)).toBe('waiting');
  });

  it('waits again when its booking is undone, and is booked again when that is', async () => {
    const stay = newStay();
    const { id } = await add(stay);
    const [made, undone] = [randomUUID(), randomUUID()];
    await must(bookTwin(stay, { waiting_entry_id: id }, { 'x-request-id': made }));
    expect(await statusOf(id)).toBe('booked');
    const reverse = (request_id: string, own: string) =>
      must(hotel.api.post('/api/reversals', { request_id, accept: 'all' }, { 'x-request-id': own }));
    await reverse(made, undone);
    expect(await roomsOf(id)).toEqual([TWIN]);
    await reverse(undone, randomUUID());
    expect(await statusOf(id)).toBe('booked');
  });

  it('stays with the booking that took it after an undo, also when that is undone', async () => {
    const stay = newStay();
    const { id } = await add(stay);
    const [made, undone] = [randomUUID(), randomUUID()];
    await must(bookTwin(stay, { waiting_entry_id: id }, { 'x-request-id': made }));
    const reverse = (request_id: string, own: string) =>
      must(hotel.api.post('/api/reversals', { request_id, accept: 'all' }, { 'x-request-id': own }));
    await reverse(made, undone);
    const room_id = hotel.roomId(hotel.newRoom(), stay.stay_start);
    await must(bookTwin(stay, { waiting_entry_id: id, room_id }));
    await reverse(undone, randomUUID());
    expect(await statusOf(id)).toBe('booked');
  });

  it('names nobody in the log, and is erased with the guest, from stored answers too', async () => {
    const stay = newStay();
    const tel = '080-7777-0002';
    const guest = { guest_name: '消去 花子', tel, remark: '秘密の備考' };
    const { id } = await add(stay, guest);
    const past = await hotel.position();
    const texts = (table: string, where: string) =>
      rawQuery(hotel.databaseUrl, `select string_agg(t::text, ' ') as text from ${table} t where ${where}`);
    expect((await texts('event_log', `stream = 'waiting-entry-${id}'`))[0]?.text).not.toMatch(
      /消去|7777|秘密/,
    );
    const made = await hotel.book({ guest_name_1: '消去 花子', tel });
    await must(hotel.api.put(`/api/booking/${made.id}/cancel`, {}));
    await must(hotel.api.post(`/api/booking/${made.id}/erasure`, { reason: 'お申し出' }));
    expect(await listed(id)).toBeUndefined();
    for (const table of ['waiting_entries', 'idempotency_keys']) {
      expect((await texts(table, 'true'))[0]?.text ?? '').not.toMatch(/消去|7777|秘密/);
    }
    expect(JSON.stringify(await list(hotel.api, `?as_of=${past}`))).not.toMatch(/消去|7777|秘密/);
    await refuses(hotel, () => hotel.api.post(`${PATH}/${id}/restore`, {}), 409, /取り消されています/);
  });

  it('is seen as it was at a moment of the past, where nobody is told of rooms', async () => {
    const stay = newStay();
    const { id } = await add(stay, { remark: '前' });
    const then = await hotel.position();
    await must(hotel.api.put(`${PATH}/${id}`, { remark: '後' }));
    await must(hotel.api.delete(`${PATH}/${id}`));
    const past = (await list(hotel.api, `?as_of=${then}`)).find((entry) => entry.id === id);
    expect(past).toMatchObject({ remark: '前', rooms: [], fewest_moves: null });
    expect((await list(hotel.api, `?as_of=${then - 1}`)).some((entry) => entry.id === id)).toBe(false);
  });
});

test('an entry lapses when the day of the hotel turns, and is told of nothing any more', async () => {
  const inZone = async (timezone: string) => {
    const { position, today, ...profile } = await must(hotel.api.get<HotelRecord>('/api/hotel'));
    return must(hotel.api.put<HotelRecord>('/api/hotel', { ...profile, timezone }));
  };
  const { timezone } = await must(hotel.api.get<HotelRecord>('/api/hotel'));
  await inZone('Pacific/Pago_Pago');
  const { today } = await must(hotel.api.get<HotelRecord>('/api/hotel'));
  const stay = { stay_start: today, stay_end: addDays(today, 2) };
  const taken = await must(bookTwin({ ...stay, stay_start: addDays(today, 1) }));
  const { id } = await add(stay);
  expect(await listed(id)).toMatchObject({ id });
  await inZone('Pacific/Kiritimati');
  expect((await must(hotel.api.get<HotelRecord>('/api/hotel'))).today).toBe(addDays(today, 1));
  expect(await listed(id)).toBeUndefined();
  const terminal = await terminalOn(hotel.url);
  await must(hotel.api.put(`/api/booking/${taken.id}/cancel`, {}));
  const end = await hotel.position();
  await terminal.until(({ position }) => position >= end);
  expect(toldOf(terminal, id, 0)).toBe(false);
  await inZone(timezone);
});

test('what became free while no node was up is in the list', async () => {
  const database = await createHotelDatabase();
  const start = () => startTestServer({ databaseUrl: database.url });
  const stay = newStay();
  const room_id = database.ids.rooms.get(`${TWIN} ${stay.stay_start.slice(0, 7)}-01`);
  try {
    const first = await start();
    const api = apiClient(first.url);
    const taken = await must(
      api.post<BookingRecord>('/api/booking', hotel.payload({ room_id, ...stay, ...TWO_MEN })),
    );
    const { id } = await add(stay, {}, api);
    expect(await roomsOf(id, api)).toEqual([]);
    await must(api.put(`/api/booking/${taken.id}/cancel`, {}));
    await first.stop();
    const second = await start();
    expect(await roomsOf(id, apiClient(second.url))).toEqual([TWIN]);
    await second.stop();
  } finally {
    await database.drop();
  }
});

import { addDays, addMonths, day, monthOf } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { FoundBooking } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { answerOf, formWith } from '#tests/support/api-client.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

const KIND = {
  room_type: '和室',
  room_label: '',
  priority: '',
  smoking_status: '禁煙',
  reservable_status: '予約可能',
  corporate: 0,
};
const months = () => ({ from: monthOf(hotel.today), until: addMonths(monthOf(hotel.today), 1) });
const add = (room_number: string, range: object = months()) =>
  hotel.api.post<RoomMonthsChanged & ErrorBody>('/api/room-months', { ...KIND, room_number, ...range });
const plan = (numbers: string[], query = '') =>
  hotel.api.post<RoomMonthsChanged>(`/api/room-months/plan${query}`, {
    rooms: numbers.map((room_number) => ({ ...KIND, room_number })),
    ...months(),
  });
const roomsOf = async (month: string): Promise<ManagedRoomMonth[]> =>
  (await hotel.api.get<ManagedRoomMonth[]>(`/api/room-months?year_month=${month}`)).body;
/** The rooms of this month behind the grid whose number has one of these parts, in order. */
const listed = async (...parts: string[]) =>
  (await roomsOf(months().from))
    .map(({ room_number }) => room_number)
    .filter((number) => parts.some((part) => number.includes(part)));
const upload = async (text: string) =>
  answerOf<RoomMonthsChanged>(
    await fetch(`${hotel.url}/api/room-months/csv`, {
      method: 'POST',
      body: formWith(new TextEncoder().encode(text), '部屋.csv'),
    }),
  );
const HEADINGS = '部屋番号,年月,部屋タイプ,表示名,性別の優先,喫煙区分,予約の可否,法人専用';

describe('rooms that are no numbers', () => {
  it('are added as they are spelled first, and known by any other spelling', async () => {
    expect(await add('　Ｃ－０１ ')).toMatchObject({ status: 201, body: { created: 2 } });
    expect(await listed('C-01')).toEqual(['C-01']);
    for (const spelling of ['C-01', 'c-01', 'ｃ‐０１', 'C ー 01']) {
      expectRefusal(await add(spelling), 422, /^C-01号室は既に登録されています（/);
    }
    expect((await plan(['ｃ‐０１'])).body).toEqual({ created: 0, changed: 0, unchanged: 2 });
    const month = `${months().from.slice(0, 4)}/${Number(months().from.slice(5, 7))}`;
    const file = `${HEADINGS}\r\n c―01 ,${month},和室,海側,,禁煙,予約可能,いいえ\r\n`;
    expect(await upload(file)).toMatchObject({ status: 200, body: { created: 0, changed: 1 } });
    expect((await roomsOf(months().from)).find((room) => room.room_number === 'C-01')).toMatchObject({
      room_label: '海側',
    });
    expect(await listed('c-01', '―')).toEqual([]);
  });

  it.each([
    ['', '部屋番号を入力してください。'],
    ['\u200b 　', '部屋番号を入力してください。'],
    ['室'.repeat(21), '部屋番号は20文字以内で入力してください。'],
    ['㍿'.repeat(6), '部屋番号は1文字以上20文字以内で入力してください。'],
    ['桜\n梅', '部屋番号に使用できない文字が含まれています。'],
    ['桜\u0007', '部屋番号に使用できない文字が含まれています。'],
  ])('%j is refused', async (number, message) => {
    const position = await hotel.position();
    expectRefusal(await add(number), 422, message);
    expect(await hotel.position()).toBe(position);
  });

  it('are entered once in one plan and once in one file, and nothing of it otherwise', async () => {
    expectRefusal(await plan(['二月', '弥生', '二 月']), 422, '同じ部屋が2回指定されています。');
    const row = (number: string) => `${number},2096/1,和室,,,禁煙,予約可能,いいえ`;
    const twice = await upload([HEADINGS, row('D-1'), row('別棟'), row('ｄ－１')].join('\r\n'));
    expectRefusal(twice, 422, '4行目: d-1号室 2096年1月は2行目にもあります。');
    expect(await listed('月', '生', 'D-1')).toEqual([]);
  });

  it('take any other sign, and come back as they are in files', async () => {
    const odd = ['=1+1', '"楓", の間', '<b>', "o'k", '％😀'];
    expect((await plan(odd)).status).toBe(200);
    const stored = ['=1+1', '"楓", の間', '<b>', "o'k", '%😀'];
    expect((await listed(...stored)).sort()).toEqual([...stored].sort());
    const { text } = await hotel.api.get(`/api/room-months.csv?year_month=${months().from}`);
    expect(await upload(text)).toMatchObject({ status: 200, body: { created: 0, changed: 0 } });
  });

  it('are booked, found by any spelling before names that have theirs, and free no second time', async () => {
    await plan(['楡', '離れ 7']);
    const rooms = await roomsOf(months().from);
    const idOf = (number: string) => rooms.find((room) => room.room_number === number)?.id;
    const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 1) };
    const other = await hotel.book({ guest_name_1: '楡山 花', ...stay });
    const booked = await hotel.book({ room_id: idOf('楡'), guest_name_1: '客 一', ...stay });
    const apart = await hotel.book({ room_id: idOf('離れ 7'), guest_name_1: '客 二', ...stay });
    const found = async (text: string) =>
      (await hotel.api.get<FoundBooking[]>(`/api/booking-search?q=${encodeURIComponent(text)}`)).body;
    expect((await found('楡')).map(({ id }) => id)).toEqual([booked.id, other.id]);
    for (const words of ['離れ 7', '離れ７', '離れ　7 客']) {
      const rows = await found(words);
      expect(rows.map(({ id, room_number }) => `${id} ${room_number}`)).toEqual([`${apart.id} 離れ 7`]);
    }
    const again = await hotel.api.post('/api/booking', hotel.payload({ room_id: idOf('楡'), ...stay }));
    expectRefusal(again, 409, '選択した部屋は指定された期間に既に予約されています。');
    const history = await hotel.api.get<{ events: object[] }>(`/api/events?room=${encodeURIComponent('楡')}`);
    expect(history.body.events.length).toBeGreaterThan(2);
  });
});

describe('PUT /api/room-months/order', () => {
  const arrange = (rooms: unknown, from: string = months().from) =>
    hotel.api.put<RoomMonthsChanged & ErrorBody>('/api/room-months/order', { rooms, from });

  it('puts rooms in an order of their own from a month on, and back, and each moment keeps its own', async () => {
    await plan(['い-松', 'い-竹', 'い-梅']);
    expect(await listed('い-')).toEqual(['い-松', 'い-竹', 'い-梅']);
    const before = await hotel.position();
    const next = months().until;
    expect(await arrange(['い-梅', 'い-松'], next)).toMatchObject({ status: 200, body: { created: 0 } });
    expect(await listed('い-')).toEqual(['い-梅', 'い-松', 'い-竹']);
    expect(await arrange(['い-竹', 'い-梅', 'い-松'])).toMatchObject({ status: 200 });
    expect(await listed('い-')).toEqual(['い-竹', 'い-梅', 'い-松']);
    const [first] = (await roomsOf(next)).filter((room) => room.room_number.startsWith('い-'));
    expect(first).toMatchObject({ room_number: 'い-竹', position: 1 });
    const past = await hotel.api.get<ManagedRoomMonth[]>(`/api/rooms?year_month=${next}&as_of=${before}`);
    const then = past.body.map(({ room_number }) => room_number).filter((number) => number.startsWith('い-'));
    expect(then).toEqual(['い-松', 'い-竹', 'い-梅']);

    const read = { ...first, room_label: '別' };
    expect((await hotel.api.put('/api/room-months', { rooms: [read] })).status).toBe(200);
    expect((await add('い-桐')).status).toBe(201);
    expect(await listed('い-')).toEqual(['い-竹', 'い-梅', 'い-松', 'い-桐']);
    expect((await arrange([])).status).toBe(200);
    expect(await listed('い-')).toEqual(['い-松', 'い-竹', 'い-梅', 'い-桐']);
  });

  it('is the order of the rooms of a party, in the form and where it is found', async () => {
    const rooms = ['は-松', 'は-竹', 'は-梅', 'は-桐'];
    await plan(rooms);
    await arrange(['は-梅', 'は-桐', 'は-竹']);
    const { from } = months();
    const known = await roomsOf(from);
    const ids = new Map(known.map(({ room_number, id }) => [room_number, id]));
    const stay = { stay_start: from, stay_end: addDays(day(from), 2) };
    let first: number | undefined;
    for (const room of rooms) {
      const guest = { guest_name_1: `一行 ${room}`, ...(first !== undefined && { party_of: first }) };
      const { id } = await hotel.book({ room_id: ids.get(room), ...stay, ...guest });
      first ??= id;
    }
    const inOrder = ['は-梅', 'は-桐', 'は-竹'];
    const { body } = await hotel.api.get<{ party: FoundBooking[] }>(`/api/fetch-reservation-data/${first}`);
    expect(body.party.map(({ room_number }) => room_number)).toEqual(inOrder);
    const found = await hotel.api.get<FoundBooking[]>(
      `/api/booking-search?q=${encodeURIComponent('一行 松')}`,
    );
    expect(found.body.map(({ room_number }) => room_number)).toEqual(['は-松', ...inOrder]);
  });

  it('is all or nothing', async () => {
    await plan(['ろ-1', 'ろ-2']);
    const position = await hotel.position();
    expectRefusal(await arrange(['ろ-2', 'ない部屋']), 422, '部屋が見つかりません。');
    expectRefusal(await arrange(['ろ-2', 'ろ-2']), 422, '同じ部屋が2回指定されています。');
    expectRefusal(await arrange('ろ-2'), 422, '部屋の指定が正しくありません。');
    expectRefusal(await arrange(['ろ-2'], '2096-01-02'), 422, /月の初日/);
    expect(await hotel.position()).toBe(position);
  });
});

import { addDays, type Day, day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import { AMOUNTS, CHECKIN_TIMES, HIGHEST_AMOUNT, TEXT_LIMITS, tooLong } from '../../cases/limits.js';
import {
  BROKEN_TOGETHER,
  COMPLETE,
  caseName,
  payloadOf,
  SAVE_RULES,
  type SaveCase,
} from '../../cases/save-rules.js';
import type { Answer } from '../../support/api-client.js';
import { type Hotel, type Payload, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const JANUARY = '2096-01-10';
const post = (payload: Payload) => hotel.api.post<BookingRecord>('/api/booking', payload);
const put = (id: number, change: Payload) => hotel.api.put<BookingRecord>(`/api/booking/${id}`, change);
const read = async (id: number) => (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
const roomId = (room: string, date = JANUARY) => hotel.roomId(room, date);
const inRoom = (room: string, stay_start: string, stay_end: string, fields: Payload = {}): Payload =>
  hotel.payload({ room_id: roomId(room, stay_start), stay_start, stay_end, ...fields });

let nights = 0;
/** A save in a room that is free on a night of its own. */
function aFreeNight(fields: Payload): Payload {
  const start = addDays(day('2096-04-01'), nights++);
  return inRoom('702', start, addDays(start, 1), fields);
}

/** Where the small hotel has a room as the case wants it in its second month, and when. */
function placeOf(
  { checkedIn, secondMonth, others }: SaveCase,
  mode: 'new' | 'edit',
): { room: string; dayZero: Day } {
  if (secondMonth === '予約不可') return { room: '310', dayZero: day('2096-01-31') };
  if (secondMonth === 'missing') return { room: '805', dayZero: day('2096-02-29') };
  const isUsed = mode === 'edit' || others !== undefined;
  return { room: isUsed ? hotel.newRoom() : '701', dayZero: checkedIn ? hotel.today : day('2096-01-31') };
}

/** Saves what a case enters, in a hotel that is as it says. */
async function save(one: SaveCase, mode: 'new' | 'edit'): Promise<Answer<BookingRecord>> {
  const { room, dayZero } = placeOf(one, mode);
  const at = { dayZero, roomId: roomId(room, dayZero) };
  for (const { from, to } of one.others ?? []) {
    await hotel.book(inRoom(room, addDays(dayZero, from), addDays(dayZero, to)));
  }
  if (mode === 'new') return post(payloadOf(one, at));
  const stored = await hotel.book(payloadOf(COMPLETE, at));
  if (one.checkedIn) await hotel.api.post(`/api/booking/${stored.id}/check-in`);
  return put(stored.id, payloadOf(one, at));
}

describe('the rules of a save (tests/cases/save-rules.ts), one row each', () => {
  const rows = Object.values(SAVE_RULES).flatMap((rule) => {
    const [first] = rule.refused.filter(({ only }) => only !== 'form');
    const modes = first?.mode
      ? [first.mode]
      : first?.secondMonth
        ? ['new' as const]
        : (['new', 'edit'] as const);
    return first ? modes.map((mode) => [rule.rule, mode, caseName(first), { first, rule }] as const) : [];
  });

  it.each(rows)('%s, on %s: %s', async (_rule, mode, _name, { first, rule }) => {
    const answer = await save(first, mode);
    expectRefusal(answer, rule.status, rule.message);
    expect((answer.body as unknown as ErrorBody).errors[0]?.field).toBe(rule.field);
  });

  it.each(BROKEN_TOGETHER.filter(({ only }) => only !== 'form'))('all at once: $name', async (one) => {
    expectRefusal(await save(one, one.mode ?? 'new'), 422, ...one.told);
  });

  it('what a new booking leaves out is told, and nothing is written', async () => {
    const before = await hotel.position();
    expectRefusal(await post({}), 422, ...(BROKEN_TOGETHER[0]?.told ?? []));
    expect(await hotel.position()).toBe(before);
  });
});

describe('the limits of a save (tests/cases/limits.ts), one row each', () => {
  const wrong: [string, unknown, string][] = [
    ...TEXT_LIMITS.map((one): [string, unknown, string] => [
      one.field,
      'あ'.repeat(one.max + 1),
      tooLong(one),
    ]),
    ...AMOUNTS.map(({ field, message }): [string, unknown, string] => [field, HIGHEST_AMOUNT + 1, message]),
    ['checkin_time', CHECKIN_TIMES.refused[0], CHECKIN_TIMES.message],
  ];

  it.each(wrong)('%s is refused beyond them', async (field, value, message) => {
    expectRefusal(await post(aFreeNight({ [field]: value })), 422, message);
  });
});

describe('what the server alone knows', () => {
  it.each([
    ['a corporate', { corporateID: 2_000_000_000 }, '選択した法人が見つかりません。'],
    ['a way of paying', { payment_type: 2_000_000_000 }, '選択した支払方法が見つかりません。'],
    ['a blacklist entry', { blacklist_id: 2_000_000_000 }, /ブラックリスト/],
    ['a room', { room_id: 2_000_000_000 }, SAVE_RULES.closed.message],
    ['a gender', { gender_1: 'female' }, '性別1が宿泊人数と合いません。'],
    ['a field', { guest: 'x' }, '項目「guest」は指定できません。'],
  ])('refuses %s that is not there', async (_, wrong, message) => {
    expectRefusal(await post(aFreeNight(wrong)), 422, message);
  });

  it('never asks whether the room suits the party, but never takes a storeroom', async () => {
    expect((await post(inRoom('702', JANUARY, '2096-01-11', { mens_count: 2 }))).status).toBe(201);
    expect((await post(inRoom('701', JANUARY, '2096-01-11'))).status).toBe(201);
    expectRefusal(await post(inRoom('216', JANUARY, '2096-01-11')), 422, SAVE_RULES.closed.message);
  });

  it('keeps the nights of a room for one booking, whichever month names the room, until they are given up', async () => {
    const [home, away] = [hotel.newRoom(), hotel.newRoom()];
    const { id } = await hotel.book(inRoom(home, '2096-01-30', '2096-02-02'));
    const clash = inRoom(home, '2096-02-01', '2096-02-03', { room_id: roomId(home, '2096-07-01') });
    expectRefusal(await post(clash), 409, SAVE_RULES.overlap.message);
    const move = { room_id: roomId(away, '2096-02-01'), stay_end: '2096-02-01' };
    expect(await put(id, move)).toMatchObject({ status: 200, body: { changed_room: 1 } });
    expect((await post(clash)).status).toBe(201);
    expect((await post(inRoom(away, '2096-01-31', '2096-02-01'))).status).toBe(409);
    await hotel.api.put(`/api/booking/${id}/cancel`);
    expect((await post(inRoom(away, '2096-01-31', '2096-02-01'))).status).toBe(201);
  });
});

describe('a booking that is saved', () => {
  it('is answered as the record of its first night, with version and mess, and listed once a night', async () => {
    const room = hotel.newRoom();
    const said = {
      reserver_name: '見本商事',
      reserver_name_kana: 'ミホンショウジ',
      guest_name_1: '鈴木 一郎',
      guest_name1_kana: 'スズキ イチロウ',
      guest_name_2: '鈴木 花子',
      stay_start: '2096-01-31',
      stay_end: '2096-02-02',
      purpose: '観光',
      booking_source: '企業(法人)',
      notes: '高層階希望\n領収書は会社宛',
      csv_notes: '1200',
      checkin_time: '25:10',
      total_fee: 99_999_999,
      booking_number: 'K-1',
      mens_count: 1,
      womens_count: 1,
      corporateID: hotel.ids.corporate,
      tel: '03-0000-0000',
      payment_type: hotel.ids.card,
      coupon: 1,
      room_move_lock: 1,
      blacklist_id: hotel.ids.blacklisted,
      nextday_out_flag: 1,
    };
    const { status, body } = await post({ ...said, room_id: roomId(room, '2096-09-01') });
    const { mess, ...record } = body as BookingRecord & { mess: string };
    expect({ status, mess }).toEqual({ status: 201, mess: expect.stringMatching(/登録/) });
    expect(record).toEqual({
      ...said,
      id: expect.any(Number),
      version: 1,
      room_id: roomId(room, '2096-01-31'),
      date: '2096-01-31',
      is_cancelled: 0,
      gender_1: 'male',
      gender_2: 'female',
      checkin_date: null,
      checkout_date: null,
      corporate: 1,
      payment_status: '未',
      payment_flag: 0,
      used_points: 1200,
      base_booking_id: 0,
      group_end_date: null,
      changed_room: 0,
      staff_id: null,
    });
    expect(await read(record.id)).toEqual(record);
    const { body: nights } = await hotel.api.get<BookingRecord[]>(
      '/api/bookings?start_date=2096-01-01&end_date=2096-02-28',
    );
    expect(nights.filter(({ id }) => id === record.id)).toEqual([
      record,
      { ...record, date: '2096-02-01', room_id: roomId(room, '2096-02-01') },
    ]);
  });

  it('keeps on an edit what is left out; what does not differ is not written', async () => {
    const { id } = await hotel.book({ mens_count: 2, guest_name_2: '山田 次郎', notes: 'メモ', coupon: 1 });
    const before = await read(id);
    const change = { total_fee: 1, csv_notes: '7', corporateID: hotel.ids.flaggedCorporate };
    const { body } = await put(id, change);
    expect(body).toEqual({ ...before, ...change, used_points: 7, corporate: 1, version: before.version + 1 });
    const position = await hotel.position();
    for (const same of [{}, change]) expect(await put(id, same)).toMatchObject({ status: 200, body });
    expect(await hotel.position()).toBe(position);
  });

  it('is cancelled for good, and stays in the list', async () => {
    const { id } = await hotel.book();
    const before = await read(id);
    const { body } = await hotel.api.put(`/api/booking/${id}/cancel`);
    expect(body).toEqual({ ...before, is_cancelled: 1, version: before.version + 1 });
    const { body: nights } = await hotel.api.get<BookingRecord[]>(
      `/api/bookings?start_date=${JANUARY}&end_date=${JANUARY}`,
    );
    expect(nights.find((night) => night.id === id)?.is_cancelled).toBe(1);
  });
});

it('a group of bookings is told to every member, and splits when one leaves it', async () => {
  // Its rules: tests/domain/reservation/grouping.test.ts.
  const room = hotel.newRoom();
  const ids: number[] = [];
  for (const from of [0, 2, 4, 6]) {
    const start = addDays(day(JANUARY), from);
    const flag = { is_day_before_same_flag: from > 0 ? 1 : 0 };
    ids.push((await hotel.book(inRoom(room, start, addDays(start, 2), flag))).id);
  }
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const placesOf = (...some: number[]) =>
    Promise.all(some.map(async (id) => read(id).then((one) => [one.base_booking_id, one.group_end_date])));
  const END = '2096-01-18';
  expect(await placesOf(a, b, c, d)).toEqual([0, a, a, a].map((base) => [base, END]));
  const { body: form } = await hotel.api.get(`/api/fetch-reservation-data/${d}`);
  expect(form).toMatchObject({ base_booking_id: a, group_end_date: END });
  await hotel.api.put(`/api/booking/${b}/cancel`);
  expect(await placesOf(a, c, d)).toEqual([
    [0, null],
    [0, END],
    [c, END],
  ]);
  await put(d, { is_day_before_same_flag: 0 });
  expect(await placesOf(c, d)).toEqual([
    [0, null],
    [0, null],
  ]);
  await hotel.api.put(`/api/booking/${c}/cancel`);
  expectRefusal(await put(d, { is_day_before_same_flag: 1 }), 422, '前日の予約が見つかりません。');
});

describe('GET /api/fetch-reservation-data/{id}', () => {
  it('adds to the record the room, and the edges up to which the stay could be stretched there', async () => {
    const room = hotel.newRoom();
    for (const [from, to] of [
      ['2096-01-01', '2096-01-03'],
      ['2096-01-04', '2096-01-07'],
      ['2096-02-20', '2096-02-22'],
    ] as const) {
      await hotel.book(inRoom(room, from, to));
    }
    const cancelled = await hotel.book(inRoom(room, '2096-01-14', '2096-01-15'));
    await hotel.api.put(`/api/booking/${cancelled.id}/cancel`);
    const { id } = await hotel.book(inRoom(room, JANUARY, '2096-01-12'));
    const form = async () => (await hotel.api.get(`/api/fetch-reservation-data/${id}`)).body;
    const edges = { start_day_edge: '2096-01-07', end_day_edge: '2096-02-20' };
    expect(await form()).toEqual({
      ...(await read(id)),
      ...edges,
      borderRoom: room,
      imported_record_id: null,
    });
    expect((await put(id, { stay_start: '2096-01-06' })).status).toBe(409);
    expect((await put(id, { stay_start: '2096-01-07', stay_end: '2096-02-20' })).status).toBe(200);
    const away = hotel.newRoom();
    await put(id, { room_id: roomId(away) });
    expect(await form()).toMatchObject({ start_day_edge: null, end_day_edge: null, borderRoom: away });
  });
});

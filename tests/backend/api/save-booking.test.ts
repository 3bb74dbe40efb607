import { addDays, type Day, day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { BookingRecord, FoundBooking } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { EventRecord } from '@wire/event-record.js';
import { AMOUNTS, CHECKIN_TIMES, TEXT_LIMITS, type TextLimit, tooLong } from '#tests/cases/limits.js';
import { BROKEN_TOGETHER, COMPLETE, payloadOf, type SaveCase } from '#tests/cases/save-rules.js';
import type { Payload } from '#tests/support/hotel.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

const JANUARY = '2096-01-10';
const post = (payload: Payload) => hotel.api.post<BookingRecord>('/api/booking', payload);
const put = (id: number, change: Payload) => hotel.api.put<BookingRecord>(`/api/booking/${id}`, change);
const read = async (id: number) => (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
const nightsOf = async (id: number, start: string, end = start) => {
  const path = `/api/bookings?start_date=${start}&end_date=${end}`;
  return (await hotel.api.get<BookingRecord[]>(path)).body.filter((night) => night.id === id);
};
const roomId = (room: string, date = JANUARY) => hotel.roomId(room, date);
const inRoom = (room: string, stay_start: string, stay_end: string, fields: Payload = {}): Payload =>
  hotel.payload({ room_id: roomId(room, stay_start), stay_start, stay_end, ...fields });

/** Finds a room of the small hotel that is as the case wants it in its second month, and the day. */
function placeOf({ checkedIn, secondMonth }: SaveCase): { room: string; dayZero: Day } {
  const room = secondMonth === '予約不可' ? '310' : hotel.newRoom();
  return { room, dayZero: checkedIn ? hotel.today : day('2096-01-31') };
}

/** Saves what a case enters, in a hotel that is as it says. */
async function save(one: SaveCase, mode: 'new' | 'edit') {
  const { room, dayZero } = placeOf(one);
  const at = { dayZero, roomId: roomId(room, dayZero) };
  for (const { from, to } of one.others ?? []) {
    await hotel.book(inRoom(room, addDays(dayZero, from), addDays(dayZero, to)));
  }
  if (mode === 'new') return post(payloadOf(one, at));
  const stored = await hotel.book(payloadOf(COMPLETE, at));
  if (one.checkedIn) await hotel.api.post(`/api/booking/${stored.id}/check-in`);
  return put(stored.id, payloadOf(one, at));
}

// All of their cases: tests/domain/reservation/save-rules.test.ts.
describe('the rules of a save are told all at once', () => {
  it.each(BROKEN_TOGETHER.filter(({ only }) => only !== 'form'))('$name', async (one) => {
    expectRefusal(await save(one, one.mode ?? 'edit'), 422, ...one.told);
  });

  it('what has no readable form', async () => {
    const unreadable = {
      tel: '0'.repeat(31),
      checkin_time: CHECKIN_TIMES.refused[0],
      total_fee: -1,
      guest: 'x',
    };
    const tel = TEXT_LIMITS.find(({ field }) => field === 'tel') as TextLimit;
    const answer = await post(inRoom('702', JANUARY, '2096-01-11', unreadable));
    const told = (answer.body as unknown as ErrorBody).error.split('\n').sort();
    const fee = AMOUNTS[0]?.message;
    expect(told).toEqual(
      [tooLong(tel), CHECKIN_TIMES.message, fee, '項目「guest」は指定できません。'].sort(),
    );
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
      balance: 99_998_799,
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
      party_id: 0,
      no_show: 0,
      base_booking_id: 0,
      group_end_date: null,
      changed_room: 0,
      staff_id: null,
    });
    expect(await read(record.id)).toEqual(record);
    expect(await nightsOf(record.id, '2096-01-01', '2096-02-28')).toEqual([
      record,
      { ...record, date: '2096-02-01', room_id: roomId(room, '2096-02-01') },
    ]);
  });

  it.each(['taken at the desk', 'imported'])('and read, %s, is a save that changes nothing', async (kind) => {
    const origin = kind === 'imported' ? { csv_reservation_id: await hotel.importRecord() } : {};
    const { id } = await hotel.book({ payment_type: hotel.ids.cash, womens_count: 1, ...origin });
    for (const path of [`/api/booking/${id}`, `/api/fetch-reservation-data/${id}`]) {
      const before = await read(id);
      expect((await put(id, (await hotel.api.get<Payload>(path)).body)).status).toBe(200);
      expect({ ...(await read(id)), version: before.version }).toEqual(before);
    }
  });

  it.each([
    '髙橋 𠮷野家 渡邉󠄀 ㈱①～―∥－￠￡￢',
    'O\'Brien "Bob" <b>&amp;</b>',
    '\\u0000 \\n %s {{name}} $1',
    "'; drop table bookings; --",
    '__proto__',
    'عبد الله 👩‍👩‍👧‍👦 a\u200bb',
    'ＡＢＣ ﾊﾝｶｸ ﬃ',
  ])('shows the name %j to the byte, in NFC, wherever it is read', async (name) => {
    const { id, guest_name_1 } = await hotel.book({ guest_name_1: name });
    const { body: form } = await hotel.api.get<BookingRecord>(`/api/fetch-reservation-data/${id}`);
    const shown = [await read(id), ...(await nightsOf(id, JANUARY)), form].map(
      (record) => record.guest_name_1,
    );
    expect([guest_name_1, ...shown]).toEqual(Array(4).fill(name.normalize('NFC')));
    await hotel.api.put(`/api/booking/${id}/cancel`);
  });

  it('has a history of everything that happened to it, oldest first: when, in UTC, and at which terminal', async () => {
    const before = Date.now();
    const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 2) };
    const terminal = { 'x-terminal-name': encodeURIComponent('フロント①') };
    const { body } = await hotel.api.post<BookingRecord>('/api/booking', hotel.payload(stay), terminal);
    const path = `/api/booking/${body.id}`;
    await hotel.api.put(path, { notes: '一行目\n二行目', total_fee: 9000 });
    await hotel.api.post(`${path}/check-in`);
    const { events } = (await hotel.api.get<{ events: EventRecord[] }>(`${path}/history`)).body;
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['ReservationCreated', 1],
      ['ReservationAmended', 2],
      ['GuestCheckedIn', 3],
    ]);
    expect(events[1]?.changes).toMatchObject([
      { field: 'notes', before: '', after: '一行目\n二行目' },
      { field: 'total_fee', before: 16_000, after: 9000 },
    ]);
    expect(events[0]).toMatchObject({ terminal: 'フロント①', staff_name: null });
    expect(events[0]?.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(Math.abs(Date.parse(events[0]?.recorded_at ?? '') - before)).toBeLessThan(60_000);
  });
});

it('a booking of another room knows its party, as do the others; the party of one that is cancelled is none to join', async () => {
  const stay = ['2096-03-01', '2096-03-03'] as const;
  const rooms = [hotel.newRoom(), hotel.newRoom(), hotel.newRoom()];
  const [one = '', two = '', three = ''] = rooms;
  const first = await hotel.book(inRoom(one, ...stay));
  const second = await hotel.book(inRoom(two, ...stay, { party_of: first.id }));
  const third = await hotel.book(inRoom(three, ...stay, { party_of: second.id }));
  expect([first, second, third].map(({ party_id }) => party_id)).toEqual([0, first.id, first.id]);
  const { body } = await hotel.api.get<{ party: FoundBooking[] }>(`/api/fetch-reservation-data/${second.id}`);
  expect(body.party.map(({ id, room_number }) => [id, room_number])).toEqual([
    [first.id, one],
    [third.id, three],
  ]);
  await hotel.api.put(`/api/booking/${first.id}/cancel`);
  for (const party_of of [first.id, 2_000_000_000])
    expectRefusal(
      await post(inRoom(hotel.newRoom(), ...stay, { party_of })),
      422,
      '同じグループの予約が見つかりません。',
    );
  expect((await read(third.id)).party_id).toBe(first.id);
});

it('the form knows who else is in the room and has not checked out', async () => {
  const room = hotel.newRoom();
  const before = await hotel.book(inRoom(room, addDays(hotel.today, -1), hotel.today));
  const { id } = await hotel.book(inRoom(room, hotel.today, addDays(hotel.today, 1)));
  const inHouse = async () => (await hotel.api.get<object>(`/api/fetch-reservation-data/${id}`)).body;
  expect(await inHouse()).toMatchObject({ in_house: null });
  await hotel.api.post(`/api/booking/${before.id}/check-in`);
  const named = { id: before.id, guest_name_1: before.guest_name_1 };
  expect(await inHouse()).toMatchObject({ in_house: named });
  await hotel.api.post(`/api/booking/${before.id}/check-out`);
  expect(await inHouse()).toMatchObject({ in_house: null });
});

it('the form has the room, and the edges up to which the stay could be stretched there', async () => {
  const room = hotel.newRoom();
  for (const [from, to] of [['2096-01-04', '2096-01-07'] as const, ['2096-02-20', '2096-02-22'] as const]) {
    await hotel.book(inRoom(room, from, to));
  }
  const { id } = await hotel.book(inRoom(room, JANUARY, '2096-01-12'));
  const form = async () => (await hotel.api.get(`/api/fetch-reservation-data/${id}`)).body;
  const edges = { start_day_edge: '2096-01-07', end_day_edge: '2096-02-20' };
  const alone = { imported_record_id: null, party: [], in_house: null };
  const kind = { room_type: 'シングル', smoking_status: '禁煙' };
  expect(await form()).toEqual({ ...(await read(id)), ...edges, borderRoom: room, ...kind, ...alone });
  const away = hotel.newRoom();
  await put(id, { room_id: roomId(away) });
  expect(await form()).toMatchObject({ start_day_edge: null, end_day_edge: null, borderRoom: away });
});

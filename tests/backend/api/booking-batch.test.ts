import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BatchAnswer } from '@wire/booking-batch.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { RoomProposals } from '@wire/room-proposals.js';
import { type Hotel, type Payload, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

const START = '2096-01-10';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const send = (changes: unknown) => hotel.api.post<BatchAnswer>('/api/booking-batch', { changes });
const read = async (id: number) => (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
const move = ({ id, version }: BookingRecord, booking: Payload) => ({
  action: 'amend',
  id,
  version,
  booking,
});
const fieldsOf = (answer: { body: unknown }) => (answer.body as ErrorBody).errors.map(({ field }) => field);

describe('several changes of bookings as one', () => {
  it('swap two rooms, and answer each booking in its order', async () => {
    const [one, other] = [await hotel.book(), await hotel.book()];
    const answer = await send([move(one, { room_id: other.room_id }), move(other, { room_id: one.room_id })]);
    expect(answer.status).toBe(200);
    expect(answer.body.bookings.map(({ id, room_id, version }) => [id, room_id, version])).toEqual([
      [one.id, other.room_id, 2],
      [other.id, one.room_id, 2],
    ]);
    expect((await read(one.id)).room_id).toBe(other.room_id);
  });

  it('pass rooms on in a circle of three, and book the one that becomes free', async () => {
    const [a, b, c] = [await hotel.book(), await hotel.book(), await hotel.book()];
    const circle = [
      move(a, { room_id: b.room_id }),
      move(b, { room_id: c.room_id }),
      move(c, { room_id: a.room_id }),
    ];
    expect((await send(circle)).status).toBe(200);
    const free = hotel.roomId(hotel.newRoom(), START);
    const booking = hotel.payload({ room_id: b.room_id, guest_name_1: '新客 一郎' });
    const answer = await send([move(await read(a.id), { room_id: free }), { action: 'create', booking }]);
    expect(answer.body.bookings.map(({ room_id }) => room_id)).toEqual([free, b.room_id]);
  });

  it('do everything that single calls do', async () => {
    const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 2) };
    const [a, b, c, d] = [
      await hotel.book(stay),
      await hotel.book(stay),
      await hotel.book(stay),
      await hotel.book(stay),
    ];
    for (const { id } of [b, c]) await hotel.api.post(`/api/booking/${id}/check-in`, {});
    const { body } = await send([
      { action: 'check-in', id: a.id, date: hotel.today },
      { action: 'check-out', id: b.id },
      { action: 'revert-check-in', id: c.id },
      { action: 'cancel', id: d.id },
    ]);
    const told = body.bookings.map(({ checkin_date, checkout_date, is_cancelled }) => [
      checkin_date,
      checkout_date,
      is_cancelled,
    ]);
    expect(told).toEqual([
      [hotel.today, null, 0],
      [hotel.today, hotel.today, 0],
      [null, null, 0],
      [null, null, 1],
    ]);
    const later = await send([
      { action: 'revert-check-out', id: b.id },
      { action: 'payment', id: a.id, payment_type: null, payment_flag: 1 },
    ]);
    expect(
      later.body.bookings.map(({ checkout_date, payment_status }) => [checkout_date, payment_status]),
    ).toEqual([
      [null, '未'],
      [null, '済'],
    ]);
  });
});

describe('one that is refused leaves nothing of the others', () => {
  it('as when a room is taken by somebody who stays', async () => {
    const [one, other, third] = [await hotel.book(), await hotel.book(), await hotel.book()];
    const at = await hotel.position();
    const answer = await send([move(one, { notes: '先の変更' }), move(third, { room_id: other.room_id })]);
    expectRefusal(answer, 409, OVERLAP);
    expect(fieldsOf(answer)).toEqual(['changes[1].room_id']);
    expect((await read(one.id)).notes).toBe('');
    expect(await hotel.position()).toBe(at);
  });

  it('as when one was changed since', async () => {
    const [one, other] = [await hotel.book(), await hotel.book()];
    await hotel.api.put(`/api/booking/${other.id}`, { notes: '先に' });
    const answer = await send([move(one, { notes: 'x' }), move(other, { notes: 'y' })]);
    expectRefusal(answer, 409, /他の端末で更新されています。/);
    expect(fieldsOf(answer)).toEqual(['changes[1]']);
    expect((await read(one.id)).notes).toBe('');
  });

  it.each([
    [[], 422],
    ['x', 422],
    [[{ action: 'fly', id: 1 }], 422],
    [[{ action: 'cancel' }], 422],
    [Array.from({ length: 51 }, (_, id) => ({ action: 'cancel', id: id + 1 })), 422],
    [[{ action: 'cancel', id: 2_000_000_000 }], 404],
  ])('as %j', async (changes, status) => {
    expect((await send(changes)).status).toBe(status);
  });

  it('as when one is named twice', async () => {
    const { id } = await hotel.book();
    const payment = { action: 'payment', id, payment_type: null, payment_flag: 1 };
    for (const changes of [
      [
        { action: 'check-in', id },
        { action: 'cancel', id },
      ],
      [payment, payment],
    ]) {
      const answer = await send(changes);
      expect(answer.status).toBe(422);
      expect(fieldsOf(answer)).toEqual(['changes[0].id', 'changes[1].id']);
    }
  });
});

it('many swaps of the same rooms at once never put two into one', async () => {
  const [one, other] = [await hotel.book(), await hotel.book()];
  const swap = async () => {
    const [a, b] = [await read(one.id), await read(other.id)];
    return send([
      { action: 'amend', id: a.id, booking: { room_id: b.room_id } },
      { action: 'amend', id: b.id, booking: { room_id: a.room_id } },
    ]);
  };
  const answers = await Promise.all(Array.from({ length: 12 }, swap));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const rooms = [(await read(one.id)).room_id, (await read(other.id)).room_id];
  expect(rooms.sort()).toEqual([one.room_id, other.room_id].sort());
});

const STAY = { stay_start: '2096-01-10', stay_end: '2096-01-12' };
const ASKED = { ...STAY, mens_count: '1', womens_count: '0', smoking_status: '禁煙', corporateID: '0' };

const ask = <Body>(query: Record<string, string> = ASKED) =>
  hotel.api.get<Body>(`/api/room-proposals?${new URLSearchParams(query)}`);

describe('GET /api/room-proposals', () => {
  it('proposes nothing while a room is free', async () => {
    const { status, body } = await ask<RoomProposals>();
    expect([status, body]).toEqual([200, { moves: [], splits: [] }]);
  });

  it.each([
    [{ ...ASKED, stay_end: '2096-01-10' }, '宿泊終了日は宿泊開始日より後の日付を選択してください。'],
    [{ ...ASKED, mens_count: 'x' }, '男性の人数は数値で入力してください。'],
    [{ ...ASKED, smoking_status: '?' }, '喫煙区分の選択が正しくありません。'],
    [{ ...ASKED, booking_id: '0' }, '予約は1以上2,147,483,647以下の整数で入力してください。'],
    [{ ...ASKED, more: '1' }, '項目「more」は指定できません。'],
  ])('refuses %j in words', async (query, message) => {
    const { status, body } = await ask<ErrorBody>(query);
    expect([status, body.error]).toEqual([400, message]);
  });
});

describe('a batch that is to leave a room vacant', () => {
  const batch = (changes: unknown[], vacant: unknown) =>
    hotel.api.post<BatchAnswer & ErrorBody>('/api/booking-batch', { changes, vacant });

  it('moves who is in the way, and nobody when somebody else stays there', async () => {
    const [room, other] = [hotel.newRoom(), hotel.newRoom()];
    const night = { stay_start: '2096-01-10', stay_end: '2096-01-11' };
    const guest = await hotel.book({ ...night, room_id: hotel.roomId(room, '2096-01-10') });
    const second = { stay_start: '2096-01-11', stay_end: '2096-01-12' };
    const late = await hotel.book({ ...second, room_id: hotel.roomId(room, '2096-01-11') });
    const change = {
      action: 'amend',
      id: guest.id,
      version: guest.version,
      booking: { room_id: hotel.roomId(other, '2096-01-10') },
    };
    const vacant = { room_id: hotel.roomId(room, '2096-01-10'), ...STAY };

    const before = await hotel.position();
    const refused = await batch([change], vacant);
    expect([refused.status, refused.body.errors.map(({ code }) => code)]).toEqual([409, ['not_vacant']]);
    expect(await hotel.position()).toBe(before);

    const gone = { action: 'cancel', id: late.id, version: late.version };
    const done = await batch([change, gone], vacant);
    expect(done.status).toBe(200);
    expect(done.body.bookings[0]?.room_id).toBe(hotel.roomId(other, '2096-01-10'));
  });

  it('is refused when it names no room', async () => {
    const { status } = await batch([], { room_id: 999_999, ...STAY });
    expect(status).toBe(422);
  });
});

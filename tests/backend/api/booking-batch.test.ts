import { addDays } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { BatchAnswer } from '@wire/booking-batch.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { Payload } from '#tests/support/hotel.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

const START = '2096-01-10';

const send = (changes: unknown, vacant?: object) =>
  hotel.api.post<BatchAnswer>('/api/booking-batch', { changes, vacant });
const read = async (id: number) => (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
const move = ({ id, version }: BookingRecord, booking: Payload) => ({
  action: 'amend',
  id,
  version,
  booking,
});
const fieldsOf = (answer: { body: unknown }) => (answer.body as ErrorBody).errors.map(({ field }) => field);

describe('several changes of bookings as one', () => {
  it('pass rooms on in a circle of three, book the one that becomes free, and answer in their order', async () => {
    const [a, b, c] = [await hotel.book(), await hotel.book(), await hotel.book()];
    const circle = await send([
      move(a, { room_id: b.room_id }),
      move(b, { room_id: c.room_id }),
      move(c, { room_id: a.room_id }),
    ]);
    expect(circle.body.bookings.map(({ id, room_id, version }) => [id, room_id, version])).toEqual([
      [a.id, b.room_id, 2],
      [b.id, c.room_id, 2],
      [c.id, a.room_id, 2],
    ]);
    const free = hotel.roomId(hotel.newRoom(), START);
    const booking = hotel.payload({ room_id: b.room_id, guest_name_1: '新客 一郎' });
    const answer = await send([move(await read(a.id), { room_id: free }), { action: 'create', booking }]);
    expect(answer.body.bookings.map(({ room_id }) => room_id)).toEqual([free, b.room_id]);
  });

  it('do everything that single calls do', async () => {
    const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 2) };
    const bookings = [];
    for (let count = 0; count < 4; count++) bookings.push(await hotel.book(stay));
    const [a = 0, b = 0, c = 0, d = 0] = bookings.map(({ id }) => id);
    for (const id of [b, c]) await hotel.api.post(`/api/booking/${id}/check-in`, {});
    const { body } = await send([
      { action: 'check-in', id: String(a), date: hotel.today },
      { action: 'check-out', id: b },
      { action: 'revert-check-in', id: c },
      { action: 'cancel', id: d },
    ]);
    expect(body.bookings).toMatchObject([
      { checkin_date: hotel.today, checkout_date: null, is_cancelled: 0 },
      { checkin_date: hotel.today, checkout_date: hotel.today, is_cancelled: 0 },
      { checkin_date: null, checkout_date: null, is_cancelled: 0 },
      { checkin_date: null, checkout_date: null, is_cancelled: 1 },
    ]);
    const later = await send([
      { action: 'revert-check-out', id: b },
      { action: 'payment', id: a, payment_type: null, payment_flag: 1 },
    ]);
    const told = [{ checkout_date: null }, { checkout_date: null, payment_status: '済' }];
    expect(later.body.bookings).toMatchObject(told);
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
});

describe('one that is refused leaves nothing of the others', () => {
  it('as when a room is taken by somebody who stays, or one was changed since', async () => {
    const [one, other, third] = [await hotel.book(), await hotel.book(), await hotel.book()];
    await hotel.api.put(`/api/booking/${other.id}`, { notes: '先に' });
    const at = await hotel.position();
    for (const [change, message, field] of [
      [
        move(third, { room_id: other.room_id }),
        '選択した部屋は指定された期間に既に予約されています。',
        'changes[1].room_id',
      ],
      [move(other, { notes: 'y' }), /他の端末で更新されています。/, 'changes[1]'],
    ] as const) {
      const answer = await send([move(one, { notes: '先の変更' }), change]);
      expectRefusal(answer, 409, message);
      expect(fieldsOf(answer)).toEqual([field]);
    }
    expect((await read(one.id)).notes).toBe('');
    expect(await hotel.position()).toBe(at);
  });

  it.each([
    ['x', 422],
    [[{ action: 'fly', id: 1 }], 422],
    [[{ action: 'cancel' }], 422],
    [Array.from({ length: 51 }, (_, id) => ({ action: 'cancel', id: id + 1 })), 422],
    [[{ action: 'cancel', id: 2_000_000_000 }], 404],
  ])('as %j', async (changes, status) => {
    await refuses(hotel, () => send(changes), status, /。$/);
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
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['changes[0].id', 'changes[1].id']]);
    }
  });
});

const STAY = { stay_start: '2096-01-10', stay_end: '2096-01-12' };

it('that is to leave a room vacant moves who is in the way, and nobody when somebody else stays there', async () => {
  const [room, other] = [hotel.newRoom(), hotel.newRoom()].map((number) => hotel.roomId(number, START));
  const guest = await hotel.book({ room_id: room, stay_end: '2096-01-11' });
  const late = await hotel.book({ room_id: room, stay_start: '2096-01-11' });
  const vacant = { room_id: room, ...STAY };
  const before = await hotel.position();
  const refused = await send([move(guest, { room_id: other })], vacant);
  expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'not_vacant' }] } });
  expect(await hotel.position()).toBe(before);

  const gone = { action: 'cancel', id: late.id, version: late.version };
  const done = await send([move(guest, { room_id: other }), gone], vacant);
  expect(done).toMatchObject({ status: 200, body: { bookings: [{ room_id: other }, { is_cancelled: 1 }] } });
  expect((await send([], { room_id: 999_999, ...STAY })).status).toBe(422);
});

describe('GET /api/room-proposals', () => {
  const ASKED = { ...STAY, mens_count: '1', womens_count: '0', smoking_status: '禁煙', corporateID: '0' };
  const ask = (query: Record<string, string>) =>
    hotel.api.get(`/api/room-proposals?${new URLSearchParams(query)}`);

  it('proposes nothing while a room is free', async () => {
    expect(await ask(ASKED)).toMatchObject({ status: 200, body: { moves: [], splits: [] } });
  });

  it.each([
    [{ stay_end: '2096-01-10' }, '宿泊終了日は宿泊開始日より後の日付を選択してください。'],
    [{ mens_count: 'x' }, '男性の人数は数値で入力してください。'],
    [{ smoking_status: '?' }, '喫煙区分の選択が正しくありません。'],
    [{ booking_id: '0' }, '予約は1以上2,147,483,647以下の整数で入力してください。'],
    [{ more: '1' }, '項目「more」は指定できません。'],
  ])('refuses %j in words', async (wrong, message) => {
    expectRefusal(await ask({ ...ASKED, ...wrong } as Record<string, string>), 400, message);
  });
});

import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BatchAnswer } from '@wire/booking-batch.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

const START = '2096-01-10';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
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

  it('as when who was to leave does not go far enough', async () => {
    const [one, other] = [await hotel.book(), await hotel.book()];
    const changes = [move(one, { room_id: other.room_id }), move(other, { stay_end: '2096-01-11' })];
    const answer = await send(changes);
    expect(answer.status).toBe(409);
    expect(await read(one.id)).toEqual(expect.objectContaining({ room_id: one.room_id, version: 1 }));
    expect(await read(other.id)).toEqual(expect.objectContaining({ stay_end: '2096-01-12', version: 1 }));
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

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

const NO_DAY_BEFORE = '前日の予約が見つかりません。';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const january = (date: number): string => `2096-01-${String(date).padStart(2, '0')}`;

/** A booking of the room from one day of January to another; grouped with the day before unless told otherwise. */
const fields = (room: string, from: number, to: number, flag = 1): Payload => ({
  room_id: hotel.roomId(room, '2096-01-01'),
  stay_start: january(from),
  stay_end: january(to),
  is_day_before_same_flag: flag,
});
const book = async (room: string, from: number, to: number, flag = 1): Promise<number> =>
  (await hotel.book(fields(room, from, to, flag))).id;
const put = (id: number, change: Payload) => hotel.api.put<BookingRecord>(`/api/booking/${id}`, change);

/** Base and end of the group of each booking, as the server tells them. */
const places = (...ids: number[]): Promise<[number, string | null][]> =>
  Promise.all(
    ids.map(async (id) => {
      const { body } = await hotel.api.get<BookingRecord>(`/api/booking/${id}`);
      return [body.base_booking_id, body.group_end_date];
    }),
  );

/** Bookings one after the other in a new room, all in one group. */
async function chain(...days: number[]): Promise<{ room: string; ids: number[] }> {
  const room = hotel.newRoom();
  const ids: number[] = [];
  for (const [index, day] of days.slice(0, -1).entries()) {
    ids.push(await book(room, day, days[index + 1] as number, index === 0 ? 0 : 1));
  }
  return { room, ids };
}

const ALONE = [0, null];

describe('is_day_before_same_flag 1 on a new booking', () => {
  it("takes the previous booking's id as base, and the last member's check-out as everyone's group_end_date", async () => {
    const room = hotel.newRoom();
    const first = await book(room, 10, 12, 0);
    expect(await places(first)).toEqual([ALONE]);
    const answer = await hotel.api.post<BookingRecord>('/api/booking', hotel.payload(fields(room, 12, 15)));
    expect(answer).toMatchObject({
      status: 201,
      body: { base_booking_id: first, group_end_date: january(15) },
    });
    expect(await places(first)).toEqual([[0, january(15)]]);
  });

  it('takes the base of the previous booking when that has one', async () => {
    const { ids } = await chain(10, 12, 13, 16);
    const [a, b, c] = ids as [number, number, number];
    expect(await places(a, b, c)).toEqual([
      [0, january(16)],
      [a, january(16)],
      [a, january(16)],
    ]);
  });

  it('tells every night of every member, and the form', async () => {
    const { ids } = await chain(10, 12, 14);
    const path = `/api/bookings?start_date=${january(10)}&end_date=${january(14)}`;
    const nights = (await hotel.api.get<BookingRecord[]>(path)).body.filter(({ id }) => ids.includes(id));
    expect(nights.map(({ group_end_date }) => group_end_date)).toEqual(Array(4).fill(january(14)));
    const form = await hotel.api.get<BookingRecord>(`/api/fetch-reservation-data/${ids[1]}`);
    expect(form.body).toMatchObject({ base_booking_id: ids[0], group_end_date: january(14) });
  });

  it('goes over a month end', async () => {
    const room = hotel.newRoom();
    const first = await hotel.book({
      room_id: hotel.roomId(room, '2096-01-30'),
      stay_start: '2096-01-30',
      stay_end: '2096-02-01',
    });
    const second = await hotel.book({
      room_id: hotel.roomId(room, '2096-02-01'),
      stay_start: '2096-02-01',
      stay_end: '2096-02-03',
      is_day_before_same_flag: 1,
    });
    expect(second).toMatchObject({ base_booking_id: first.id, group_end_date: '2096-02-03' });
  });

  it('is refused when no active booking of the room ends on that day', async () => {
    const [room, other] = [hotel.newRoom(), hotel.newRoom()];
    const cancelled = await book(room, 8, 10, 0);
    await hotel.api.put(`/api/booking/${cancelled}/cancel`);
    await book(room, 6, 9, 0);
    await book(other, 8, 10, 0);
    const before = await hotel.position();
    expectRefusal(
      await hotel.api.post('/api/booking', hotel.payload(fields(room, 10, 12))),
      422,
      NO_DAY_BEFORE,
    );
    expect(await hotel.position()).toBe(before);
  });

  it('is what makes a group: bookings that only follow each other are alone', async () => {
    const room = hotel.newRoom();
    const ids = [await book(room, 10, 12, 0), await book(room, 12, 14, 0)];
    expect(await places(...ids)).toEqual([ALONE, ALONE]);
  });
});

describe('on an edit', () => {
  it('flag 1 joins the booking of the day before, and is refused without one', async () => {
    const room = hotel.newRoom();
    const [a, b] = [await book(room, 10, 12, 0), await book(room, 12, 14, 0)];
    expect(await put(b, { is_day_before_same_flag: 1 })).toMatchObject({
      status: 200,
      body: { base_booking_id: a, group_end_date: january(14) },
    });
    expectRefusal(await put(a, { is_day_before_same_flag: 1 }), 422, NO_DAY_BEFORE);
    expect(await places(a, b)).toEqual([
      [0, january(14)],
      [a, january(14)],
    ]);
  });

  it('flag 0 leaves the group', async () => {
    const { ids } = await chain(10, 12, 14, 16);
    const [a, b, c] = ids as [number, number, number];
    expect((await put(c, { is_day_before_same_flag: 0 })).status).toBe(200);
    expect(await places(a, b, c)).toEqual([[0, january(14)], [a, january(14)], ALONE]);
    await put(b, { is_day_before_same_flag: 0 });
    expect(await places(a, b, c)).toEqual([ALONE, ALONE, ALONE]);
  });

  it('no flag keeps the group, and its end follows the last member', async () => {
    const { ids } = await chain(10, 12, 14);
    const [a, b] = ids as [number, number];
    await put(a, { notes: 'メモ' });
    await put(b, { stay_end: january(17) });
    expect(await places(a, b)).toEqual([
      [0, january(17)],
      [a, january(17)],
    ]);
  });
});

describe('a group that is no longer adjacent splits, each part with its first member as base', () => {
  const split = async (ids: number[]): Promise<void> => {
    const [a, , c, d] = ids as [number, number, number, number];
    expect(await places(a, c, d)).toEqual([ALONE, [0, january(18)], [c, january(18)]]);
  };

  it('when a member is cancelled', async () => {
    const { ids } = await chain(10, 12, 14, 16, 18);
    await hotel.api.put(`/api/booking/${ids[1]}/cancel`);
    await split(ids);
  });

  it('when a member moves to another room', async () => {
    const { ids } = await chain(10, 12, 14, 16, 18);
    await put(ids[1] as number, { room_id: hotel.roomId(hotel.newRoom(), '2096-01-12') });
    await split(ids);
    expect(await places(ids[1] as number)).toEqual([ALONE]);
  });

  it('when the dates of a member change', async () => {
    const { ids } = await chain(10, 12, 14, 16, 18);
    const [a, b, c, d] = ids as [number, number, number, number];
    await put(b, { stay_end: january(13) });
    expect(await places(a, b, c, d)).toEqual([
      [0, january(13)],
      [a, january(13)],
      [0, january(18)],
      [c, january(18)],
    ]);
  });

  it('when the base is cancelled: the next member becomes the base', async () => {
    const { ids } = await chain(10, 12, 14, 16);
    const [a, b, c] = ids as [number, number, number];
    await hotel.api.put(`/api/booking/${a}/cancel`);
    expect(await places(a, b, c)).toEqual([ALONE, [0, january(16)], [b, january(16)]]);
  });

  it('when the last but one is left alone', async () => {
    const { ids } = await chain(10, 12, 14);
    await hotel.api.put(`/api/booking/${ids[1]}/cancel`);
    expect(await places(ids[0] as number)).toEqual([ALONE]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

type FormData = BookingRecord & {
  start_day_edge: string | null;
  end_day_edge: string | null;
  borderRoom: string;
  imported_record_id: number | null;
};

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const formData = async (id: number): Promise<FormData> => {
  const { status, body } = await hotel.api.get<FormData>(`/api/fetch-reservation-data/${id}`);
  expect(status).toBe(200);
  return body;
};
const edges = async (id: number): Promise<[string | null, string | null]> => {
  const { start_day_edge, end_day_edge } = await formData(id);
  return [start_day_edge, end_day_edge];
};
const book = async (room: string, stay_start: string, stay_end: string): Promise<number> =>
  (await hotel.book({ room_id: hotel.roomId(room, stay_start), stay_start, stay_end })).id;

describe('GET /api/fetch-reservation-data/{id}', () => {
  it("uses the booking record's names and adds the edges and the room", async () => {
    const room = hotel.newRoom();
    const id = await book(room, '2096-01-10', '2096-01-12');
    const record = (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
    expect(await formData(id)).toEqual({
      ...record,
      start_day_edge: null,
      end_day_edge: null,
      borderRoom: room,
      imported_record_id: null,
    });
  });

  it("gives the previous booking's check-out and the next one's check-in", async () => {
    const room = hotel.newRoom();
    await book(room, '2096-01-01', '2096-01-03');
    await book(room, '2096-01-04', '2096-01-07');
    const id = await book(room, '2096-01-10', '2096-01-12');
    await book(room, '2096-02-20', '2096-02-22');
    await book(room, '2096-02-25', '2096-02-26');
    await book(hotel.newRoom(), '2096-01-08', '2096-01-10');
    expect(await edges(id)).toEqual(['2096-01-07', '2096-02-20']);
  });

  it('gives neighbours that touch the stay', async () => {
    const room = hotel.newRoom();
    await book(room, '2096-02-26', '2096-02-28');
    const id = await book(room, '2096-02-28', '2096-03-01');
    await book(room, '2096-03-01', '2096-03-02');
    expect(await edges(id)).toEqual(['2096-02-28', '2096-03-01']);
  });

  it('gives null where there is no neighbour, and never a cancelled one', async () => {
    const room = hotel.newRoom();
    const before = await book(room, '2096-01-04', '2096-01-07');
    const id = await book(room, '2096-01-10', '2096-01-12');
    expect(await edges(id)).toEqual(['2096-01-07', null]);
    expect(await edges(before)).toEqual([null, '2096-01-10']);
    await hotel.api.put(`/api/booking/${before}/cancel`);
    expect(await edges(id)).toEqual([null, null]);
  });

  it('follows a move to another room and dates', async () => {
    const [home, away] = [hotel.newRoom(), hotel.newRoom()];
    const id = await book(home, '2096-01-10', '2096-01-12');
    await book(away, '2096-01-15', '2096-01-18');
    const neighbour = await book(home, '2096-01-20', '2096-01-22');
    await hotel.api.put(`/api/booking/${id}`, { room_id: hotel.roomId(away, '2096-01-10') });
    expect(await formData(id)).toMatchObject({ borderRoom: away, end_day_edge: '2096-01-15' });
    expect(await edges(neighbour)).toEqual([null, null]);
  });

  it('is exact: the stay can be stretched to its edges and no day further', async () => {
    const room = hotel.newRoom();
    await book(room, '2096-01-04', '2096-01-07');
    const id = await book(room, '2096-01-10', '2096-01-12');
    await book(room, '2096-01-16', '2096-01-18');
    const [start, end] = await edges(id);
    const put = async (stay_start: unknown, stay_end: unknown) =>
      (await hotel.api.put(`/api/booking/${id}`, { stay_start, stay_end })).status;
    expect(await put('2096-01-06', end)).toBe(409);
    expect(await put(start, '2096-01-17')).toBe(409);
    expect(await put(start, end)).toBe(200);
    expect(await edges(id)).toEqual([start, end]);
  });

  it('answers 404 for an unknown id and 400 for a bad one', async () => {
    expectRefusal(await hotel.api.get('/api/fetch-reservation-data/2000000000'), 404, /見つかりません/);
    expectRefusal(await hotel.api.get('/api/fetch-reservation-data/abc'), 400, /ID/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

const STALE = '他の端末で更新されています。最新の内容を確認してください。';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const activeNights = async (room: string, date: string): Promise<BookingRecord[]> => {
  const path = `/api/bookings?start_date=${date}&end_date=${date}`;
  const { body } = await hotel.api.get<BookingRecord[]>(path);
  return body.filter((night) => night.room_id === hotel.roomId(room, date) && night.is_cancelled === 0);
};

// One night that hundreds ask for on two nodes: tests/faults/contention.test.ts.
describe('many terminals at once', () => {
  it('never share a night, whatever their stays and the month that names the room', async () => {
    const room = hotel.newRoom();
    const starts = times(60, (index) => `2096-01-${String(20 + (index % 12)).padStart(2, '0')}`);
    await Promise.all(
      starts.map((stay_start, index) => {
        const stay_end = `2096-02-0${(index % 5) + 1}`;
        const room_id = hotel.roomId(room, index % 2 ? '2096-01-01' : '2096-02-01');
        return hotel.api.post('/api/booking', hotel.payload({ room_id, stay_start, stay_end }));
      }),
    );
    for (const date of [...new Set(starts), '2096-02-01', '2096-02-02', '2096-02-03', '2096-02-04']) {
      expect((await activeNights(room, date)).length).toBeLessThanOrEqual(1);
    }
    expect(await activeNights(room, '2096-01-31')).toHaveLength(1);
  });

  it('move two bookings into one free room: one gets it', async () => {
    const bookings = [await hotel.book(), await hotel.book()];
    const room_id = hotel.roomId(hotel.newRoom(), '2096-01-10');
    const answers = await Promise.all(
      bookings.map(({ id }) => hotel.api.put(`/api/booking/${id}`, { room_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('edit one version: one is saved, the other is told that it is stale', async () => {
    const { id, version } = await hotel.book();
    const answers = await Promise.all(
      ['一台目', '二台目'].map((notes) =>
        hotel.api.put(`/api/booking/${id}`, { notes }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409);
    if (stale) expectRefusal(stale, 409, STALE);
  });

  it('record the weather of one new day: both succeed, on one record', async () => {
    const answers = await Promise.all(
      ['晴れ', '雨'].map((weather) =>
        hotel.api.post<{ id: number }>('/api/weather', { date: '2096-05-01', weather }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
  });
});

describe('If-Match (each call that minds it: every-route.test.ts)', () => {
  it('may be left out: the last save wins', async () => {
    const { id } = await hotel.book();
    await hotel.api.put(`/api/booking/${id}`, { notes: '一台目' });
    expect((await hotel.api.put(`/api/booking/${id}`, { notes: '二台目' })).status).toBe(200);
  });

  it.each(['1', 'W/"1"', '"x"', '""', '"1", "2"'])('is refused with 400 as %s', async (sent) => {
    const { id } = await hotel.book();
    const answer = await hotel.api.put(`/api/booking/${id}`, { notes: 'メモ' }, { 'if-match': sent });
    expectRefusal(answer, 400, /If-Match/);
    await hotel.api.put(`/api/booking/${id}/cancel`);
  });
});

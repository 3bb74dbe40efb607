import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Answer } from '../../support/api-client.js';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

type Headers = Record<string, string>;
type Call = (headers: Headers) => Promise<Answer<BookingRecord>>;

const newKey = (): Headers => ({ 'idempotency-key': randomUUID() });
const post = (payload: Payload, headers: Headers): Promise<Answer<BookingRecord>> =>
  hotel.api.post('/api/booking', payload, headers);

/** Every mutating call, as one that would write again if it were done twice. */
const calls: [string, () => Promise<Call>][] = [
  [
    'POST /api/booking',
    async () => {
      const payload = hotel.payload();
      return (headers) => post(payload, headers);
    },
  ],
  ['PUT /api/booking/{id}', () => onBooking((path, h) => hotel.api.put(path, { notes: 'メモ' }, h))],
  [
    'PUT /api/booking/{id}/cancel',
    () => onBooking((path, h) => hotel.api.put(`${path}/cancel`, undefined, h)),
  ],
  [
    'PUT /api/booking/{id}/return-temairazu',
    async () => {
      const csv_reservation_id = await hotel.importRecord();
      const { id } = await hotel.book({ csv_reservation_id });
      return (headers) => hotel.api.put(`/api/booking/${id}/return-temairazu`, {}, headers);
    },
  ],
  [
    'POST /api/booking/{id}/check-in',
    () => onBooking((path, h) => hotel.api.post(`${path}/check-in`, {}, h)),
  ],
  [
    'POST /api/booking/{id}/payment',
    () =>
      onBooking((path, h) => hotel.api.post(`${path}/payment`, { payment_type: null, payment_flag: 1 }, h)),
  ],
  [
    'DELETE /api/booking/{id}/check-in',
    () =>
      onBooking(
        (path, h) => hotel.api.delete(`${path}/check-in`, h),
        (path) => hotel.api.post(`${path}/check-in`),
      ),
  ],
  [
    'POST /api/weather',
    async () => (h) => hotel.api.post('/api/weather', { date: '2096-06-01', weather: '雪' }, h),
  ],
  [
    'POST /api/weather/holiday',
    async () => (h) => hotel.api.post('/api/weather/holiday', { date: '2096-06-02' }, h),
  ],
];

async function onBooking(
  call: (path: string, headers: Headers) => Promise<Answer<BookingRecord>>,
  prepare: (path: string) => Promise<unknown> = async () => {},
): Promise<Call> {
  const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 2) };
  const path = `/api/booking/${(await hotel.book(stay)).id}`;
  await prepare(path);
  return (headers) => call(path, headers);
}

describe('Idempotency-Key', () => {
  it.each(calls)(
    '%s: the same key and body give the first answer again and write nothing',
    async (_, prepare) => {
      const call = await prepare();
      const key = newKey();
      const first = await call(key);
      expect([200, 201]).toContain(first.status);
      const position = await hotel.position();
      const again = await call(key);
      expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
      expect(await hotel.position()).toBe(position);
    },
  );

  it('gives the first answer even when the booking has changed since', async () => {
    const { id } = await hotel.book();
    const key = newKey();
    const edit = () => hotel.api.put(`/api/booking/${id}`, { notes: '最初' }, key);
    const first = await edit();
    await hotel.api.put(`/api/booking/${id}`, { notes: '次' });
    expect(await edit()).toMatchObject({ status: 200, body: first.body });
  });

  it('takes upper and lower case for the same key', async () => {
    const payload = hotel.payload();
    const key = randomUUID();
    const first = await post(payload, { 'idempotency-key': key });
    const again = await post(payload, { 'idempotency-key': key.toUpperCase() });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('refuses the same key with another body, or for another call, with 409', async () => {
    const payload = hotel.payload();
    const key = newKey();
    const { body } = await post(payload, key);
    const position = await hotel.position();
    expectRefusal(await post({ ...payload, notes: '別' }, key), 409, /Idempotency-Key/);
    expectRefusal(await hotel.api.put(`/api/booking/${body.id}`, payload, key), 409, /Idempotency-Key/);
    const day = { date: '2096-06-03', weather: '晴れ' };
    expectRefusal(await hotel.api.post('/api/weather', day, key), 409, /Idempotency-Key/);
    expect(await hotel.position()).toBe(position);
  });

  it('answers twins that run at the same time alike, and books once', async () => {
    const payload = hotel.payload();
    const key = newKey();
    const before = await hotel.position();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(payload, key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await hotel.position()).toBe(before + 1);
  });

  it('lets only one of two bodies pass that come with one key at the same time', async () => {
    const key = newKey();
    const answers = await Promise.all([post(hotel.payload(), key), post(hotel.payload(), key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('goes before If-Match: a retried edit is not stale', async () => {
    const { id, version } = await hotel.book();
    const headers = { ...newKey(), 'if-match': `"${version}"` };
    const edit = () => hotel.api.put<BookingRecord>(`/api/booking/${id}`, { notes: 'メモ' }, headers);
    const first = await edit();
    expect(first.body.version).toBe(version + 1);
    expect(await edit()).toMatchObject({ status: 200, body: first.body });
  });

  it('remembers no refusal: the same key is decided anew', async () => {
    const taken = await hotel.book();
    const payload = hotel.payload({ room_id: taken.room_id });
    const key = newKey();
    expectRefusal(await post(payload, key), 409, OVERLAP);
    expectRefusal(await post({ ...payload, stay_start: '' }, key), 422, 'チェックイン日を入力してください。');
    await hotel.api.put(`/api/booking/${taken.id}/cancel`);
    const done = await post(payload, key);
    expect(done.status).toBe(201);
    expect(await post(payload, key)).toMatchObject({ status: 201, body: done.body });
  });

  it.each(['', '1', 'not-a-uuid', `${randomUUID()}0`, `${randomUUID()}, ${randomUUID()}`])(
    'is refused with 400 when it is no UUID: %p',
    async (sent) => {
      const before = await hotel.position();
      const room_id = hotel.roomId('702', '2096-01-10');
      const answer = await post(hotel.payload({ room_id }), { 'idempotency-key': sent });
      expectRefusal(answer, 400, /Idempotency-Key/);
      expect(await hotel.position()).toBe(before);
    },
  );
});

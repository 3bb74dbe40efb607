import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Answer } from '../../support/api-client.js';
import { type Hotel, type Payload, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

// That every call remembers its key, and refuses it for another one, is proven in every-route.test.ts; that of calls
// at the same moment one is done, also on two nodes, in tests/faults/contention.test.ts.
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const post = (payload: Payload, key: string): Promise<Answer<BookingRecord>> =>
  hotel.api.post('/api/booking', payload, { 'idempotency-key': key });

it('a key gives the first answer even when the booking has changed since, in upper and lower case', async () => {
  const { id } = await hotel.book();
  const key = randomUUID();
  const edit = (sent: string) =>
    hotel.api.put(`/api/booking/${id}`, { notes: '最初' }, { 'idempotency-key': sent });
  const first = await edit(key);
  await hotel.api.put(`/api/booking/${id}`, { notes: '次' });
  for (const sent of [key, key.toUpperCase()]) {
    expect(await edit(sent)).toMatchObject({ status: 200, body: first.body });
  }
});

it('a key that came with another call is refused', async () => {
  const payload = hotel.payload();
  const key = randomUUID();
  const { body } = await post(payload, key);
  const put = hotel.api.put(`/api/booking/${body.id}`, payload, { 'idempotency-key': key });
  expectRefusal(await put, 409, /Idempotency-Key/);
});

it('a key goes before If-Match: a retried edit is not stale', async () => {
  const { id, version } = await hotel.book();
  const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${version}"` };
  const edit = () => hotel.api.put<BookingRecord>(`/api/booking/${id}`, { notes: 'メモ' }, headers);
  const first = await edit();
  expect(first.body.version).toBe(version + 1);
  expect(await edit()).toMatchObject({ status: 200, body: first.body });
});

it('no refusal is remembered: the same key is decided anew', async () => {
  const taken = await hotel.book();
  const payload = hotel.payload({ room_id: taken.room_id });
  const key = randomUUID();
  expectRefusal(await post(payload, key), 409, OVERLAP);
  expectRefusal(await post({ ...payload, stay_start: '' }, key), 422, 'チェックイン日を入力してください。');
  await hotel.api.put(`/api/booking/${taken.id}/cancel`);
  const done = await post(payload, key);
  expect(done.status).toBe(201);
  expect(await post(payload, key)).toMatchObject({ status: 201, body: done.body });
});

it.each(['', '1', 'not-a-uuid', `${randomUUID()}0`, `${randomUUID()}, ${randomUUID()}`])(
  'a key that is no UUID is refused with 400: %p',
  async (sent) => {
    const before = await hotel.position();
    expectRefusal(await post(hotel.payload(), sent), 400, /Idempotency-Key/);
    expect(await hotel.position()).toBe(before);
  },
);

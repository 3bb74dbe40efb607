import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;
let id: number;

beforeAll(async () => {
  hotel = await startSmallHotel();
  id = (await hotel.book()).id;
});
afterAll(() => hotel.stop());

const RANGE = 'start_date=2096-01-01&end_date=2096-01-31';
const lists = [
  `/api/bookings?${RANGE}`,
  `/api/booking_type_diff?${RANGE}`,
  `/api/weather?${RANGE}`,
  '/api/rooms?year_month=2096-01-01',
  '/api/corporate_master',
  '/api/payment_master',
  '/api/blacklist',
];

it.each(lists)('GET %s tells its position, and is answered 304 while nothing was written', async (path) => {
  const first = await hotel.api.get(path);
  expect(first.headers.get('x-log-position')).toBe(String(await hotel.position()));
  expect(first.headers.get('cache-control')).toMatch(/no-cache|no-store/);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^(W\/)?".+"$/);
  const again = await hotel.api.get(path, { 'if-none-match': etag });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  await hotel.api.put(`/api/booking/${id}`, { notes: `${path} ${Math.random()}` });
  const after = await hotel.api.get(path, { 'if-none-match': etag });
  expect(after.status).toBe(200);
  expect(after.headers.get('etag')).not.toBe(etag);
});

it('a write that changes nothing leaves the answer as it was', async () => {
  const path = `/api/bookings?${RANGE}`;
  await hotel.api.put(`/api/booking/${id}`, { notes: '同じ' });
  const etag = (await hotel.api.get(path)).headers.get('etag') ?? '';
  await hotel.api.put(`/api/booking/${id}`, { notes: '同じ' });
  await hotel.api.put(`/api/booking/${id}`, { notes: '', guest_name_1: '' });
  expect((await hotel.api.get(path, { 'if-none-match': etag })).status).toBe(304);
});

it('what holds personal data and has no position of its own is kept by nobody', async () => {
  for (const path of [`/api/booking/${id}`, `/api/booking/${id}/history`, '/api/booking-search?q=a']) {
    expect((await hotel.api.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/api-client.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

type Headers = Record<string, string>;

const MARK = { 'x-requested-with': 'XMLHttpRequest' };
const FOREIGN = 'https://evil.example';

let hotel: SmallHotel;
let id: number;

beforeAll(async () => {
  hotel = await startSmallHotel();
  id = (await hotel.book()).id;
});
afterAll(() => hotel.stop());

/** Headers with the app's own origin filled in for OWN. */
const filled = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', hotel.url)]));

/** Every mutating call; each would change something. */
const mutations: [string, (headers: Headers) => Promise<Answer<unknown>>][] = [
  ['POST /api/booking', (h) => hotel.api.post('/api/booking', hotel.payload(), h)],
  ['PUT /api/booking/{id}', (h) => hotel.api.put(`/api/booking/${id}`, { notes: `${Math.random()}` }, h)],
  ['PUT /api/booking/{id}/cancel', (h) => hotel.api.put(`/api/booking/${id}/cancel`, {}, h)],
  [
    'PUT /api/booking/{id}/return-temairazu',
    (h) => hotel.api.put(`/api/booking/${id}/return-temairazu`, {}, h),
  ],
  ['POST /api/booking/{id}/check-in', (h) => hotel.api.post(`/api/booking/${id}/check-in`, {}, h)],
  ['DELETE /api/booking/{id}/check-in', (h) => hotel.api.delete(`/api/booking/${id}/check-in`, h)],
  ['POST /api/booking/{id}/check-out', (h) => hotel.api.post(`/api/booking/${id}/check-out`, {}, h)],
  ['DELETE /api/booking/{id}/check-out', (h) => hotel.api.delete(`/api/booking/${id}/check-out`, h)],
  [
    'POST /api/booking/{id}/payment',
    (h) => hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 }, h),
  ],
  [
    'POST /api/weather',
    (h) => hotel.api.post('/api/weather', { date: '2096-01-01', weather: `${Math.random()}` }, h),
  ],
  ['POST /api/weather/holiday', (h) => hotel.api.post('/api/weather/holiday', { date: '2096-01-02' }, h)],
  ['PUT /api/weather/{id}', (h) => hotel.api.put('/api/weather/1', { date: '2096-01-01', weather: 'x' }, h)],
  [
    'PUT /api/weather/{id}/holiday',
    (h) => hotel.api.put('/api/weather/1/holiday', { date: '2096-01-01', holiday_flag: 1 }, h),
  ],
];

describe("a mutating request that looks like a browser's", () => {
  it.each(mutations)(
    '%s is refused from a foreign page, before anything else is looked at',
    async (_, call) => {
      const before = await hotel.position();
      expectRefusal(await call({ origin: FOREIGN, ...MARK }), 403, /./);
      expectRefusal(await call({ 'sec-fetch-site': 'cross-site' }), 403, /./);
      expect(await hotel.position()).toBe(before);
    },
  );

  it.each<[string, Headers]>([
    ['its own origin, but not the default header', { origin: 'OWN' }],
    ['its own origin and another value of the header', { origin: 'OWN', 'x-requested-with': 'fetch' }],
    ['the header and a foreign origin', { origin: FOREIGN, ...MARK }],
    ['the header and an opaque origin', { origin: 'null', ...MARK }],
    ['the header and no origin at all', { origin: '', ...MARK }],
    ['the header and its own host on another port', { origin: 'http://127.0.0.1:1', ...MARK }],
    ['the header and a host that only begins alike', { origin: 'OWN.evil.example', ...MARK }],
    ['the header and an origin that is no address', { origin: 'front desk', ...MARK }],
    ['Sec-Fetch-Site cross-site and the header', { 'sec-fetch-site': 'cross-site', ...MARK }],
    ['Sec-Fetch-Site same-site and the header', { 'sec-fetch-site': 'same-site', ...MARK }],
    ['Sec-Fetch-Site same-origin without the header', { 'sec-fetch-site': 'same-origin' }],
    ['Sec-Fetch-Site none without the header', { 'sec-fetch-site': 'none' }],
    [
      'a foreign origin that claims same-origin',
      { origin: FOREIGN, 'sec-fetch-site': 'same-origin', ...MARK },
    ],
  ])('is refused with 403 with %s', async (_, headers) => {
    const before = await hotel.position();
    const room_id = hotel.roomId('702', '2096-01-10');
    const answer = await hotel.api.post('/api/booking', hotel.payload({ room_id }), filled(headers));
    expectRefusal(answer, 403, /./);
    expect(await hotel.position()).toBe(before);
  });

  it.each<[string, Headers]>([
    ['its own origin and the default header', { origin: 'OWN', ...MARK }],
    ['the same and Sec-Fetch-Site', { origin: 'OWN', 'sec-fetch-site': 'same-origin', ...MARK }],
    ['Sec-Fetch-Site same-origin alone and the header', { 'sec-fetch-site': 'same-origin', ...MARK }],
  ])('passes with %s', async (_, headers) => {
    expect((await hotel.api.post('/api/booking', hotel.payload(), filled(headers))).status).toBe(201);
  });
});

describe('other requests', () => {
  it('pass without the header when they come from no browser', async () => {
    expect((await hotel.api.post('/api/booking', hotel.payload())).status).toBe(201);
    expect((await hotel.api.post('/api/booking', hotel.payload(), MARK)).status).toBe(201);
  });

  it('pass from anywhere when they only read, and no page of another origin may see the answer', async () => {
    const { status, headers } = await hotel.api.get('/api/blacklist', { origin: FOREIGN });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('get no permission by asking before (CORS preflight)', async () => {
    const { headers } = await hotel.api.send('OPTIONS', '/api/booking', null, {
      origin: FOREIGN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-requested-with',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

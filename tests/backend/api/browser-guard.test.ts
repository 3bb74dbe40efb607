import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

// That every write is refused from a foreign page is proven in every-route.test.ts.
type Headers = Record<string, string>;

const MARK = { 'x-requested-with': 'XMLHttpRequest' };
const FOREIGN = 'https://evil.example';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

/** Headers with the app's own origin filled in for OWN. */
const filled = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', hotel.url)]));

describe("a mutating request that looks like a browser's", () => {
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

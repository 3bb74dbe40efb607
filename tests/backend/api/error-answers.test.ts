import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '#tests/support/api-client.js';
import { expectErrorShape, expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

// What each call refuses is proven in every-route.test.ts; here is what holds for all of them alike.
const JSON_TYPE = { 'content-type': 'application/json' };
const hotel = sharedHotel();
/** End of the log before the test. */
let position: number;

beforeEach(async () => {
  position = await hotel.position();
});

/** The status, with the error answer of contract 1 and nothing written. */
async function refuses(call: () => Promise<Answer<unknown>>, status: number): Promise<void> {
  const answer = await call();
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expectErrorShape(answer);
  expect(await hotel.position()).toBe(position);
}
const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  hotel.api.send('POST', '/api/booking', body, headers);
const large = (bytes: number) => JSON.stringify({ notes: 'x'.repeat(bytes) });
const GZIPPED = { ...JSON_TYPE, 'content-encoding': 'gzip' };

describe('a body', () => {
  it.each<[string, string | Uint8Array]>([
    ['a trailing comma', '{"a":1,}'],
    ['a text', '"text"'],
    ['a number', '1'],
    ['null', 'null'],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
    ['UTF-16', Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ])('of %s is refused with 400', (_, body) => refuses(() => post(body), 400));

  it('that says it is compressed and is not is refused with 400; one that is, is read', async () => {
    await refuses(() => post('{}', GZIPPED), 400);
    expect((await post(gzipSync(JSON.stringify(hotel.payload())), GZIPPED)).status).toBe(201);
  });

  it('above 1 MB is refused with 413, also when it only grows to that; just below, its fields are told', async () => {
    await refuses(() => post(large(1_100_000)), 413);
    await refuses(() => post(gzipSync(large(20_000_000)), GZIPPED), 413);
    await refuses(() => post(large(1_000_000)), 422);
  });

  it.each<Record<string, string>>([
    ...['application/x-www-form-urlencoded', 'text/json', 'json', 'application/json; charset=x', ''].map(
      (type) => ({ 'content-type': type }),
    ),
    { ...JSON_TYPE, 'content-encoding': 'x' },
    {},
  ])('sent as %j is refused with 415', (headers) => refuses(() => post(Buffer.from('{}'), headers), 415));

  it('is read as JSON with UTF-8, however it is written', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await post(JSON.stringify(hotel.payload()), headers)).status).toBe(201);
  });
});

describe('a path or a query', () => {
  it.each([
    '-1',
    '1.5',
    '1e3',
    '01',
    '99999999999999999999',
    '%00',
    '%20',
    '1%00',
    'NaN',
    '%E0%A4%A',
    '%',
    '１',
  ])('with the id %s is refused with 400', (bad) => refuses(() => hotel.api.get(`/api/booking/${bad}`), 400));

  // What is no day: tests/domain/dates.test.ts.
  it.each([
    'end_date=2096-01-01',
    'start_date=&end_date=',
    'start_date=2096-01-02&end_date=2096-01-01',
    'start_date=-infinity&end_date=infinity',
    'start_date=2096-01-01&end_date=9999-12-31',
    'start_date=2096-01-01&start_date=2096-01-02&end_date=2096-01-03',
    'start_date[]=2096-01-01&end_date=2096-01-02',
    'start_date=2096-01-01&end_date=%00',
    'start_date=%E0%A4%A&end_date=2096-01-02',
  ])('with the range %s is refused with 400', async (query) => {
    for (const path of ['bookings', 'booking_type_diff', 'weather']) {
      await refuses(() => hotel.api.get(`/api/${path}?${query}`), 400);
    }
  });

  it.each(['', '2096-02', '2096-02-02', '0000-01-01', '2096/02/01', 'infinity', '2096-02-01%00'])(
    'with the month %s is refused with 400',
    (month) => refuses(() => hotel.api.get(`/api/rooms?year_month=${month}`), 400),
  );

  it.each([
    ['GET', '/api'],
    ['GET', '/api/nothing.html'],
    ['GET', '/api/booking'],
    ['POST', '/api/bookings'],
    ['PATCH', '/api/booking/1'],
  ])('%s %s is no call: 404', (method, path) => refuses(() => hotel.api.send(method, path, null), 404));
});

describe('every error answer', () => {
  it('names its request, by the id that was sent if there was one, in JSON that nobody keeps', async () => {
    const ask = (headers = {}) => hotel.api.get<{ request_id: string }>('/api/staff/x', headers);
    const { body, headers } = await ask({ 'x-request-id': 'front-desk-0001' });
    expect(body.request_id).toBe('front-desk-0001');
    expect((await ask()).body.request_id).not.toBe((await ask()).body.request_id);
    expect(headers.get('content-type')).toMatch(/^application\/json; ?charset=utf-8$/i);
    expect(headers.get('cache-control')).toMatch(/no-store|no-cache/);
  });

  it('is given to a terminal name that cannot be read', async () => {
    const sent = hotel.api.post('/api/booking', hotel.payload(), { 'x-terminal-name': '%E0%A4%A' });
    expectRefusal(await sent, 400, /端末/);
  });
});

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/api-client.js';
import { expectErrorShape, expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

const JSON_TYPE = { 'content-type': 'application/json' };

let hotel: SmallHotel;
let id: number;
/** Where the log ended before the test. */
let position: number;

beforeAll(async () => {
  hotel = await startSmallHotel();
  id = (await hotel.book()).id;
});
beforeEach(async () => {
  position = await hotel.position();
});
afterAll(() => hotel.stop());

/** The status, with the error answer of contract 1 and nothing written. */
async function refuses(call: () => Promise<Answer<unknown>>, status: number): Promise<void> {
  const answer = await call();
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expectErrorShape(answer);
  expect(await hotel.position()).toBe(position);
}

/** Every call with a body. */
const calls: [string, string][] = [
  ['POST', '/api/booking'],
  ['PUT', '/api/booking/ID'],
  ['PUT', '/api/booking/ID/cancel'],
  ['PUT', '/api/booking/ID/return-temairazu'],
  ['POST', '/api/booking/ID/check-in'],
  ['POST', '/api/booking/ID/check-out'],
  ['POST', '/api/booking/ID/payment'],
  ['POST', '/api/weather'],
  ['PUT', '/api/weather/1'],
  ['POST', '/api/weather/holiday'],
  ['PUT', '/api/weather/1/holiday'],
];
const send = (method: string, path: string, body: string | Uint8Array, headers: Record<string, string>) =>
  hotel.api.send(method, path.replace('ID', String(id)), body, headers);

describe('400: a body that cannot be read', () => {
  it.each(calls)('%s %s: no JSON, no object, no UTF-8', async (method, path) => {
    const invalidUtf8 = Buffer.concat([
      Buffer.from('{"notes":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    for (const body of [
      '{',
      '{"a":1,}',
      'x',
      "{'a': 1}",
      '{"date": undefined}',
      '[]',
      '[{}]',
      '"text"',
      '1',
      'true',
      'null',
      invalidUtf8,
      Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    ]) {
      await refuses(() => send(method, path, body, JSON_TYPE), 400);
    }
  });

  it('a body that says it is compressed and is not', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    await refuses(() => send('POST', '/api/booking', '{}', headers), 400);
  });

  it('no matter: a body that is compressed well', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    const body = gzipSync(JSON.stringify(hotel.payload()));
    expect((await send('POST', '/api/booking', body, headers)).status).toBe(201);
  });
});

describe('400: a path id or a query that cannot be read', () => {
  it.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    '2147483648',
    '99999999999999999999',
    '%00',
    '%20',
    '1%00',
    'NaN',
  ])('id %s', async (bad) => {
    for (const path of ['booking', 'fetch-reservation-data', 'fetch-csv-reservation-data', 'staff']) {
      await refuses(() => hotel.api.get(`/api/${path}/${bad}`), 400);
    }
    await refuses(() => hotel.api.get(`/api/booking/${bad}/history`), 400);
    await refuses(() => hotel.api.put(`/api/booking/${bad}`, { notes: 'メモ' }), 400);
    await refuses(() => hotel.api.put(`/api/booking/${bad}/cancel`), 400);
    await refuses(() => hotel.api.delete(`/api/booking/${bad}/check-in`), 400);
  });

  it.each(['/api/booking/%E0%A4%A', '/api/staff/%', '/api/booking/%ZZ/history'])(
    'a path as %s',
    async (path) => {
      await refuses(() => hotel.api.get(path), 400);
    },
  );

  it.each([
    '',
    'start_date=2096-01-01',
    'end_date=2096-01-01',
    'start_date=&end_date=',
    'start_date=2096-01-02&end_date=2096-01-01',
    'start_date=2096-02-30&end_date=2096-03-01',
    'start_date=2095-02-29&end_date=2095-03-01',
    'start_date=2096-1-1&end_date=2096-1-2',
    'start_date=2096/01/01&end_date=2096/01/02',
    'start_date=today&end_date=tomorrow',
    'start_date=-infinity&end_date=infinity',
    'start_date=0000-01-01&end_date=0000-01-02',
    'start_date=0001-01-01&end_date=9999-12-31',
    'start_date=2096-01-01&end_date=9999-12-31',
    'start_date=2096-01-01T00:00:00Z&end_date=2096-01-02',
    'start_date=2096-01-01&start_date=2096-01-02&end_date=2096-01-03',
    'start_date[]=2096-01-01&end_date=2096-01-02',
    'start_date=2096-01-01&end_date=%00',
    'start_date=2096-01-01%00&end_date=2096-01-02',
    'start_date=%E0%A4%A&end_date=2096-01-02',
    'start_date=２０９６-01-01&end_date=2096-01-02',
  ])('a range as %j', async (query) => {
    for (const path of ['bookings', 'booking_type_diff', 'weather']) {
      await refuses(() => hotel.api.get(`/api/${path}?${query}`), 400);
    }
  });
});

describe('404', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/booking'],
    ['POST', '/api/bookings'],
    ['PUT', '/api/booking'],
    ['DELETE', '/api/booking/1'],
    ['PATCH', '/api/booking/1'],
    ['GET', '/api/booking/1/nothing'],
    ['POST', '/api/booking/1/cancel'],
    ['GET', '/api/../api/nothing'],
    ['GET', '/api/nothing.html'],
  ])('%s %s: no such call', async (method, path) => {
    await refuses(() => hotel.api.send(method, path, null), 404);
  });
});

describe('413', () => {
  const large = (bytes: number) => JSON.stringify({ notes: 'x'.repeat(bytes) });

  it.each(calls)('%s %s: a body above 1 MB', async (method, path) => {
    await refuses(() => send(method, path, large(1_100_000), JSON_TYPE), 413);
  });

  it('a small body that grows above 1 MB', async () => {
    const body = gzipSync(large(20_000_000));
    await refuses(
      () => send('POST', '/api/booking', body, { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      413,
    );
  });

  it('not for a body just below: its fields are told', async () => {
    await refuses(() => send('POST', '/api/booking', large(1_000_000), JSON_TYPE), 422);
  });
});

describe('415', () => {
  it.each(calls)('%s %s: another media type, or none', async (method, path) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
      'json',
      '',
    ]) {
      await refuses(() => send(method, path, '{}', { 'content-type': type }), 415);
    }
    await refuses(() => send(method, path, Buffer.from('{}'), {}), 415);
  });

  it('an encoding that nobody knows', async () => {
    await refuses(() => send('POST', '/api/booking', '{}', { ...JSON_TYPE, 'content-encoding': 'x' }), 415);
    await refuses(
      () => send('POST', '/api/booking', '{}', { 'content-type': 'application/json; charset=x' }),
      415,
    );
  });

  it('not for JSON with a charset', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await send('POST', '/api/booking', JSON.stringify(hotel.payload()), headers)).status).toBe(201);
  });
});

describe('every error answer', () => {
  it('names its request, by the id that was sent if there was one', async () => {
    const named = await hotel.api.get<{ request_id: string }>('/api/staff/x', {
      'x-request-id': 'front-desk-0001',
    });
    expect(named.body.request_id).toBe('front-desk-0001');
    const answers = [await hotel.api.get<{ request_id: string }>('/api/staff/x'), named];
    expect(new Set(answers.map(({ body }) => body.request_id)).size).toBe(2);
  });

  it('is JSON in UTF-8 that nobody keeps', async () => {
    const { headers } = await hotel.api.post('/api/booking', {});
    expect(headers.get('content-type')).toMatch(/^application\/json; ?charset=utf-8$/i);
    expect(headers.get('cache-control')).toMatch(/no-store|no-cache/);
  });

  it('refuses a terminal name that cannot be read', async () => {
    const room_id = hotel.roomId('702', '2096-01-10');
    const sent = hotel.api.post('/api/booking', hotel.payload({ room_id }), {
      'x-terminal-name': '%E0%A4%A',
    });
    expectRefusal(await sent, 400, /端末/);
  });
});

import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { savedAs, theGuest } from '../../support/erasure-guests.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { rawQuery } from '../../support/log-rows.js';
import { rebuildAll } from '../../support/rebuild-tables.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let hotel: Hotel;
let otherNode: TestServer;
let there: ApiClient;
let id: number;

beforeAll(async () => {
  hotel = await startHotel();
  otherNode = await startTestServer({ databaseUrl: hotel.databaseUrl });
  there = apiClient(otherNode.url);
  id = (await hotel.book()).id;
  for (let more = 0; more < 8; more++) await hotel.book();
});
afterAll(async () => {
  await otherNode.stop();
  await hotel.stop();
});

const LIST = '/api/bookings?start_date=2096-01-01&end_date=2096-01-31';

type Raw = { status: number; headers: Record<string, unknown>; body: Buffer };

/** An answer as it is on the wire. */
function ask(path: string, encodings: string | null, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = encodings === null ? {} : { 'accept-encoding': encodings };
    request(hotel.url + path, { method, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    })
      .on('error', reject)
      .end();
  });
}

/** Asks until the answer comes in an encoding. */
async function askUntil(encoding: string, encodings: string): Promise<Raw> {
  for (;;) {
    const answer = await ask(LIST, encodings);
    if (answer.headers['content-encoding'] === encoding) return answer;
  }
}

describe('the list', () => {
  it('is the same JSON to the byte in every encoding, and without any', async () => {
    const plain = await ask(LIST, null);
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(plain.body.length),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(plain.body.toString())).toHaveLength(18);
    const gzip = await ask(LIST, 'gzip');
    expect(gzip.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(gzip.body.length),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const brotli = await askUntil('br', 'gzip, deflate, br, zstd');
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    const past = await hotel.api.get(`${LIST}&as_of=${await hotel.position()}`);
    expect(plain.body.toString()).toBe(past.text);
  });

  it.each(['identity', 'gzip;q=0', 'br;q=0, gzip;q=0'])('is plain for %s', async (encodings) => {
    const { headers, body } = await ask(LIST, encodings);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(body.toString())).toHaveLength(18);
  });

  it('is gzip for who accepts no brotli, also when there is one', async () => {
    await askUntil('br', 'br, gzip');
    expect((await ask(LIST, 'gzip, br;q=0')).headers['content-encoding']).toBe('gzip');
  });

  it('is told of without a body by HEAD', async () => {
    const { body, headers, status } = await ask(LIST, 'gzip', 'HEAD');
    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 });
    expect(Number(headers['content-length'])).toBeGreaterThan(100);
  });

  it('of days without bookings is empty', async () => {
    const path = '/api/bookings?start_date=2094-01-01&end_date=2094-03-31';
    expect((await ask(path, null)).body.toString()).toBe('[]');
    expect(gunzipSync((await ask(path, 'gzip')).body).toString()).toBe('[]');
  });
});

it('a change made at one node is in the very next answer of the other', async () => {
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 ? [hotel.api, there] : [there, hotel.api];
    await writer.put(`/api/booking/${id}`, { notes: `変更 ${round}` });
    const { body } = await reader.get<BookingRecord[]>(LIST);
    const notes = body.filter((night) => night.id === id).map((night) => night.notes);
    expect(notes).toEqual([`変更 ${round}`, `変更 ${round}`]);
  }
});

it('a rebuild that mends a read model changes the answer and its ETag, without a write', async () => {
  const before = await hotel.api.get(LIST);
  await rawQuery(
    hotel.databaseUrl,
    `update bookings set state = jsonb_set(state, '{notes}', '"verfälscht"') where id = ${id}`,
  );
  await hotel.api.put(`/api/booking/${(await hotel.book()).id}`, { notes: '他' });
  const { headers } = await hotel.api.get(LIST);
  await rebuildAll(hotel.databaseUrl);
  const etag = headers.get('etag') ?? '';
  const after = await hotel.api.get<BookingRecord[]>(LIST, { 'if-none-match': etag });
  expect(after.status).toBe(200);
  expect(after.headers.get('x-log-position')).toBe(headers.get('x-log-position'));
  expect(after.body.find((night) => night.id === id)?.notes).toBe(
    (before.body as BookingRecord[]).find((night) => night.id === id)?.notes,
  );
  expect(after.text).toBe((await hotel.api.get(`${LIST}&as_of=${await hotel.position()}`)).text);
});

const keptBytes = async () =>
  Number(/^hotel_kept_lists_bytes (\d+)/m.exec((await there.get('/metrics')).text)?.[1]);

it('what was erased leaves the memory of every node without being asked for', async () => {
  const guest = theGuest(1, hotel.today);
  const { id: erased } = await hotel.book(savedAs(guest));
  await there.get(`/api/bookings?start_date=${guest.start}&end_date=${guest.start}`);
  const before = await keptBytes();
  const { status } = await hotel.api.post(`/api/booking/${erased}/erasure`, { reason: '本人からの請求' });
  expect(status).toBe(200);
  for (let now = before; now >= before; ) now = await keptBytes();
});

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

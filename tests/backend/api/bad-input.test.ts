import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { Answer } from '../../support/api-client.js';
import { expectErrorShape, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const DEPTH = 15_000;

type Call = { method: 'POST' | 'PUT'; path: string; body: Payload };

let hotel: SmallHotel;
let calls: Call[];
/** Where the log ended after the last call. */
let position: number;

beforeAll(async () => {
  hotel = await startSmallHotel();
  const stay = { stay_start: addDays(hotel.today, 1), stay_end: addDays(hotel.today, 3) };
  const booking = `/api/booking/${(await hotel.book(stay)).id}`;
  const day = { date: '2096-01-01', weather: '晴れ' };
  const { body } = await hotel.api.post<{ id: number }>('/api/weather', day);
  calls = [
    { method: 'POST', path: '/api/booking', body: hotel.payload() },
    { method: 'PUT', path: booking, body: hotel.payload() },
    { method: 'POST', path: `${booking}/check-in`, body: { date: hotel.today } },
    { method: 'POST', path: `${booking}/check-out`, body: { date: hotel.today } },
    { method: 'POST', path: `${booking}/payment`, body: { payment_type: null, payment_flag: 1 } },
    { method: 'POST', path: '/api/weather', body: day },
    { method: 'PUT', path: `/api/weather/${body.id}`, body: day },
    { method: 'POST', path: '/api/weather/holiday', body: { date: day.date, holiday_flag: 1 } },
    { method: 'PUT', path: `/api/weather/${body.id}/holiday`, body: { date: day.date, holiday_flag: 1 } },
  ];
  position = await hotel.position();
});
afterAll(() => hotel.stop());

/** Never a server error; and what is refused is refused in the form of contract 1 and writes nothing. */
async function survives(call: () => Promise<Answer<unknown>>): Promise<number> {
  const answer = await call();
  const before = position;
  position = await hotel.position();
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) {
    expectErrorShape(answer);
    expect(position).toBe(before);
  }
  return answer.status;
}

async function refuses(status: number, call: () => Promise<Answer<unknown>>): Promise<void> {
  expect(await survives(call)).toBe(status);
}

const sendJson = ({ method, path }: Call, body: unknown): Promise<Answer<unknown>> =>
  hotel.api.send(method, path, JSON.stringify(body), JSON_TYPE);

const someCall = fc.nat().map((index) => calls[index % calls.length] as Call);
const someField = fc.tuple(someCall, fc.nat()).map(([call, index]) => {
  const fields = Object.keys(call.body);
  return { call, field: fields[index % fields.length] as string };
});

const numbers = fc.constantFrom(0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 64, 5e-324, -0);
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u001b[31m',
    'infinity',
    '-infinity',
    'today',
    'now',
    'epoch',
    '0000-00-00',
    '2096-02-30',
    '10000-01-01',
    '99999999999999999999',
    '{}',
    '1; drop table bookings',
  ),
  fc.integer({ min: 1, max: 5 }).map((size) => '長'.repeat(10 ** size)),
);
const structures = fc.oneof(
  fc.boolean(),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', 'toString', 'length'), fc.jsonValue()),
);
const anything = fc.oneof(numbers, texts, structures, fc.constant(null), fc.jsonValue());

describe('a body', () => {
  it('with an array, an object or a boolean in any field is refused with 422', async () => {
    await fc.assert(
      fc.asyncProperty(someField, structures, ({ call, field }, wrong) =>
        refuses(422, () => sendJson(call, { ...call.body, [field]: wrong })),
      ),
      { numRuns: 100 },
    );
  });

  it('with anything in any field is taken or refused, never half of both', async () => {
    await fc.assert(
      fc.asyncProperty(someField, anything, async ({ call, field }, wrong) => {
        await survives(() => sendJson(call, { ...call.body, [field]: wrong }));
      }),
      { numRuns: 150 },
    );
  });

  it('with a NUL or half a character in any field is refused with 422', async () => {
    for (const call of calls) {
      for (const field of Object.keys(call.body)) {
        for (const wrong of ['a\u0000b', 'a\ud800b', '\udfff']) {
          await refuses(422, () => sendJson(call, { ...call.body, [field]: wrong }));
        }
      }
    }
  });

  it('with a field that nobody knows is refused with 422', async () => {
    const unknown = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'ID', 'versions', 'room_numbers', 'Date', ''),
      fc.string({ unit: 'binary' }).filter((name) => calls.every(({ body }) => !(name in body))),
    );
    await fc.assert(
      fc.asyncProperty(someCall, unknown, fc.jsonValue(), (call, name, value) => {
        const known = JSON.stringify(call.body).slice(0, -1);
        const text = `${known},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
        return refuses(422, () => hotel.api.send(call.method, call.path, text, JSON_TYPE));
      }),
      { numRuns: 40 },
    );
  });

  it('that is no object is refused with 400', async () => {
    const noObject = fc
      .jsonValue()
      .filter((value) => typeof value !== 'object' || value === null || Array.isArray(value));
    await fc.assert(
      fc.asyncProperty(someCall, noObject, (call, body) => refuses(400, () => sendJson(call, body))),
      { numRuns: 40 },
    );
  });

  it('of any bytes is refused with 400', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(someCall, bytes, ({ method, path }, body) =>
        refuses(400, () => hotel.api.send(method, path, body, JSON_TYPE)),
      ),
      { numRuns: 40 },
    );
  });

  it(`that is ${DEPTH} levels deep is refused`, async () => {
    const arrays = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
    const objects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
    for (const { method, path, body } of calls) {
      const [field] = Object.keys(body);
      const send = (text: string) => () => hotel.api.send(method, path, text, JSON_TYPE);
      await refuses(400, send(arrays));
      await refuses(422, send(objects));
      for (const deep of [arrays, objects]) await refuses(422, send(`{"${field}":${deep}}`));
    }
  });
});

describe('headers and queries', () => {
  it('of any text are taken or refused', async () => {
    const value = fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => text.trim());
    const names = [
      'idempotency-key',
      'if-match',
      'x-terminal-name',
      'x-request-id',
      'content-type',
      'accept',
      'origin',
    ];
    await fc.assert(
      fc.asyncProperty(someCall, fc.constantFrom(...names), value, async ({ method, path }, name, text) => {
        await survives(() => hotel.api.send(method, path, '{"x":1}', { ...JSON_TYPE, [name]: text }));
      }),
      { numRuns: 100 },
    );
  });

  it('of any text in a query are taken or refused', async () => {
    const paths = ['bookings', 'booking_type_diff', 'weather', 'rooms', 'booking-search', 'csv-reservations'];
    const names = ['start_date', 'end_date', 'year_month', 'q', 'status', '__proto__', 'start_date[a]'];
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), texts), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), pairs, async (path, query) => {
        const text = query.map(
          ([name, value]) => `${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, ''))}`,
        );
        await survives(() => hotel.api.get(`/api/${path}?${text.join('&').slice(0, 8000)}`));
      }),
      { numRuns: 80 },
    );
  });
});

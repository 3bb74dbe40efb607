import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { FeedEvent, FeedPage } from '@wire/feed.js';
import fc from 'fast-check';
import { must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { FeedConsumer } from '#tests/support/feed-consumer.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { serviceAccount } from '#tests/support/program-client.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { sharedHotel } from '#tests/support/shared.js';
import { runs, seed } from '#tests/support/trial-size.js';

const hotel = sharedHotel({ SERVICE_REQUESTS_PER_MINUTE: '1000000' });
let other: TestServer;
beforeAll(async () => {
  other = await startTestServer({ databaseUrl: hotel.databaseUrl });
});
afterAll(() => other.stop());

const GUEST = '山田 太郎';
const page = async (query: string, headers = {}) =>
  must(hotel.api.get<FeedPage>(`/api/feed?${query}`, headers));
const keyOf = async (...scopes: string[]) => ({
  authorization: `Bearer ${(await serviceAccount(hotel.api, ...scopes)).key}`,
});

/** Everything after a position, page by page. */
async function whole(after: number, limit: number, headers = {}): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let place = after; ; ) {
    const { events: found, next, head } = await page(`after=${place}&limit=${limit}`, headers);
    events.push(...found);
    place = next;
    if (place === head) return events;
  }
}

/** A consumer that has seen the event at a position, and none before. */
async function consumerFrom(position: number, url = () => hotel.url): Promise<FeedConsumer> {
  const consumer = new FeedConsumer(url);
  consumer.seen.push(...(await page(`after=${position - 1}&limit=1`)).events);
  return consumer;
}

describe('pages', () => {
  it('are the log in order, each event with the hash of the log there', async () => {
    await hotel.book();
    const stored = await rawQuery(
      hotel.databaseUrl,
      `select position, type, stream, encode(hash, 'hex') as hash from event_log order by position`,
    );
    const events = await whole(0, 97);
    expect(events.map(({ position, type, stream, hash }) => ({ position, type, stream, hash }))).toEqual(
      stored.map((row) => ({ ...row, position: Number(row.position) })),
    );
  });

  it('wait for news, and tell it as soon as it is written, on another node as well', async () => {
    const after = await hotel.position();
    const asked = [hotel.url, other.url].map(async (url) => {
      const answer = await fetch(`${url}/api/feed?after=${after}&wait=60`);
      return (await answer.json()) as FeedPage;
    });
    const booking = await hotel.book();
    for (const { events } of await Promise.all(asked)) {
      expect(events[0]).toMatchObject({ position: after + 1, stream: `reservation-${booking.id}` });
    }
  });

  it.each<[string, string]>([
    ['after=-1', 'unreadable'],
    ['after=x', 'unreadable'],
    ['after=1.5', 'unreadable'],
    ['after=', 'unreadable'],
    ['after=99999999999999999999', 'unreadable'],
    ['after=999999999', 'beyond_end'],
    ['limit=0', 'unreadable'],
    ['limit=1001', 'unreadable'],
    ['wait=61', 'unreadable'],
    ['hash=abc', 'unreadable'],
    ['from=1', 'unreadable'],
  ])('refuse %s with 400', async (query, code) => {
    const { status, body } = await hotel.api.get<ErrorBody>(`/api/feed?${query}`);
    expect([status, body.errors[0]?.code]).toEqual([400, code]);
    const streamed = await fetch(`${hotel.url}/api/feed?${query}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(streamed.status).toBe(400);
  });

  it('refuse to go on from a place of another history', async () => {
    const { events } = await page('after=0&limit=2');
    const hash = events[1]?.hash ?? '';
    expect((await page(`after=2&hash=${hash}`)).next).toBeGreaterThan(2);
    const foreign = `/api/feed?after=1&hash=${hash}`;
    expect((await hotel.api.get<ErrorBody>(foreign)).status).toBe(409);
    // A stream that was cut says the address that it was opened by again.
    expect((await hotel.api.get<ErrorBody>(foreign, { 'last-event-id': '2' })).status).toBe(409);
    expect((await page(`after=2&hash=${hash}`, { 'last-event-id': '1' })).events[0]?.position).toBe(2);
  });

  it('tell HEAD at once what they are, without waiting for news', async () => {
    for (const [accept, type] of [
      ['*/*', 'application/json'],
      ['text/event-stream', 'text/event-stream'],
    ] as const) {
      const url = `${hotel.url}/api/feed?after=${await hotel.position()}&wait=60`;
      const signal = AbortSignal.timeout(10_000);
      const { status, headers } = await fetch(url, { method: 'HEAD', headers: { accept }, signal });
      expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    }
  });
});

describe('personal data', () => {
  it('is there with its scope; without, its fields are left out and named', async () => {
    const { id } = await hotel.book();
    const [open] = await whole(id - 1, 1, await keyOf('events', 'personal'));
    expect(open).toMatchObject({ data: { guestName1: GUEST, totalFee: 16_000 }, withheld: [] });
    const [masked] = await whole(id - 1, 1, await keyOf('events'));
    expect(masked).toMatchObject({ data: { totalFee: 16_000 }, hash: open?.hash });
    expect(masked?.withheld).toEqual(expect.arrayContaining(['guestName1', 'reserverName', 'tel']));
    const text = JSON.stringify(await whole(0, 500, await keyOf('events')));
    for (const word of [GUEST, '090-0000-0001', 'ヤマダ']) expect(text).not.toContain(word);
  });

  it('wishes on the card of a guest are left out without its scope', async () => {
    const { id } = await hotel.book();
    await must(hotel.api.put(`/api/guest-cards/${id}/wishes`, { wishes: '★羽毛の枕' }));
    const head = await hotel.position();
    const [open] = await whole(head - 1, 1, await keyOf('events', 'personal'));
    expect(open).toMatchObject({ type: 'GuestWishesWritten', data: { wishes: '★羽毛の枕' } });
    const [masked] = await whole(head - 1, 1, await keyOf('events'));
    expect(masked).toMatchObject({ type: 'GuestWishesWritten', withheld: ['wishes'] });
    expect(JSON.stringify(masked)).not.toContain('枕');
  });

  it('comes as erased once a guest was erased, also to who read it before', async () => {
    const key = await keyOf('events', 'personal');
    const { id } = await hotel.book();
    expect((await whole(id - 1, 1, key))[0]?.data).toHaveProperty('guestName1');
    await must(hotel.api.put(`/api/booking/${id}/cancel`));
    await must(hotel.api.post(`/api/booking/${id}/erasure`, { reason: '本人の請求' }));
    const [erased] = await whole(id - 1, 1, key);
    expect(erased?.data).toMatchObject({ guestName1: '削除済み' });
  });

  it('of sign-ins and keys nothing is told but that they happened', async () => {
    const events = await whole(0, 500, await keyOf('events', 'personal'));
    const secret = events.filter(({ type }) => type === 'ServiceKeyIssued');
    expect(secret.length).toBeGreaterThan(0);
    for (const event of secret) expect(event).toMatchObject({ data: null, withheld: ['*'] });
  });
});

describe('the stream', () => {
  it.each([
    ['text/event-stream', true],
    ['TEXT/EVENT-STREAM', true],
    ['text/event-stream, */*;q=0.1', true],
    ['text/event-stream;q=0, application/json', false],
    ['application/json, text/event-stream;q=0.5', false],
    ['*/*', false],
  ])('is what %s accepts: %s, and no proxy may hold it back', async (accept, isStream) => {
    const ended = new AbortController();
    const { headers } = await fetch(`${hotel.url}/api/feed`, { headers: { accept }, signal: ended.signal });
    ended.abort();
    const type = isStream ? 'text/event-stream' : 'application/json';
    expect(headers.get('content-type')).toContain(type);
    expect(headers.get('x-accel-buffering')).toBe(isStream ? 'no' : null);
  });

  it('goes on behind the last event that a client names, by its id', async () => {
    await hotel.book();
    const head = await hotel.position();
    const consumer = await consumerFrom(head - 120);
    await consumer.run({ until: head - 100, killedAfter: 5_000 });
    expect(consumer.place).toBeLessThan(head);
    await consumer.run({ until: head });
    expect(consumer.seen.map(({ position }) => position)).toEqual(
      Array.from({ length: 121 }, (_, index) => head - 120 + index),
    );
  });

  it('ends when the account loses its scope', async () => {
    const { account, key } = await serviceAccount(hotel.api, 'events');
    const consumer = new FeedConsumer(() => hotel.url, { authorization: `Bearer ${key}` });
    const over = consumer.run({ until: Number.POSITIVE_INFINITY });
    await eventually('it follows', () => consumer.place > 0);
    await must(hotel.api.put(`/api/service-accounts/${account.id}`, { name: account.name, rooms: 1 }));
    await over;
    await expect(consumer.run({ until: 1 })).rejects.toThrow('403');
  });
});

it(
  'what several nodes write at once is seen once each, in order, however often the consumer is killed (property)',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 10, max: 40 }),
        async (kills, writes) => {
          const from = await hotel.position();
          const write = (index: number) =>
            fetch(`${index % 2 ? hotel.url : other.url}/api/handover-notes`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ date: '2096-01-10', text: `荷物 ${index}` }),
            });
          let calls = 0;
          const consumer = await consumerFrom(from, () => (calls++ % 2 ? hotel.url : other.url));
          const written = Promise.all(Array.from({ length: writes }, (_, index) => write(index)));
          for (const killedAfter of kills) await consumer.run({ until: from + writes, killedAfter });
          await written;
          await consumer.run({ until: from + writes });
          expect(consumer.seen.map(({ position }) => position)).toEqual(
            Array.from({ length: writes + 1 }, (_, index) => from + index),
          );
        },
      ),
      { seed, numRuns: runs(15) },
    );
  },
  LONG_MS,
);

describe('many who follow', () => {
  it(
    'and do not read are cut off or kept cheaply; others and the desk go on',
    async () => {
      await must(hotel.api.post('/api/handover-notes', { date: '2096-01-10', text: '多い' }));
      const idle = Array.from({ length: 100 }, () => {
        const call = request(`${hotel.url}/api/feed`, {
          headers: { accept: 'text/event-stream' },
          agent: false,
        });
        call.on('response', (response) => response.pause());
        call.on('error', () => undefined);
        call.end();
        return call;
      });
      const before = process.memoryUsage().rss;
      const head = await hotel.position();
      const consumer = await consumerFrom(head - 40);
      await consumer.run({ until: head });
      expect(consumer.seen).toHaveLength(41);
      await hotel.book();
      expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
      for (const call of idle) call.destroy();
    },
    LONG_MS,
  );
});

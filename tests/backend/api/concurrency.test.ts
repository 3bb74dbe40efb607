import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import pg from 'pg';
import { QUEUE_LIMIT } from '#backend/event-store/writer.js';
import { apiClient } from '#tests/support/api-client.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

// One night that hundreds ask for on two nodes: tests/faults/contention.test.ts.
describe('many terminals at once', () => {
  it('edit one version: one is saved, the other is told that it is stale; without a version the last one wins', async () => {
    const { id, version } = await hotel.book();
    const edit = (notes: string, headers = {}) => hotel.api.put(`/api/booking/${id}`, { notes }, headers);
    const match = { 'if-match': `"${version}"` };
    const answers = await Promise.all([edit('一台目', match), edit('二台目', match)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409);
    if (stale) expectRefusal(stale, 409, '他の端末で更新されています。最新の内容を確認してください。');
    expect((await edit('三台目')).status).toBe(200);
  });
});

// Each call that minds them: every-route.test.ts; how keys are remembered: tests/backend/event-store/append.test.ts.
describe('If-Match and Idempotency-Key', () => {
  const uuid = randomUUID();

  it.each([
    ...['1', 'W/"1"', '"x"', '""', '"1", "2"'].map((sent) => ['If-Match', sent]),
    ...['', '1', 'not-a-uuid', `${uuid}0`, `${uuid}, ${uuid}`].map((sent) => ['Idempotency-Key', sent]),
  ])('%s: %j is refused with 400', async (header = '', sent = '') => {
    const { id } = await hotel.book({ room_id: hotel.roomId('702', '2096-01-10') });
    const edit = () => hotel.api.put(`/api/booking/${id}`, { notes: 'メモ' }, { [header]: sent });
    await refuses(hotel, edit, 400, new RegExp(header));
    await hotel.api.put(`/api/booking/${id}/cancel`);
  });

  it('a key, in upper or lower case, gives the first answer, also when the version has changed since', async () => {
    const { id, version } = await hotel.book();
    const key = randomUUID();
    const edit = (sent: string) => {
      const headers = { 'idempotency-key': sent, 'if-match': `"${version}"` };
      return hotel.api.put<BookingRecord>(`/api/booking/${id}`, { notes: '最初' }, headers);
    };
    const first = await edit(key);
    await hotel.api.put(`/api/booking/${id}`, { notes: '次' });
    for (const sent of [key, key.toUpperCase()]) {
      expect(await edit(sent)).toMatchObject({ status: 200, body: first.body });
    }
    const other = () => hotel.api.put(`/api/booking/${id}/cancel`, {}, { 'idempotency-key': key });
    await refuses(hotel, other, 409, /Idempotency-Key/);
  });
});

describe('a writer that is busy', () => {
  const MOST_QUEUED = 2;
  const MESSAGE = 'ただいま処理が混み合っています。しばらくしてからもう一度お試しください。';
  let node: TestServer;
  let other: pg.Client;

  beforeAll(async () => {
    const limit = jest.replaceProperty(QUEUE_LIMIT, 'commands', MOST_QUEUED);
    node = await startTestServer({ databaseUrl: hotel.databaseUrl });
    limit.restore();
    other = new pg.Client({ connectionString: hotel.databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await node.stop();
  });

  const record = (day: number) =>
    apiClient(node.url).post(
      '/api/weather',
      { date: `2096-02-0${day}`, weather: '晴' },
      { 'Idempotency-Key': `00000000-0000-4000-8000-00000000000${day}` },
    );
  const recordedDays = async () => {
    const path = '/api/weather?start_date=2096-02-01&end_date=2096-02-09';
    return (await hotel.api.get<{ date: string }[]>(path)).body.map(({ date }) => Number(date.at(-1)));
  };

  it('answers 429 with Retry-After when its queue is full, writes nothing, and takes the same key afterwards', async () => {
    await other.query('begin; select from log_head for update');
    const first = record(1);
    const waiting = async () => (await other.query('select from pg_locks where not granted')).rows;
    await eventually('the first command waits for the lock', waiting, isSome);
    const refused: (Awaited<ReturnType<typeof record>> & { day: number })[] = [];
    const rest = [2, 3, 4, 5, 6];
    const others: Promise<unknown>[] = [];
    await new Promise<void>((isFull) => {
      for (const day of rest) {
        const answered = record(day).then((answer) => {
          if (refused.length === rest.length - MOST_QUEUED) return;
          refused.push({ ...answer, day });
          if (refused.length === rest.length - MOST_QUEUED) isFull();
        });
        others.push(answered);
      }
    });
    for (const answer of refused) {
      expectRefusal(answer, 429, MESSAGE);
      expect(answer.body).toMatchObject({ errors: [{ code: 'writer_busy', field: null }] });
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    await other.query('commit');
    await Promise.all([first, ...others]);
    expect(await recordedDays()).toHaveLength(1 + MOST_QUEUED);
    for (const { day } of refused) expect((await record(day)).status).toBe(201);
    expect(await recordedDays()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

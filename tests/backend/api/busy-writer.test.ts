import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { QUEUE_LIMIT } from '../../../backend/event-store/writer.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { rawLog } from '../../support/log-rows.js';

const MOST_QUEUED = 2;
const MESSAGE = 'ただいま処理が混み合っています。しばらくしてからもう一度お試しください。';

let hotel: Hotel;
let other: pg.Client;

beforeAll(async () => {
  jest.replaceProperty(QUEUE_LIMIT, 'commands', MOST_QUEUED);
  hotel = await startHotel();
  other = new pg.Client({ connectionString: hotel.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await hotel.stop();
});

const record = (day: number) =>
  hotel.api.post(
    '/api/weather',
    { date: `2096-02-0${day}`, weather: '晴' },
    { 'Idempotency-Key': `00000000-0000-4000-8000-00000000000${day}` },
  );
const recordedDays = async () =>
  (await rawLog(hotel.databaseUrl)).filter(({ type }) => type === 'WeatherSet').map(({ stream }) => stream);

test('a full queue answers 429 with Retry-After, writes nothing, and takes the same key afterwards', async () => {
  await other.query('begin; select from log_head for update');
  const first = record(1);
  while ((await other.query('select from pg_locks where not granted')).rows.length === 0);
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
  for (const { status, body, headers } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    expect(body).toEqual({
      error: MESSAGE,
      errors: [{ code: 'writer_busy', field: null, message: MESSAGE }],
      request_id: expect.any(String),
    });
  }
  await other.query('commit');
  await Promise.all([first, ...others]);
  expect(await recordedDays()).toHaveLength(1 + MOST_QUEUED);
  for (const { day } of refused) expect((await record(day)).status).toBe(201);
  expect((await recordedDays()).sort()).toEqual([1, 2, 3, 4, 5, 6].map((day) => `day-2096-02-0${day}`));
});

import { listRange } from '@domain/calendar/default-range.js';
import { addDays, day, daysFromTo } from '@domain/dates.js';
import { test } from '@jest/globals';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { writeLargeLog } from '../support/large-log.js';
import { spawnServer } from '../support/server-process.js';

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const TODAY = day('2026-11-22');
const POSITIONS = 20;

const share = (times: number[], part: number): string =>
  (times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(0);

test('the calendar as of any position beside the current one: milliseconds', async () => {
  const database = await createTestDatabase();
  const started = performance.now();
  const events = await writeLargeLog(database.url, { events: EVENTS, today: TODAY, seed: 1 });
  const told = [`${events} events written in ${((performance.now() - started) / 1000).toFixed(0)} s`];
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  const api = apiClient(server.url);

  const timed = async (path: string): Promise<{ ms: number; kib: number }> => {
    const before = performance.now();
    const { status, text } = await api.get(path);
    if (status !== 200) throw new Error(text);
    return { ms: performance.now() - before, kib: Math.round(text.length / 1024) };
  };
  const look = async (name: string, paths: readonly string[]): Promise<void> => {
    const times: number[] = [];
    const sizes: number[] = [];
    for (const path of paths) {
      const { ms, kib } = await timed(path);
      times.push(ms);
      sizes.push(kib);
    }
    told.push(
      `${name}: p50 ${share(times, 0.5)}, p95 ${share(times, 0.95)}, largest answer ${Math.max(...sizes)} KiB`,
    );
  };

  const query = (first: string, last: string) => `start_date=${first}&end_date=${last}`;
  const today = listRange(TODAY);
  const anywhere = Array.from({ length: POSITIONS }, (_, index) =>
    Math.round((events * (index + 1)) / POSITIONS),
  );
  const lately = Array.from(
    { length: POSITIONS },
    (_, index) => events - index * Math.round(events / POSITIONS / 10),
  );
  const past = daysFromTo(addDays(TODAY, -200), addDays(TODAY, -160));
  const pastQuery = query(past[0] ?? '', past.at(-1) ?? '');
  for (const call of ['bookings', 'booking_type_diff']) {
    const now = `/api/${call}?${query(today.first, today.last)}`;
    const asOf = (positions: number[], path = now) =>
      positions.map((position) => `${path}&as_of=${position}`);
    await look(`${call} now`, Array(POSITIONS).fill(now));
    await look(`${call} anywhere, first time`, asOf(anywhere));
    await look(`${call} anywhere, again`, asOf(anywhere));
    await look(`${call} lately, first time`, asOf(lately));
    await look(`${call} lately, again`, asOf(lately));
    await look(`${call} of past days now`, Array(POSITIONS).fill(`/api/${call}?${pastQuery}`));
    await look(`${call} of past days as of anywhere`, asOf(anywhere, `/api/${call}?${pastQuery}`));
  }
  await server.close();
  await database.drop();
  console.log(told.join('\n'));
});

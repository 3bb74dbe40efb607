import { addDays, day } from '@domain/dates.js';
import { GRAINS } from '@domain/reports/slices.js';
import { test } from '@jest/globals';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { writeLargeLog } from '../support/large-log.js';
import { rawQuery } from '../support/log-rows.js';
import { spawnServer } from '../support/server-process.js';

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const TODAY = day('2026-11-22');
const PERIODS = 12;

test('reports of a month and of a year among all bookings: milliseconds', async () => {
  const database = await createTestDatabase();
  const events = await writeLargeLog(database.url, { events: EVENTS, today: TODAY, seed: 1 });
  const [{ bookings } = {}] = await rawQuery(database.url, 'select count(*) as bookings from bookings');
  const told = [`${events} events, ${bookings} bookings`];
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  const api = apiClient(server.url);

  // Every period is another one: what was worked out before is kept.
  const look = async (days: number, by: string): Promise<void> => {
    const times: number[] = [];
    let kib = 0;
    for (let period = 0; period < PERIODS; period++) {
      const first = addDays(TODAY, -days - period * 20);
      const before = performance.now();
      const { status, text } = await api.get(
        `/api/reports?start_date=${first}&end_date=${addDays(first, days - 1)}&by=${by}`,
      );
      if (status !== 200) throw new Error(text);
      times.push(performance.now() - before);
      kib = Math.max(kib, Math.round(text.length / 1024));
    }
    times.sort((a, b) => a - b);
    const [p50, longest] = [times[PERIODS / 2] ?? 0, times.at(-1) ?? 0];
    told.push(`${days} days by ${by}: p50 ${p50.toFixed(0)}, longest ${longest.toFixed(0)}, ${kib} KiB`);
  };
  for (const by of GRAINS) {
    await look(30, by);
    await look(365, by);
  }
  await server.close();
  await database.drop();
  console.log(told.join('\n'));
});

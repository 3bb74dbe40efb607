import { day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import {
  type RecordHolidays,
  RecordHolidaysHandler,
} from '#backend/calendar/commands/record-holidays.handler.js';
import { HolidaysAhead } from '#backend/calendar/holidays-ahead.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn, openPool } from '#backend/platform/database.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { openNode, type StoreNode } from '#tests/support/store-node.js';

const WRITE = { staffId: null, terminal: null, requestId: 'holidays' };

describe('public holidays ahead', () => {
  let database: TestDatabase;
  let pool: ReturnType<typeof openPool>;
  let node: StoreNode;
  let now = '';

  beforeEach(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url);
    node = openNode(database.url);
    now = '2026-12-31T14:59:00Z';
  });
  afterEach(async () => {
    await node.close();
    await pool.end();
    await database.drop();
  });

  /** A node that looks ahead; its clock shows `now`. */
  function aNode(store = node.store): HolidaysAhead {
    const handler = new RecordHolidaysHandler(store);
    const commands = { execute: (command: RecordHolidays) => handler.execute(command) };
    const clock = new Clock('Asia/Tokyo', () => new Date(now));
    return new HolidaysAhead(commands as never as CommandBus, kyselyOn(pool), clock);
  }

  const mark = (date: string, holidayFlag: 0 | 1) =>
    node.store.execute({
      idempotency: null,
      requirements: [requireStream(weatherDayStream, day(date))],
      decide: (unit) => {
        const data = { date: day(date), holidayFlag };
        unit.append(weatherDayStream, day(date), { type: 'HolidayToggled', data }, WRITE);
      },
    });

  async function holidays(): Promise<string[]> {
    const rows = await rawQuery(
      database.url,
      `select to_char(date, 'YYYY-MM-DD') as date from weather_days where state->>'holidayFlag' = '1' order by date`,
    );
    return rows.map(({ date }) => String(date));
  }

  async function run(...nodes: HolidaysAhead[]): Promise<void> {
    for (const one of nodes) one.start(12);
    await Promise.all(nodes.map((one) => one.check()));
    await Promise.all(nodes.map((one) => one.onApplicationShutdown()));
  }

  it('are recorded for each new month, substitute holidays too, once by all nodes', async () => {
    await mark('2026-11-23', 1);
    const other = openNode(database.url);
    await run(aNode(), aNode(other.store), aNode());
    await other.close();
    const recorded = await holidays();
    expect(recorded).toEqual(expect.arrayContaining(['2027-01-01', '2027-03-22']));
    expect([recorded.at(-1), recorded.length]).toEqual(['2027-11-23', 18]);
    now = '2026-12-31T15:00:00Z'; // New Year in Japan.
    await run(aNode());
    expect((await holidays()).slice(18)).toEqual(['2028-01-01', '2028-01-10']);
  });

  it('leave a day alone that staff decided about', async () => {
    await mark('2026-11-23', 1);
    await mark('2027-05-03', 0);
    await run(aNode());
    expect(await holidays()).not.toContain('2027-05-03');
    expect(await holidays()).toContain('2027-05-04');
  });

  it.each<[string, () => Promise<void>]>([
    ['marks none', async () => {}],
    ['marked its last one years ago', () => mark('2024-01-01', 1)],
    ['took its only one back', () => mark('2027-01-01', 0)],
  ])('are not recorded where the hotel %s', async (_, prepare) => {
    await prepare();
    await run(aNode());
    expect((await holidays()).filter((date) => date > '2026')).toEqual([]);
  });
});

import { STALE_VERSION } from '@domain/broken-rule.js';
import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { weatherDayStream } from '../../../backend/calendar/weather-day.stream.js';
import { needStream } from '../../../backend/event-store/needs.js';
import { paymentStream } from '../../../backend/masters/master.stream.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawLog, rawQuery } from '../../support/log-rows.js';
import { AT_DESK, aWork, openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

let database: TestDatabase;
let here: StoreNode;
let there: StoreNode;

beforeEach(async () => {
  database = await createTestDatabase();
  here = openNode(database.url);
  there = openNode(database.url);
});

afterEach(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

const dates = (count: number): Day[] =>
  Array.from({ length: count }, (_, n) => addDays(day('2026-11-01'), n));
const transactions = async () => new Set((await rawLog(database.url)).map((row) => row.transaction)).size;

/** How often the node that wrote is another one than before. */
const turnsOf = (writers: readonly string[]): number =>
  writers.filter((writer, index) => index > 0 && writer !== writers[index - 1]).length;

describe('two nodes that write at once', () => {
  test('give gapless positions that become visible in order', async () => {
    const seen: Record<string, string | null>[] = [];
    const writers: string[] = [];
    const ids: number[] = [];
    let days = 0;
    // Each sends one after another, so that many small batches follow each other, until they took turns and were watched.
    const isEnough = () => ids.length >= 120 && turnsOf(writers) >= 20 && seen.length >= 5;
    const write = async (node: StoreNode, weather: string): Promise<void> => {
      while (!isEnough()) {
        const date = addDays(day('2026-11-01'), days++);
        ids.push((await node.store.execute(recordWeather(date, weather))).id);
        writers.push(weather);
      }
    };
    const watch = async (): Promise<void> => {
      while (!isEnough()) {
        const counts = 'select count(*), coalesce(max(position), 0) as max from event_log';
        seen.push(...(await rawQuery(database.url, counts)));
      }
    };
    await Promise.all([write(here, '晴'), write(there, '雨'), watch()]);

    const rows = await rawLog(database.url);
    const positions = ids.map((_, index) => index + 1);
    expect(rows.map((row) => Number(row.position))).toEqual(positions);
    expect(rows.map((row) => row.recorded_at)).toEqual(rows.map((row) => row.recorded_at).sort());
    expect(ids.sort((a, b) => a - b)).toEqual(positions);
    expect(seen.filter(({ count, max }) => count !== max)).toEqual([]);
  });

  test('let only one of two changes to the same version through', async () => {
    const [date] = dates(1) as [Day];
    await here.store.execute(recordWeather(date, '曇'));
    const outcomes = await Promise.allSettled(
      [here, there, here, there].map(({ store }, index) =>
        store.execute(recordWeather(date, `雨${index}`, { expectedVersion: 1 })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.status, reason.message])).toEqual(
      refused.map(() => [409, STALE_VERSION.message]),
    );
    expect((await rawLog(database.url)).map((row) => row.version)).toEqual(['1', '2']);
  });
});

describe('group commit', () => {
  test('writes many commands in few transactions', async () => {
    await Promise.all(dates(300).map((date) => here.store.execute(recordWeather(date, '晴'))));
    expect(await rawLog(database.url)).toHaveLength(300);
    expect(await transactions()).toBeLessThanOrEqual(4);
  });

  test('lets a command see what those before it in the batch did', async () => {
    const [date] = dates(1) as [Day];
    const days = await Promise.all(
      ['晴', '曇', '雨'].map((weather) => here.store.execute(recordWeather(date, weather))),
    );
    expect(days.map(({ id, version, weather }) => [id, version, weather])).toEqual([
      [1, 1, '晴'],
      [1, 2, '曇'],
      [1, 3, '雨'],
    ]);
    expect(await transactions()).toBe(1);
  });

  test('shows new master data to the commands behind it', async () => {
    const define = aWork((unit) => {
      const event = { type: 'PaymentDefined', data: { paymentName: '現金' } } as const;
      return unit.append(paymentStream, unit.nextPosition, event, AT_DESK);
    });
    const look = aWork((unit) => [...unit.reference.payments.values()].map(({ paymentName }) => paymentName));
    const [before, , after] = await Promise.all(
      [look, define, look].map((work) => here.store.execute<unknown>(work)),
    );
    expect([before, after]).toEqual([[], ['現金']]);
    expect(await there.store.execute(look)).toEqual(['現金']);
  });

  test('leaves no trace of a refused command and does not hurt its neighbours', async () => {
    const [first, second, third] = dates(3) as [Day, Day, Day];
    const refused = aWork(
      (unit) => {
        unit.append(
          weatherDayStream,
          second,
          { type: 'WeatherSet', data: { date: second, weather: '嵐' } },
          AT_DESK,
        );
        throw new Error('refused after all');
      },
      { needs: [needStream(weatherDayStream, second)] },
    );
    const outcomes = await Promise.allSettled(
      [recordWeather(first, '晴'), refused, recordWeather(second, '曇'), recordWeather(third, '雨')].map(
        (work) => here.store.execute(work),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const rows = await rawLog(database.url);
    expect(rows.map(({ stream, version }) => `${stream} ${version}`)).toEqual(
      [first, second, third].map((date) => `day-${date} 1`),
    );
    expect(rows.some(({ payload }) => payload.includes('嵐'))).toBe(false);
    expect(await transactions()).toBe(1);
  });

  test('fails only the command that the database will not take', async () => {
    await rawQuery(
      database.url,
      `create function no_storm() returns trigger language plpgsql as $$
       begin
         if new.state ->> 'weather' = '嵐' then raise exception 'no storm here'; end if;
         return new;
       end $$;
       create trigger no_storm before insert on weather_days for each row execute function no_storm()`,
    );
    const weathers = ['晴', '嵐', '曇', '嵐', '雨'];
    const outcomes = await Promise.allSettled(
      dates(5).map((date, index) => here.store.execute(recordWeather(date, weathers[index] ?? ''))),
    );
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason.message)),
    ).toEqual(['ok', 'no storm here', 'ok', 'no storm here', 'ok']);
    const rows = await rawLog(database.url);
    expect(rows.map(({ position, payload }) => [position, JSON.parse(payload).weather])).toEqual([
      ['1', '晴'],
      ['2', '曇'],
      ['3', '雨'],
    ]);
  });

  test('answers a command whenever it comes, however close behind another', async () => {
    const [date] = dates(1) as [Day];
    for (let turns = 0; turns < 30; turns += 1) {
      await here.store.execute(recordWeather(date, '晴'));
      for (let turn = 0; turn < turns; turn += 1) await null;
      await here.store.execute(recordWeather(date, '雨'));
    }
    expect(await rawLog(database.url)).toHaveLength(60);
  });
});

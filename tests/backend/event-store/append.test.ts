import { createHash, randomUUID } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import { addDays, type Day, day } from '@domain/dates.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { deleteOldAnswers, reusedKey } from '#backend/event-store/idempotency-cache.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { notFound, refusal, staleVersion } from '#backend/platform/errors.js';
import { paymentStream } from '#backend/streams/master.stream.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { rawLog, rawQuery } from '#tests/support/log-rows.js';
import { sharedNodes } from '#tests/support/shared.js';
import { AT_DESK, anAppend, aWork, recordWeather, type StoreNode } from '#tests/support/store-node.js';

const { database, here, there } = sharedNodes();

let used = 0;
/** Days that no test has used yet. */
const newDays = (count: number): Day[] =>
  Array.from({ length: count }, () => addDays(day('2026-11-01'), used++));
const newDay = (): Day => newDays(1)[0] as Day;

let before = 0;
beforeEach(async () => {
  before = (await rawLog(database.url)).length;
});
/** The rows that the test has written. */
const written = async () => (await rawLog(database.url)).slice(before);
const transactions = async () => new Set((await written()).map((row) => row.transaction)).size;
/** Returns this many positions, the first behind the log as the test found it. */
const positions = (count: number) => Array.from({ length: count }, (_, index) => before + index + 1);

const MOST_WRITES = 5_000;
/** Counts how often the node that wrote is another one than before. */
const turnsOf = (writers: readonly string[]): number =>
  writers.filter((writer, index) => index > 0 && writer !== writers[index - 1]).length;

test('two nodes that write at once give gapless positions that become visible in order', async () => {
  const seen: Record<string, string | null>[] = [];
  const writers: string[] = [];
  const ids: number[] = [];
  // Each sends one after another, so that many small batches follow each other, until they took turns and were watched.
  const isEnough = () =>
    ids.length >= MOST_WRITES || (ids.length >= 120 && turnsOf(writers) >= 20 && seen.length >= 5);
  const write = async (node: StoreNode, weather: string): Promise<void> => {
    while (!isEnough()) {
      ids.push((await node.store.execute(recordWeather(newDay(), weather))).id);
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

  expect([turnsOf(writers) >= 20, seen.length >= 5]).toEqual([true, true]);
  const rows = await written();
  expect(rows.map((row) => Number(row.position))).toEqual(positions(ids.length));
  expect(rows.map((row) => row.recorded_at)).toEqual(rows.map((row) => row.recorded_at).sort());
  expect(ids.sort((a, b) => a - b)).toEqual(positions(ids.length));
  expect(seen.filter(({ count, max }) => count !== max)).toEqual([]);
});

describe('group commit', () => {
  test('writes many commands in few transactions', async () => {
    await Promise.all(newDays(300).map((date) => here.store.execute(recordWeather(date, '晴'))));
    expect(await written()).toHaveLength(300);
    expect(await transactions()).toBeLessThanOrEqual(4);
  });

  test('lets a command see what those before it in the batch did', async () => {
    const date = newDay();
    const days = await Promise.all(
      ['晴', '曇', '雨'].map((weather) => here.store.execute(recordWeather(date, weather))),
    );
    expect(days.map(({ id, version, weather }) => [id, version, weather])).toEqual([
      [before + 1, 1, '晴'],
      [before + 1, 2, '曇'],
      [before + 1, 3, '雨'],
    ]);
    expect(await transactions()).toBe(1);
    const read = aWork((unit) => unit.get(weatherDayStream, date), {
      requirements: [requireStream(weatherDayStream, date)],
    });
    expect(await there.store.execute(read)).toEqual(days.at(-1));
  });

  test('shows new master data to the commands behind it', async () => {
    const cash = { paymentName: '現金', kind: '現金' } as const;
    const define = anAppend(paymentStream, { type: 'PaymentDefined', data: cash });
    const look = aWork((unit) => [...unit.reference.payments.values()].map(({ paymentName }) => paymentName));
    const [before, , after] = await Promise.all(
      [look, define, look].map((work) => here.store.execute<unknown>(work)),
    );
    expect([before, after]).toEqual([[], ['現金']]);
    expect(await there.store.execute(look)).toEqual(['現金']);
  });

  test('leaves no trace of a refused command and does not hurt its neighbours', async () => {
    const [first, second, third] = newDays(3) as [Day, Day, Day];
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
      { requirements: [requireStream(weatherDayStream, second)] },
    );
    const outcomes = await Promise.allSettled(
      [recordWeather(first, '晴'), refused, recordWeather(second, '曇'), recordWeather(third, '雨')].map(
        (work) => here.store.execute(work),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const rows = await written();
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
      newDays(5).map((date, index) => here.store.execute(recordWeather(date, weathers[index] ?? ''))),
    );
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason.message)),
    ).toEqual(['ok', 'no storm here', 'ok', 'no storm here', 'ok']);
    const rows = await written();
    expect(rows.map(({ position, payload }) => [position, JSON.parse(payload).weather])).toEqual([
      [`${before + 1}`, '晴'],
      [`${before + 2}`, '曇'],
      [`${before + 3}`, '雨'],
    ]);
    await rawQuery(database.url, 'drop trigger no_storm on weather_days');
  });

  test('answers a command whenever it comes, however close behind another', async () => {
    const date = newDay();
    for (let turns = 0; turns < 30; turns += 1) {
      await here.store.execute(recordWeather(date, '晴'));
      for (let turn = 0; turn < turns; turn += 1) await null;
      await here.store.execute(recordWeather(date, '雨'));
    }
    expect(await written()).toHaveLength(60);
  });
});

/** Returns the keyed request of this key and this body. */
function keyed(key: string, body: string) {
  return { key, fingerprint: createHash('sha256').update(body).digest() };
}

// What the calls of the API make of a key: every-route.test.ts.
describe('a key of idempotency', () => {
  test('the same command gets the first answer and happens once, however often and on whatever node', async () => {
    const date = newDay();
    const idempotency = keyed(randomUUID(), '雪');
    const snow = ({ store }: StoreNode) => store.execute(recordWeather(date, '雪', { idempotency }));
    const nodes = Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there));
    const answers = await Promise.all(nodes.map(snow));
    await here.store.execute(recordWeather(date, '晴'));
    answers.push(await snow(here), await snow(there));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await written()).toHaveLength(2);
  });

  test('a key that is used again for something else is refused, within a batch and later', async () => {
    const date = newDay();
    const key = randomUUID();
    const outcomes = await Promise.allSettled([
      here.store.execute(recordWeather(date, '雪', { idempotency: keyed(key, '雪') })),
      here.store.execute(recordWeather(date, '雨', { idempotency: keyed(key, '雨') })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(
      there.store.execute(recordWeather(date, '雨', { idempotency: keyed(key, '雨') })),
    ).rejects.toMatchObject({ status: 409, rules: [{ code: 'idempotency_key_reused' }] });
    expect(await written()).toHaveLength(1);
  });

  const BROKEN = invalid('broken', 'weather', '天気が正しくありません。');

  test.each([
    ['a body that is wrong in itself', refusal([BROKEN]), { status: 422, rules: [BROKEN] }],
    ['one that something stands in the way of', staleVersion(), reusedKey()],
    ['one whose record is gone', notFound('天気がありません。'), reusedKey()],
    ['an unexpected error', new Error('out of order'), { message: 'out of order' }],
  ])('a key that is used again: %s', async (_, thrown, told) => {
    const [key, date] = [randomUUID(), newDay()];
    await here.store.execute(recordWeather(date, '雪', { idempotency: keyed(key, '雪') }));
    const refused = aWork(
      () => {
        throw thrown;
      },
      { idempotency: keyed(key, '雨') },
    );
    await expect(there.store.execute(refused)).rejects.toMatchObject(told);
    expect(await written()).toHaveLength(1);
  });

  test('the answer of a command that found nothing to change is remembered as well', async () => {
    const idempotency = keyed(randomUUID(), 'look');
    const look = (answer: string) => aWork(() => ({ answer }), { idempotency });
    await here.store.execute(look('first'));
    expect(await there.store.execute(look('second'))).toEqual({ answer: 'first' });
  });

  test.each([
    ['are remembered for 30 days', '29 days 23 hours', 1],
    ['are forgotten after 30 days', '30 days 1 hour', 0],
  ])('answers %s', async (_, age, kept) => {
    const idempotency = keyed(randomUUID(), '雪');
    await here.store.execute(recordWeather(newDay(), '雪', { idempotency }));
    const [key, past] = [idempotency.key, `clock_timestamp() - interval '${age}'`];
    await rawQuery(database.url, `update idempotency_keys set created_at = ${past} where key = '${key}'`);
    await deleteOldAnswers(here.pool);
    const found = await rawQuery(database.url, `select key from idempotency_keys where key = '${key}'`);
    expect(found).toHaveLength(kept);
  });
});

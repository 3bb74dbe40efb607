import { createHash, randomUUID } from 'node:crypto';
import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { weatherDayStream } from '../../../backend/calendar/weather-day.stream.js';
import type { LogStretch } from '../../../backend/event-store/log-subscription.js';
import { needStream } from '../../../backend/event-store/needs.js';
import { AT_DESK, aWork, recordWeather } from '../../support/store-node.js';
import { expectSound, refusedWith, STORES, type StoreUnderTest } from '../../support/store-under-test.js';

const FIRST = day('2028-02-27');
const dates = (count: number): Day[] => Array.from({ length: count }, (_, n) => addDays(FIRST, n));

describe.each(STORES)('an event store %s', (_, open) => {
  let under: StoreUnderTest;

  beforeEach(async () => {
    under = await open();
  });

  afterEach(() => under.close());

  const nodes = () => [under.here, under.there] as const;
  const positions = async () => (await under.rows()).map(({ position }) => position);

  test('gives gapless positions in the order of commits, whoever writes', async () => {
    const answers = await Promise.all(
      dates(60).map((date, index) => nodes()[index % 2 ? 1 : 0].execute(recordWeather(date, '晴'))),
    );
    expect(await positions()).toEqual(dates(60).map((_, index) => index + 1));
    for (const { id, date } of answers) {
      expect((await under.rows())[id - 1]).toMatchObject({ stream: `day-${date}`, version: 1 });
    }
    const instants = (await under.rows()).map(({ recordedAt }) => recordedAt);
    expect(instants).toEqual(instants.toSorted());
    await expectSound(under);
  });

  test('lets each command of a batch see what those before it did, and read what it wrote', async () => {
    const weathers = ['晴', '曇', '雨', '雪'];
    const days = await Promise.all(
      weathers.map((weather) => under.here.execute(recordWeather(FIRST, weather))),
    );
    expect(days.map(({ id, version, weather }) => [id, version, weather])).toEqual(
      weathers.map((weather, index) => [1, index + 1, weather]),
    );
    const read = aWork((unit) => unit.get(weatherDayStream, FIRST), {
      needs: [needStream(weatherDayStream, FIRST)],
    });
    expect(await under.there.execute(read)).toEqual(days.at(-1));
    expect((await under.readModels()).states).toEqual({ [`day-${FIRST}`]: days.at(-1) });
    await expectSound(under);
  });

  test('leaves no trace of a refused command and does not hurt its neighbours', async () => {
    const [first, second, third] = dates(3) as [Day, Day, Day];
    const refused = aWork(
      (unit) => {
        const data = { date: second, weather: '嵐' };
        unit.append(weatherDayStream, second, { type: 'WeatherSet', data }, AT_DESK);
        throw new Error('refused after all');
      },
      { needs: [needStream(weatherDayStream, second)] },
    );
    const works = [
      recordWeather(first, '晴'),
      refused,
      recordWeather(second, '曇'),
      recordWeather(third, '雨'),
    ];
    const outcomes = await Promise.allSettled(works.map((work) => under.here.execute<unknown>(work)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((await under.rows()).map(({ stream, version }) => `${stream} ${version}`)).toEqual(
      [first, second, third].map((date) => `day-${date} 1`),
    );
    expect(JSON.stringify(await under.readModels())).not.toContain('嵐');
    await expectSound(under);
  });

  test('refuses what its newest schema does not allow, before it reaches the log', async () => {
    const wrong = aWork(
      (unit) => {
        const event = { type: 'WeatherSet', data: { date: 'tomorrow', weather: '晴' } } as never;
        return unit.append(weatherDayStream, FIRST, event, AT_DESK);
      },
      { needs: [needStream(weatherDayStream, FIRST)] },
    );
    await expect(under.here.execute(wrong)).rejects.toThrow();
    expect(await positions()).toEqual([]);
  });

  describe('a key that comes again', () => {
    const keyed = (key: string, body: string) => ({
      key,
      fingerprint: createHash('sha256').update(body).digest(),
    });
    const snow = (idempotency: ReturnType<typeof keyed>) => recordWeather(FIRST, '雪', { idempotency });

    test('gets the first answer and writes nothing: in its batch, later, and on another node', async () => {
      const key = keyed(randomUUID(), '雪');
      const answers = await Promise.all([1, 2, 3].map(() => under.here.execute(snow(key))));
      await under.here.execute(recordWeather(FIRST, '晴'));
      answers.push(await under.here.execute(snow(key)), await under.there.execute(snow(key)));
      expect(answers).toEqual(answers.map(() => answers[0]));
      expect(answers[0]).toMatchObject({ version: 1, weather: '雪' });
      expect(await positions()).toEqual([1, 2]);
    });

    test('with another body is refused, in its batch and later', async () => {
      const key = randomUUID();
      const outcomes = await Promise.allSettled([
        under.here.execute(snow(keyed(key, '雪'))),
        under.here.execute(snow(keyed(key, '雨'))),
      ]);
      outcomes.push(...(await Promise.allSettled([under.there.execute(snow(keyed(key, '雨')))])));
      const reused = refusedWith('idempotency_key_reused');
      expect(outcomes).toMatchObject([{ status: 'fulfilled' }, reused, reused]);
      expect(await positions()).toEqual([1]);
    });

    test('is free again after a refusal', async () => {
      const work = () => recordWeather(FIRST, '雪', { idempotency: keyed(key, '雪'), expectedVersion: 1 });
      const key = randomUUID();
      await expect(under.here.execute(work())).rejects.toMatchObject({ status: 409 });
      await under.here.execute(recordWeather(FIRST, '晴'));
      expect(await under.there.execute(work())).toMatchObject({ weather: '雪', version: 2 });
    });
  });

  test('lets one of several changes to the same version through', async () => {
    await under.here.execute(recordWeather(FIRST, '曇'));
    const outcomes = await Promise.allSettled(
      [0, 1, 0, 1].map((node, index) =>
        nodes()[node === 0 ? 0 : 1].execute(recordWeather(FIRST, `雨${index}`, { expectedVersion: 1 })),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([1, 2, 3].map(() => refusedWith('stale_version')));
    expect((await under.rows()).map(({ version }) => version)).toEqual([1, 2]);
  });

  test.each([0, 1, 7, 20])('tells every event once and in order from position %i on', async (from) => {
    const [early, late] = [dates(20).slice(0, 10), dates(20).slice(10)] as const;
    const write = (part: readonly Day[]) =>
      Promise.all(part.map((date, index) => nodes()[index % 2 ? 1 : 0].execute(recordWeather(date, '晴'))));
    await write(early);
    if (from > early.length) await write(late);
    const told: LogStretch[] = [];
    let heard = () => {};
    const subscription = under.there.follow(from, async (stretch) => {
      told.push(stretch);
      heard();
    });
    await subscription.start();
    if (from <= early.length) await write(late);
    const isComplete = () => (told.at(-1)?.to ?? from) === 20;
    while (!isComplete()) {
      await new Promise<void>((done) => {
        heard = done;
        if (isComplete()) done();
      });
    }
    await subscription.close();
    const seams = [from, ...told.map(({ to }) => to)];
    expect(told.map((stretch) => stretch.from)).toEqual(seams.slice(0, -1));
    const rows = await under.rows();
    for (const stretch of told) {
      const expected = rows.slice(stretch.from, stretch.to).map(({ stream }) => stream);
      expect(stretch.streams.toSorted()).toEqual([...new Set(expected)].toSorted());
    }
  });
});

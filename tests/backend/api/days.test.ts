import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/api-client.js';
import { type Hotel, startHotel } from '../../support/hotel.js';

type DayRecord = { id: number; version: number; date: string; weather: string; holiday_flag: 0 | 1 };

let hotel: Hotel;
let nextDate = 0;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

/** A date that no test has used yet. */
const newDate = (): string => new Date(Date.UTC(2096, 3, 1 + nextDate++)).toISOString().slice(0, 10);
const list = async (start: string, end = start): Promise<DayRecord[]> =>
  (await hotel.api.get<DayRecord[]>(`/api/weather?start_date=${start}&end_date=${end}`)).body;
const set = (date: unknown, weather: unknown): Promise<Answer<DayRecord>> =>
  hotel.api.post('/api/weather', { date, weather });
const flag = (date: unknown): Promise<Answer<DayRecord>> => hotel.api.post('/api/weather/holiday', { date });

// What its calls refuse: every-route.test.ts, and field by field tests/domain/wire/bodies.test.ts.
describe('a day', () => {
  it('has one record, whichever call makes it and changes it', async () => {
    const date = newDate();
    expect((await flag(date)).status).toBe(201);
    const [made] = await list(date);
    expect(made).toEqual({ id: expect.any(Number), version: 1, date, weather: '', holiday_flag: 1 });
    const path = `/api/weather/${made?.id}`;
    const steps: [() => Promise<Answer<unknown>>, Partial<DayRecord>][] = [
      [() => set(date, '晴れ時々曇り'), { weather: '晴れ時々曇り' }],
      [() => hotel.api.put(`${path}/holiday`, { date, holiday_flag: 0 }), { holiday_flag: 0 }],
      [() => hotel.api.put(path, { date, weather: '雨☂' }), { weather: '雨☂' }],
      [() => flag(date), { holiday_flag: 1 }],
      [() => set(date, ''), { weather: '' }],
    ];
    let expected = { ...made } as DayRecord;
    for (const [step, change] of steps) {
      expect((await step()).status).toBeLessThan(300);
      expected = { ...expected, ...change, version: expected.version + 1 };
      expect(await list(date)).toEqual([expected]);
    }
    const before = await hotel.position();
    for (const same of [() => flag(date), () => set(date, '')])
      expect((await same()).status).toBeLessThan(300);
    expect(await hotel.position()).toBe(before);
  });

  it('is listed by date, both ends of the range included, leap day and all', async () => {
    const dates = ['2096-02-28', '2096-02-29', '2096-03-01'];
    for (const date of [...dates].reverse()) await set(date, '曇り');
    expect((await list('2096-02-28', '2096-03-01')).map(({ date }) => date)).toEqual(dates);
    expect((await list('2096-02-29')).map(({ date }) => date)).toEqual(['2096-02-29']);
  });
});

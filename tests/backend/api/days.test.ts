import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/api-client.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

type DayRecord = { id: number; version: number; date: string; weather: string; holiday_flag: 0 | 1 };

let hotel: SmallHotel;
let nextDate = 0;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

/** A date that no test has used yet. */
const newDate = (): string => new Date(Date.UTC(2096, 3, 1 + nextDate++)).toISOString().slice(0, 10);
const list = async (start: string, end = start): Promise<DayRecord[]> => {
  const { status, body } = await hotel.api.get<DayRecord[]>(
    `/api/weather?start_date=${start}&end_date=${end}`,
  );
  expect(status).toBe(200);
  return body;
};
const set = (date: unknown, weather: unknown): Promise<Answer<DayRecord>> =>
  hotel.api.post('/api/weather', { date, weather });
const flag = (date: unknown): Promise<Answer<DayRecord>> => hotel.api.post('/api/weather/holiday', { date });

describe('weather', () => {
  it('is created for a day, changed by id, and listed', async () => {
    const date = newDate();
    const created = await set(date, '晴れ時々曇り');
    expect(created.status).toBe(201);
    const record = { id: expect.any(Number), version: 1, date, weather: '晴れ時々曇り', holiday_flag: 0 };
    expect(await list(date)).toEqual([record]);
    const [{ id }] = (await list(date)) as [DayRecord];
    const changed = await hotel.api.put(`/api/weather/${id}`, { date, weather: '雨☂' });
    expect(changed.status).toBe(200);
    expect(await list(date)).toEqual([{ ...record, id, version: 2, weather: '雨☂' }]);
  });

  it('is set on the record that a day already has, and keeps its holiday flag', async () => {
    const date = newDate();
    await flag(date);
    const [before] = await list(date);
    expect((await set(date, '雪')).status).toBeLessThan(300);
    expect(await list(date)).toEqual([{ ...before, version: 2, weather: '雪' }]);
    expect((await set(date, '雨')).status).toBeLessThan(300);
    expect(await list(date)).toEqual([{ ...before, version: 3, weather: '雨' }]);
  });

  it('can be taken away again with an empty text', async () => {
    const date = newDate();
    await set(date, '雪');
    expect((await set(date, '')).status).toBeLessThan(300);
    expect(await list(date)).toMatchObject([{ weather: '' }]);
  });

  it('is listed by date, both ends of the range included, leap day and all', async () => {
    const dates = ['2096-02-28', '2096-02-29', '2096-03-01'];
    for (const date of [...dates].reverse()) await set(date, '曇り');
    const listed = (await list('2096-02-28', '2096-03-01')).map(({ date }) => date);
    expect(listed).toEqual(dates);
    expect((await list('2096-02-29')).map(({ date }) => date)).toEqual(['2096-02-29']);
  });

  it('writes nothing when it is the same already', async () => {
    const date = newDate();
    await set(date, '晴れ');
    const before = await hotel.position();
    expect((await set(date, '晴れ')).status).toBeLessThan(300);
    expect(await hotel.position()).toBe(before);
  });
});

describe('holidays', () => {
  it('are created for a day without a record', async () => {
    const date = newDate();
    expect((await flag(date)).status).toBe(201);
    expect(await list(date)).toEqual([
      { id: expect.any(Number), version: 1, date, weather: '', holiday_flag: 1 },
    ]);
  });

  it('are set and taken back by id', async () => {
    const date = newDate();
    await set(date, '晴れ');
    const [{ id }] = (await list(date)) as [DayRecord];
    for (const holiday_flag of [1, 0]) {
      const answer = await hotel.api.put(`/api/weather/${id}/holiday`, { date, holiday_flag });
      expect(answer.status).toBe(200);
      expect(await list(date)).toMatchObject([{ id, weather: '晴れ', holiday_flag }]);
    }
  });

  it('are set on the record that a day already has', async () => {
    const date = newDate();
    await set(date, '晴れ');
    const [{ id }] = (await list(date)) as [DayRecord];
    expect((await flag(date)).status).toBeLessThan(300);
    expect(await list(date)).toMatchObject([{ id, weather: '晴れ', holiday_flag: 1 }]);
    expect((await flag(date)).status).toBeLessThan(300);
    expect(await list(date)).toMatchObject([{ id, holiday_flag: 1 }]);
  });
});

describe('what is refused', () => {
  const refuses = async (call: () => Promise<Answer<unknown>>, status: number): Promise<void> => {
    const before = await hotel.position();
    const answer = await call();
    expectRefusal(answer, status, ...(answer.body as { error: string }).error.split('\n'));
    expect(await hotel.position()).toBe(before);
  };

  it.each([
    [{}],
    [{ date: '2096-08-01' }],
    [{ weather: '晴れ' }],
    [{ date: '2096-08-32', weather: '晴れ' }],
    [{ date: '2095-02-29', weather: '晴れ' }],
    [{ date: 'today', weather: '晴れ' }],
    [{ date: null, weather: '晴れ' }],
    [{ date: '2096-08-01', weather: 1 }],
    [{ date: '2096-08-01', weather: ['晴れ'] }],
    [{ date: '2096-08-01', weather: '晴\u0000れ' }],
    [{ date: '2096-08-01', weather: '晴れ'.repeat(500) }],
  ])('weather as %j', async (body) => {
    await refuses(() => hotel.api.post('/api/weather', body), 422);
    const { body: record } = await set('2096-08-02', '晴れ');
    await refuses(() => hotel.api.put(`/api/weather/${record.id}`, body), 422);
  });

  it.each([[{}], [{ date: '' }], [{ date: '2096-13-01' }], [{ date: ['2096-08-01'] }]])(
    'a new holiday as %j',
    (body) => refuses(() => hotel.api.post('/api/weather/holiday', body), 422),
  );

  it.each([
    [{ date: '2096-08-03' }],
    [{ holiday_flag: 1 }],
    [{ date: '2096-08-03', holiday_flag: 2 }],
    [{ date: '2096-08-03', holiday_flag: true }],
    [{ date: '2096-08-03', holiday_flag: 'true' }],
  ])('a changed holiday as %j', async (body) => {
    const { body: record } = await set('2096-08-03', '晴れ');
    await refuses(() => hotel.api.put(`/api/weather/${record.id}/holiday`, body), 422);
  });

  it('a date that is not the one of the record', async () => {
    const { body } = await set('2096-08-04', '晴れ');
    await refuses(() => hotel.api.put(`/api/weather/${body.id}`, { date: '2096-08-05', weather: '雨' }), 422);
    const holiday = { date: '2096-08-05', holiday_flag: 1 };
    await refuses(() => hotel.api.put(`/api/weather/${body.id}/holiday`, holiday), 422);
  });

  it('an unknown id with 404 and a bad one with 400', async () => {
    const weather = { date: '2096-08-06', weather: '雨' };
    const holiday = { date: '2096-08-06', holiday_flag: 1 };
    for (const [id, status] of [
      ['2000000000', 404],
      ['abc', 400],
      ['0', 400],
      ['-1', 400],
    ] as const) {
      await refuses(() => hotel.api.put(`/api/weather/${id}`, weather), status);
      await refuses(() => hotel.api.put(`/api/weather/${id}/holiday`, holiday), status);
    }
  });
});

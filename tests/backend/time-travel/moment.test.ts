import { day } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LogMoment } from '@wire/time-travel.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedNodeOn, sharedServer } from '#tests/support/shared.js';
import { AT_DESK, aWork } from '#tests/support/store-node.js';

/** Times of the events, by position from 1: around midnight in Tokyo, and in New York. */
const RECORDED = [
  '2026-10-31T14:59:59.999998Z',
  '2026-10-31T14:59:59.999999Z',
  '2026-10-31T15:00:00.000000Z', // November begins in Tokyo.
  '2026-11-01T03:59:59.999999Z',
  '2026-11-01T04:00:00.000000Z', // November begins in New York, with a day of 25 hours.
  '2026-11-01T12:00:00.123456Z',
  '2026-11-01T12:00:00.123456Z',
  '2026-11-01T12:00:00.123457Z',
  '2026-11-02T04:59:59.999999Z',
  '2026-11-02T05:00:00.000000Z',
];
const DATE = day('2026-11-01');

const empty = sharedServer();
const tokyo = sharedServer();
const newYork = sharedServer(() => ({
  databaseUrl: tokyo.databaseUrl,
  env: { HOTEL_TIMEZONE: 'America/New_York' },
}));
const node = sharedNodeOn(() => tokyo.databaseUrl);
let api: ApiClient;

beforeAll(() => {
  api = apiClient(tokyo.url);
});

const ask = async (asOf: string, client = api): Promise<LogMoment> => {
  const path = `/api/log/moment?as_of=${encodeURIComponent(asOf)}`;
  const { status, body } = await client.get<LogMoment>(path);
  expect({ asOf, status }).toEqual({ asOf, status: 200 });
  return body;
};
const positionAt = async (asOf: string, client = api): Promise<number> => (await ask(asOf, client)).position;

describe('GET /api/log/moment on an empty log', () => {
  it('stands before the first event', async () => {
    const api = apiClient(empty.url);
    const nothing = { position: 0, recorded_at: null, head: 0, head_recorded_at: null };
    expect((await api.get('/api/log/moment')).body).toEqual(nothing);
    expect(await ask('0', api)).toEqual(nothing);
    expect(await ask('2026-11-20T00:00:00Z', api)).toEqual(nothing);
    expectRefusal(await api.get('/api/log/moment?as_of=1'), 400, /末尾（位置 0）/);
  });
});

describe('a moment', () => {
  beforeAll(async () => {
    const data = (index: number) => ({ date: DATE, weather: `${index + 1}` });
    await node.store.execute(
      aWork((unit) => {
        for (const [index, recordedAt] of RECORDED.entries()) {
          const event = { type: 'WeatherSet', data: data(index) } as const;
          unit.append(weatherDayStream, DATE, event, AT_DESK, recordedAt);
        }
        return null;
      }),
    );
  });

  it('is the end of the log when nothing is said', async () => {
    const last = { position: RECORDED.length, recorded_at: RECORDED.at(-1) };
    const { body } = await api.get('/api/log/moment');
    expect(body).toEqual({ ...last, head: last.position, head_recorded_at: last.recorded_at });
  });

  it('is a position', async () => {
    for (const [index, recorded_at] of RECORDED.entries()) {
      expect(await ask(`${index + 1}`)).toMatchObject({ position: index + 1, recorded_at });
    }
    expect(await ask('0')).toMatchObject({ position: 0, recorded_at: null, head: RECORDED.length });
  });

  it('is the last position recorded at or before an instant, to the microsecond', async () => {
    for (const instant of RECORDED) {
      expect([instant, await positionAt(instant)]).toEqual([instant, RECORDED.lastIndexOf(instant) + 1]);
    }
    expect(await positionAt('2026-11-01T12:00:00.123455Z')).toBe(5);
    expect(await positionAt('2026-11-01T12:00:00.1234569Z')).toBe(7);
    expect(await positionAt('2026-11-01T12:00:00.123Z')).toBe(5);
    expect(await positionAt('2026-11-01T12:00:00Z')).toBe(5);
  });

  it('is before the first event at an earlier instant, and the end of the log at a later one', async () => {
    expect(await ask('2026-10-31T14:59:59.999997Z')).toMatchObject({ position: 0, recorded_at: null });
    expect(await positionAt('1900-01-01T00:00:00Z')).toBe(0);
    expect(await positionAt('2200-12-31T23:59:59Z')).toBe(RECORDED.length);
  });

  it('may be given in any zone', async () => {
    expect(await positionAt('2026-11-01T00:00:00+09:00')).toBe(3);
    expect(await positionAt('2026-10-31t23:59:59.999999+09:00')).toBe(2);
    expect(await positionAt('2026-11-01T00:00:00-04:00')).toBe(5);
    expect(await positionAt('2026-10-31T20:30:00+05:30')).toBe(3);
    const unescaped = await api.get<LogMoment>('/api/log/moment?as_of=2026-11-01T00:00:00+09:00');
    expect(unescaped.body.position).toBe(3);
  });

  it("is the end of a day in the hotel's zone", async () => {
    expect(await positionAt('2026-10-30')).toBe(0);
    expect(await positionAt('2026-10-31')).toBe(2);
    expect(await positionAt('2026-11-01')).toBe(8);
    expect(await positionAt('2026-11-02')).toBe(10);
    const inNewYork = apiClient(newYork.url);
    expect(await positionAt('2026-10-31', inNewYork)).toBe(4);
    expect(await positionAt('2026-11-01', inNewYork)).toBe(9);
    expect(await positionAt('2026-11-02', inNewYork)).toBe(10);
  });

  it('can be given to the lists in each of these ways', async () => {
    for (const [asOf, weather] of [
      ['6', '6'],
      ['2026-11-01T12:00:00.123456Z', '7'],
      ['2026-10-31', '2'],
    ] as const) {
      const path = `/api/weather?start_date=${DATE}&end_date=${DATE}&as_of=${asOf}`;
      expect((await api.get<WeatherRecord[]>(path)).body).toMatchObject([{ id: 1, date: DATE, weather }]);
    }
  });

  const RANGE = `start_date=${DATE}&end_date=${DATE}`;
  const NONE = /^as_ofは位置の番号、日時（RFC 3339）または日付（YYYY-MM-DD）で指定してください。$/;

  it('that is none is refused', async () => {
    const nonsense = [
      ...['', 'now', '-1', '1.5', '1e3', '0x1', '９', '1234567890123456', '2026-02-30', '2026-11'],
      ...['2026-11-01T12:00:00', '2026-11-01T12:00Z', '2026-11-01T24:00:00Z', '2026-11-01T12:60:00Z'],
      ...['2026-11-01T12:00:60Z', '2026-02-30T12:00:00Z', '2026-11-01T12:00:00+15:00'],
      ...['2026-11-01T12:00:00.Z', "2026-11-01'--"],
    ];
    for (const asOf of nonsense) {
      expectRefusal(await api.get(`/api/log/moment?as_of=${encodeURIComponent(asOf)}`), 400, NONE);
    }
    expectRefusal(await api.get('/api/log/moment?as_of=1&as_of=2'), 400, NONE);
  });

  it.each([
    'log/moment?',
    `bookings?${RANGE}&`,
    `booking_type_diff?${RANGE}&`,
    `weather?${RANGE}&`,
    'rooms?year_month=2026-11-01&',
    'corporate_master?',
    'payment_master?',
    `booking-changes?${RANGE}&`,
  ])('is refused by %s when it is none or behind the end of the log', async (call) => {
    expectRefusal(await api.get(`/api/${call}as_of=now`), 400, NONE);
    const beyond = 'as_ofはログの末尾（位置 10）より後を指定できません。';
    for (const position of ['11', '999999999999999']) {
      expectRefusal(await api.get(`/api/${call}as_of=${position}`), 400, beyond);
    }
  });

  it('is required to list the changes since', async () => {
    expectRefusal(await api.get(`/api/booking-changes?${RANGE}`), 400, /^as_ofは位置の番号/);
    expectRefusal(await api.get('/api/booking-changes?as_of=1'), 400, /^start_date/);
  });
});

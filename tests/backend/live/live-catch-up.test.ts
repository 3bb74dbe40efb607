import { addDays, type Day, day } from '@domain/dates.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import { weatherDayStream } from '../../../backend/calendar/weather-day.stream.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { cutConnections, rawQuery } from '../../support/log-rows.js';
import { rebuildAll } from '../../support/rebuild-tables.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { AT_DESK, aWork, openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

type Place = { log_id: string; position: number; hash: string };

let hotel: Hotel;
let other: TestServer;
let node: StoreNode;
const terminals: LiveTerminal[] = [];

beforeAll(async () => {
  hotel = await startHotel();
  other = await startTestServer({ databaseUrl: hotel.databaseUrl });
  node = openNode(hotel.databaseUrl);
});

afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});

afterAll(async () => {
  await node.close();
  await other.stop();
  await hotel.stop();
});

/** Where the log ends, once the live updates of a node have got there. */
async function place(url = hotel.url): Promise<Place> {
  const lag = async () => ((await (await fetch(`${url}/health/ready`)).json()) as { lag: number }).lag;
  while ((await lag()) > 0);
  const { log_id, position, hash } = (await hotel.api.get<Place>('/api/hotel')).body;
  return { log_id, position, hash };
}

/** A terminal that comes back from a place, and has been told where it is now. */
async function comesBack(from: Partial<Place>, url = hotel.url): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(url, from);
  terminals.push(terminal);
  await terminal.until(() => terminal.states.length > 0);
  return terminal;
}

/** The days whose weather a terminal was told of, frame by frame; a frame is a set of rows. */
const datesIn = ({ frames }: LiveTerminal): Day[] =>
  frames.flatMap(({ weather }) => weather.map(({ date }) => date).sort());

const countsOf = async (date: string) =>
  (
    await hotel.api.get<Record<string, CountRecord>>(
      `/api/booking_type_diff?start_date=${date}&end_date=${date}`,
    )
  ).body;

describe('a terminal that comes back', () => {
  test('and missed nothing is ready at once', async () => {
    const now = await place();
    const terminal = await comesBack(now);
    expect(terminal.kinds).toEqual(['ready']);
    expect(terminal.states).toEqual([now]);
  });

  test('is given all that it missed, as it stands now, before it is ready', async () => {
    const before = await place();
    const { id } = await hotel.book();
    await hotel.api.put(`/api/booking/${id}`, { notes: '変更' });
    const { id: gone } = await hotel.book({ stay_start: '2096-02-10', stay_end: '2096-02-11' });
    await hotel.api.put(`/api/booking/${gone}/cancel`, {});
    const now = await place();

    const terminal = await comesBack(before);
    expect(terminal.kinds).toEqual(['changes', 'ready']);
    expect(terminal.states).toEqual([now]);
    const [frame] = terminal.frames;
    expect(frame).toMatchObject({ from: before.position, to: now.position });
    const records = await Promise.all(
      [id, gone].map((one) => hotel.api.get<BookingRecord>(`/api/booking/${one}`)),
    );
    expect(frame?.bookings).toEqual(records.map(({ body }) => body));
    expect(frame?.counts).toEqual({
      ...(await countsOf('2096-01-10')),
      ...(await countsOf('2096-01-11')),
      ...(await countsOf('2096-02-10')),
    });
  });

  test('to another node than the one it left is given the same', async () => {
    const before = await place();
    const { id } = await hotel.book();
    const now = await place(other.url);
    const terminal = await comesBack(before, other.url);
    expect(terminal.kinds).toEqual(['changes', 'ready']);
    expect(terminal.frames).toMatchObject([
      { ...{ from: before.position, to: now.position }, bookings: [{ id }] },
    ]);
  });

  test('after a rebuild is told of a count that went back to nothing', async () => {
    const date = '2096-05-05';
    const { id } = await hotel.book({ stay_start: date, stay_end: '2096-05-06' });
    const before = await place();
    await hotel.api.put(`/api/booking/${id}`, { stay_start: '2096-05-20', stay_end: '2096-05-21' });
    await rebuildAll(hotel.databaseUrl);
    await place();
    const terminal = await comesBack(before);
    expect(terminal.frames[0]?.counts[date]).toEqual((await countsOf(date))[date]);
  });

  test('again and again while others write misses nothing and gets nothing twice', async () => {
    let { log_id, position, hash } = await place();
    const from = position;
    let writing = true;
    const writers = (async () => {
      for (let index = 0; index < 100; index += 1) {
        await node.store.execute(recordWeather(addDays(day('2096-06-01'), index), '晴'));
      }
      writing = false;
    })();
    const told: Day[] = [];
    for (let last = false; !last; ) {
      last = !writing;
      const terminal = await comesBack({ log_id, position, hash });
      // Some leave at once, some stay for a while.
      if (terminals.length % 2) await terminal.until(() => !writing || terminal.frames.length > 3);
      terminal.close();
      for (const { from: start, to, hash: hashThere } of terminal.frames) {
        expect(start).toBe(position);
        [position, hash] = [to, hashThere];
      }
      told.push(...datesIn(terminal));
      expect(terminal.states[0]?.position).toBeLessThanOrEqual(position);
    }
    await writers;
    const end = await place();
    const terminal = await comesBack({ log_id, position, hash });
    told.push(...datesIn(terminal));
    expect(end.position - from).toBe(100);
    expect(told).toEqual(Array.from({ length: 100 }, (_, index) => addDays(day('2096-06-01'), index)));
  });
});

describe('a terminal is told to read everything anew', () => {
  test.each([
    ['that has seen nothing yet', async () => ({ log_id: null, position: null })],
    ['that has seen another log', async () => ({ ...(await place()), log_id: 'another' })],
    ['that has seen more than there is', async () => ({ ...(await place()), position: 1_000_000 })],
    ['that has seen another history', async () => ({ ...(await place()), hash: 'ab'.repeat(32) })],
    ['that cannot say what it has seen there', async () => ({ ...(await place()), hash: null })],
    ['that is older than that question', async () => ({ ...(await place()), hash: undefined })],
    ['that cannot say what it has seen', async () => ({ ...(await place()), position: null })],
  ])('%s', async (_, handshake) => {
    const now = await place();
    const terminal = await comesBack((await handshake()) as Partial<Place>);
    expect(terminal.kinds).toEqual(['reload']);
    expect(terminal.states).toEqual([now]);
    const { id } = await hotel.book();
    await terminal.until(() => terminal.frames.length > 0);
    expect(terminal.frames).toMatchObject([{ from: now.position, bookings: [{ id }] }]);
  });

  test('that was away for too long', async () => {
    const before = await place();
    const date = day('2098-01-01');
    await node.store.execute(
      aWork((unit) => {
        for (let index = 0; index < 5_001; index += 1) {
          const event = { type: 'WeatherSet', data: { date, weather: `${index}` } } as const;
          unit.append(weatherDayStream, date, event, AT_DESK);
        }
      }),
    );
    const now = await place();
    const tooLong = await comesBack(before);
    expect(tooLong.kinds).toEqual(['reload']);
    const [next] = await rawQuery(
      hotel.databaseUrl,
      `select encode(hash, 'hex') as hash from event_log where position = ${before.position + 1}`,
    );
    const justNot = await comesBack({ ...before, position: before.position + 1, hash: `${next?.hash}` });
    expect(justNot.kinds).toEqual(['changes', 'ready']);
    expect(justNot.states).toEqual([now]);
    expect(justNot.frames[0]?.weather).toMatchObject([{ date, weather: '5000' }]);
  });
});

test('a node that was cut off from the database brings its terminals up to date when it is back', async () => {
  const terminal = await comesBack(await place());
  await cutConnections(hotel.databaseUrl);
  const fresh = openNode(hotel.databaseUrl);
  const dates = [0, 1, 2].map((index) => addDays(day('2096-08-01'), index));
  for (const date of dates) await fresh.store.execute(recordWeather(date, '雪'));
  await fresh.close();
  const told = () => datesIn(terminal);
  await terminal.until(() => told().length >= 3);
  expect(told()).toEqual(dates);
});

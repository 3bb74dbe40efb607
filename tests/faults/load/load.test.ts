import { addDays, dayIn } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomFrom } from '../../../backend/sample/prng.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { rawQuery } from '../../support/log-rows.js';
import { projectedSums, rebuildAll } from '../../support/rebuild-tables.js';
import { recordTrial } from '../../support/records.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { DeskLives } from './desk-lives.js';
import { DeskTraffic } from './desk-traffic.js';
import { heldByServer, rowDifferences } from './held-rows.js';
import { TerminalFleet } from './terminal-fleet.js';

const TERMINALS = 200;
const PROCESSES = 4;
const WRITES_PER_SECOND = 50;
const SECONDS = process.env.LOAD_MINUTES ? Number(process.env.LOAD_MINUTES) * 60 : timesOf(10, 3_600);
/** Between two of these stretches everything is held against the database. */
const STRETCHES = Math.max(2, Math.ceil(SECONDS / 120));

let hotel: Hotel;
let fleet: TerminalFleet;

beforeAll(async () => {
  hotel = await startHotel({}, { ownProcess: true });
  fleet = await TerminalFleet.connect(hotel.url, {
    terminals: TERMINALS,
    processes: PROCESSES,
    awayEveryMs: 1_000,
  });
});
afterAll(async () => {
  fleet?.close();
  await hotel?.stop();
});

const percentile = (values: number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
};

/** How long it took from each new booking being sent until the last terminal had it. */
function timesToLast(traffic: DeskTraffic): number[] {
  const arrivals = [...fleet.arrivals].sort(([a], [b]) => a - b);
  let next = 0;
  const booked = traffic.done.filter(({ position }) => position !== null);
  booked.sort((a, b) => Number(a.position) - Number(b.position));
  return booked.flatMap(({ position, sentAt }) => {
    while (next < arrivals.length && (arrivals[next]?.[0] ?? 0) < Number(position)) next += 1;
    const [, last] = arrivals[next] ?? [];
    return last === undefined ? [] : [last - sentAt];
  });
}

async function figures(traffic: DeskTraffic, frames: number, reconnects: number) {
  const times = (kinds: RegExp) => traffic.done.filter(({ kind }) => kinds.test(kind)).map(({ ms }) => ms);
  const size =
    'select pg_database_size(current_database()) / 1048576 as mib, (select position from log_head) as events';
  const [row] = await rawQuery(hotel.databaseUrl, size);
  const last = timesToLast(traffic);
  return {
    'POST p50 ms': percentile(times(/^(book|pay)$/), 0.5),
    'POST p99 ms': percentile(times(/^(book|pay)$/), 0.99),
    'all writes p99 ms': percentile(times(/^(?!read|import)/), 0.99),
    'file of 5 rows p50 ms': percentile(times(/import/), 0.5),
    'GET p50 ms': percentile(times(/read/), 0.5),
    'POST to last terminal p50 ms': percentile(last, 0.5),
    'POST to last terminal p99 ms': percentile(last, 0.99),
    'frames received': frames,
    reconnects,
    'events at end': Number(row?.events),
    'PostgreSQL MiB': Number(row?.mib),
  };
}

test(
  `${TERMINALS} terminals and ${WRITES_PER_SECOND} writes a second for ${SECONDS} s: no error, no change missed`,
  async () => {
    const today = dayIn('Asia/Tokyo', new Date());
    const range = `start_date=${addDays(today, -7)}&end_date=${addDays(today, 40)}`;
    const reads = [
      `/api/bookings?${range}`,
      '/api/booking-search?q=%E9%AB%99%E6%A9%8B',
      '/api/front-desk',
      `/api/booking_type_diff?${range}`,
      '/api/csv-reservations?status=failed',
    ];
    const lives = new DeskLives(hotel.ids.rooms, today, randomFrom(seed));
    const pace = { writesPerSecond: WRITES_PER_SECOND, readsPerSecond: 5 };
    const traffic = new DeskTraffic(hotel.url, lives, reads, pace);
    const before = (await heldByServer(hotel.url)).rows;
    const memory: number[] = [];
    let frames = 0;
    let reconnects = 0;
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      traffic.start();
      await new Promise((done) => setTimeout(done, (SECONDS * 1_000) / STRETCHES));
      await traffic.pause();
      const { rows: now, position } = await heldByServer(hotel.url);
      const states = await fleet.states(position);
      expect(traffic.errors).toEqual([]);
      expect(states.flatMap(({ faults }) => faults)).toEqual([]);
      expect(new Set(states.flatMap(({ digests }) => digests)).size).toBe(1);
      expect(rowDifferences(new Map(states[0]?.rows), { now, before })).toEqual([]);
      memory.push(Math.round(hotel.residentMiB()));
      frames = states.reduce((sum, state) => sum + state.frames, 0);
      reconnects = states.reduce((sum, state) => sum + state.reconnects, 0);
    }
    const told = await figures(traffic, frames, reconnects);
    // Where no screens were built, as in a copy made for a mistake, the product says so when it starts.
    expect(hotel.output()).not.toMatch(/"level":"(warn|error)"(?!.*"message":"the screens are not built)/);
    // Of an hour's bookings all rows at once would be too much for this process.
    const live = await projectedSums(hotel.databaseUrl);
    await rebuildAll(hotel.databaseUrl); // Verifies the log as well.
    expect(await projectedSums(hotel.databaseUrl)).toEqual(live);
    const writes = traffic.done.filter(({ kind }) => kind !== 'read').length;
    expect(writes).toBeGreaterThan(SECONDS * WRITES_PER_SECOND * 0.9);
    recordTrial({
      part: 'load',
      what: `${TERMINALS} terminals, ${WRITES_PER_SECOND} writes a second`,
      tried: writes,
      acknowledged: writes,
      wrong: 0,
      figures: { seconds: SECONDS, ...told, 'MiB first': memory[0] ?? 0, 'MiB last': memory.at(-1) ?? 0 },
    });
  },
  (SECONDS * 2 + 240) * 1_000,
);

import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '@domain/dates.js';
import { expect } from '@jest/globals';
import { randomFrom } from '#backend/tools/sample/prng.js';
import { quantile } from '#tests/bench/harness.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault } from '../harness.js';
import { unlikeRebuilt } from '../verdict.js';
import { DeskLives } from './desk-lives.js';
import { DeskTraffic, WRITES_PER_SECOND } from './desk-traffic.js';
import { heldByServer, rowDifferences } from './held-rows.js';
import { connectFleet } from './terminal-fleet.js';

const SECONDS = process.env.LOAD_MINUTES ? Number(process.env.LOAD_MINUTES) * 60 : timesOf(10, 3_600);
/** Between two of these stretches everything is held against the database. */
const STRETCHES = Math.max(2, Math.ceil(SECONDS / 120));

type Fleet = Awaited<ReturnType<typeof connectFleet>>;

const percentile = (values: number[], share: number): number => Math.round(quantile(values, share) * 10) / 10;

/** Returns the milliseconds from each new booking being sent until the last terminal had it. */
function timesToLast(traffic: DeskTraffic, fleet: Fleet): number[] {
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

/** Milliseconds by kind of call, and from a booking sent to the last terminal. */
function timesOfCalls(traffic: DeskTraffic, fleet: Fleet): Record<string, number> {
  const times = (kinds: RegExp) => traffic.done.filter(({ kind }) => kinds.test(kind)).map(({ ms }) => ms);
  const last = timesToLast(traffic, fleet);
  return {
    'POST p50 ms': percentile(times(/^(book|pay)$/), 0.5),
    'POST p99 ms': percentile(times(/^(book|pay)$/), 0.99),
    'all writes p99 ms': percentile(times(/^(?!read|import)/), 0.99),
    'file of 5 rows p50 ms': percentile(times(/import/), 0.5),
    'GET p50 ms': percentile(times(/read/), 0.5),
    'POST to last terminal p50 ms': percentile(last, 0.5),
    'POST to last terminal p99 ms': percentile(last, 0.99),
  };
}

fault('load', 'many terminals and a steady load of writes: no error, no change missed', async (world) => {
  const hotel = await world.hotel(true);
  const { url, today, databaseUrl } = hotel;
  const fleet = await connectFleet(url);
  world.later(() => fleet.close());
  const range = `start_date=${addDays(today, -7)}&end_date=${addDays(today, 40)}`;
  const reads = [
    ...[`/api/bookings?${range}`, `/api/booking_type_diff?${range}`, '/api/front-desk'],
    ...['/api/booking-search?q=%E9%AB%99%E6%A9%8B', '/api/csv-reservations?status=failed'],
  ];
  const lives = new DeskLives(hotel.ids.rooms, today, randomFrom(seed));
  const traffic = new DeskTraffic(url, lives, reads);
  const before = (await heldByServer(url)).rows;
  const memory: number[] = [];
  let told = { frames: 0, reconnects: 0 };
  for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
    traffic.start();
    await pause((SECONDS * 1_000) / STRETCHES);
    await traffic.pause();
    const { rows: now, position } = await heldByServer(url);
    const states = await fleet.states(position);
    expect(traffic.errors).toEqual([]);
    expect(states.flatMap(({ faults }) => faults)).toEqual([]);
    expect(new Set(states.flatMap(({ digests }) => digests)).size).toBe(1);
    expect(rowDifferences(new Map(states[0]?.rows), { now, before })).toEqual([]);
    memory.push(Math.round(hotel.residentMiB()));
    const sum = (of: 'frames' | 'reconnects') => states.reduce((all, state) => all + state[of], 0);
    told = { frames: sum('frames'), reconnects: sum('reconnects') };
  }
  // Where no screens were built, as in a copy made for a mistake, the product says so when it starts.
  expect(hotel.output()).not.toMatch(/"level":"(warn|error)"(?!.*"message":"the screens are not built)/);
  // Of an hour's bookings all rows at once would be too much for this process.
  world.databaseUrl = '';
  expect(await unlikeRebuilt(databaseUrl)).toBeFalsy();
  world.struck = traffic.done.filter(({ kind }) => kind !== 'read').length;
  expect(world.struck).toBeGreaterThan(SECONDS * WRITES_PER_SECOND * 0.9);
  const size =
    'select pg_database_size(current_database()) / 1048576 as mib, (select position from log_head) as events';
  const [row] = await rawQuery(databaseUrl, size);
  world.figures = {
    ...{ seconds: SECONDS, ...timesOfCalls(traffic, fleet), ...told },
    ...{ 'events at end': Number(row?.events), 'PostgreSQL MiB': Number(row?.mib) },
    ...{ 'MiB first': memory[0] ?? 0, 'MiB last': memory.at(-1) ?? 0 },
  };
});

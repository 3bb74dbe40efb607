import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exchange } from '../../support/raw-http.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { recordTrial } from '../../support/records.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { type FuzzHotel, startFuzzHotel } from './fuzz-hotel.js';
import { planOf, requestOf } from './fuzzed-requests.js';
import { learn } from './learn.js';
import { faultsOf } from './verdict.js';

const REQUESTS = timesOf(2_000, 100_000);
const DEADLINE_MS = 10_000;
const LARGEST_MIB = 700;

let hotel: FuzzHotel;
const statuses = new Map<number | string, number>();

beforeAll(async () => {
  hotel = await startFuzzHotel();
});
afterAll(() => hotel.stop());

test(
  `${REQUESTS} generated requests are taken or refused as the contract says, and a refusal writes nothing`,
  async () => {
    let tried = 0;
    await hotel.watch.news();
    const before = hotel.residentMiB();
    const property = fc.asyncProperty(planOf(hotel.routes), async (plan) => {
      const request = requestOf(plan, hotel);
      const outcome = await exchange(hotel.url, request.bytes, { cut: request.cut, deadlineMs: DEADLINE_MS });
      const faults = faultsOf(request, outcome, await hotel.watch.news());
      tried += 1;
      const status = typeof outcome === 'string' ? outcome : outcome.status;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!hotel.isAlive()) faults.push('the process is gone');
      if (tried % 500 === 0 && hotel.residentMiB() > LARGEST_MIB) faults.push(`${hotel.residentMiB()} MiB`);
      if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${request.told}`);
      learn(hotel.known, request, outcome);
    });
    await fc.assert(property, { seed, numRuns: REQUESTS });
    expect(hotel.output()).not.toMatch(/request failed|unhandled|uncaught/i);

    const live = await projectedRows(hotel.databaseUrl);
    await rebuildAll(hotel.databaseUrl); // Verifies the log as well.
    expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
    const accepted = [...statuses].filter(([status]) => Number(status) < 300);
    recordTrial({
      part: 'fuzz',
      what: 'HTTP requests: types, dates, numbers, texts, bodies, headers, queries, paths, framings',
      tried: REQUESTS,
      wrong: 0,
      figures: {
        calls: hotel.routes.length,
        accepted: accepted.reduce((sum, [, count]) => sum + count, 0),
        'MiB before': Math.round(before),
        'MiB after': Math.round(hotel.residentMiB()),
      },
    });
  },
  timesOf(120_000, 3_600_000),
);

test('among them are many that were accepted, and every way of refusing', () => {
  for (const status of [200, 201, 400, 404, 409, 413, 415, 422]) {
    expect({ status, count: statuses.get(status) ?? 0 }).toEqual({ status, count: expect.any(Number) });
    expect({ status, isThere: (statuses.get(status) ?? 0) > 0 }).toEqual({ status, isThere: true });
  }
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inLanes } from '../../support/in-lanes.js';
import { exchange } from '../../support/raw-http.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { recordTrial } from '../../support/records.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { startFuzzHotel } from './fuzz-hotel.js';
import { planOf, requestOf } from './fuzzed-requests.js';
import { learn } from './learn.js';
import { faultsOf } from './verdict.js';

const REQUESTS = timesOf(2_000, 100_000, 600);
/** Hotels beside each other, each with its share: one alone leaves processors idle. */
const HOTELS = timesOf(1, 2);
const DEADLINE_MS = 120_000;
const LARGEST_MIB = 700;

const statuses = new Map<number | string, number>();
const figures = { calls: 0, accepted: 0, 'MiB before': 0, 'MiB after': 0 };

/** Sends requests to a hotel of their own. */
async function fuzzHotel(lane: number): Promise<void> {
  const hotel = await startFuzzHotel();
  try {
    let tried = 0;
    await hotel.watch.news();
    figures.calls = hotel.routes.length;
    figures['MiB before'] = Math.max(figures['MiB before'], Math.round(hotel.residentMiB()));
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
    await fc.assert(property, { seed: seed + lane, numRuns: REQUESTS / HOTELS });
    expect(hotel.output()).not.toMatch(/request failed|unhandled|uncaught|warning/i);
    figures['MiB after'] = Math.max(figures['MiB after'], Math.round(hotel.residentMiB()));

    const live = await projectedRows(hotel.databaseUrl);
    await rebuildAll(hotel.databaseUrl); // Verifies the log as well.
    expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
  } finally {
    await hotel.stop();
  }
}

test(
  `${REQUESTS} generated requests are taken or refused as the contract says, and a refusal writes nothing`,
  async () => {
    await inLanes(
      HOTELS,
      Array.from({ length: HOTELS }, (_, lane) => lane),
      fuzzHotel,
    );
    for (const [status, count] of statuses) if (Number(status) < 300) figures.accepted += count;
    recordTrial({
      part: 'fuzz',
      what: 'HTTP requests: types, dates, numbers, texts, bodies, headers, queries, paths, framings',
      tried: REQUESTS,
      wrong: 0,
      figures,
    });
  },
  timesOf(300_000, 3_600_000),
);

test('among them are many that were accepted, and every way of refusing', () => {
  for (const status of [200, 201, 400, 404, 409, 413, 415, 422])
    expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
});

import { test } from '@jest/globals';
import fc from 'fast-check';
import { Clock } from '../../../backend/platform/clock.js';
import { RefusedError } from '../../../backend/platform/errors.js';
import { modelsOf } from '../../support/memory-store/memory-models.js';
import { recordTrial } from '../../support/records.js';
import { storeOnPostgres } from '../../support/store-under-test.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { openDesk } from './desk.js';
import { difference } from './difference.js';
import { take } from './history.js';
import { BEGIN, openHotel } from './hotel.js';
import { must } from './oracle.js';
import { comeToRest } from './quiet.js';
import type { Sent } from './request-log.js';
import { histories, type Step, type Way } from './steps.js';
import { Tally } from './tally.js';
import { World } from './world.js';

const HISTORIES = timesOf(12, 2_000);
const AN_HOUR_MS = 3_600_000;

/** What was refused and not heard of may be done when it is sent again. */
const UNHEARD: readonly Way[] = ['lost before', 'lost after', 'unanswered'];

/** Histories in which every request happens when it is sent, and once: then the order is the same wherever they are lived. */
const calm = histories.map((steps) =>
  steps.flatMap((step): Step[] => {
    if (step.do === 'crash' || step.do === 'retry' || step.do === 'clock') return [];
    return 'way' in step && UNHEARD.includes(step.way) ? [{ ...step, way: 'plain' }] : [step];
  }),
);

/** What came of a request; what a reversal tells in words names the time of day, which is each store's own. */
function told(answer: unknown): unknown {
  const { obstacles, ...rest } = (answer ?? {}) as { obstacles?: unknown };
  return JSON.parse(JSON.stringify(rest));
}

async function outcomeOf(answer: Promise<unknown>): Promise<unknown> {
  try {
    return told(await answer);
  } catch (error) {
    if (error instanceof RefusedError) return error.rules.map(({ code }) => code).join(', ');
    throw error;
  }
}

const inMemory = ({ answer, refusal }: Sent): unknown =>
  answer === null ? refusal : told(JSON.parse(answer));

async function liveOnBoth(history: readonly Step[], tally: Tally): Promise<void> {
  const world = new World();
  for (const step of history) await take(world, step, tally);
  await comeToRest(world);
  const under = await storeOnPostgres();
  try {
    await openHotel((work) => under.here.execute(work));
    const desk = openDesk(under.here, new Clock('Asia/Tokyo', () => new Date(BEGIN)));
    for (const sent of world.sent) {
      const other = difference(await outcomeOf(sent.run(desk)), inMemory(sent));
      must(other === '', () => `${sent.told}: PostgreSQL answers otherwise: ${other}`);
      tally.settled(sent.kind, sent.state);
    }
    const live = await under.readModels();
    const models = JSON.parse(JSON.stringify(modelsOf(world.database)));
    const stored = difference(live, models);
    must(stored === '', () => `PostgreSQL holds something else: ${stored}`);
    const log = difference(
      (await under.rows()).map(({ stream, version, type }) => [stream, version, type]),
      world.database.rows.map(({ stream, version, type }) => [stream, version, type]),
    );
    must(log === '', () => `the log of PostgreSQL is another one: ${log}`);
    tally.lived(world.database.position);
  } finally {
    await under.close();
  }
}

test(
  'PostgreSQL answers, writes and projects what the store in memory does',
  async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(calm, (history) => liveOnBoth(history, tally)),
      { seed, numRuns: HISTORIES },
    );
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((one, other) => one + other, 0);
    recordTrial({
      part: 'simulation',
      what: 'histories lived through in memory and on PostgreSQL',
      tried: tally.histories,
      acknowledged: sum(tally.done),
      wrong: 0,
      figures: { commands: sum(tally.done) + sum(tally.refused), events: tally.events },
    });
  },
  2 * AN_HOUR_MS,
);

import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { AppendMetrics } from '#backend/event-store/append-metrics.js';
import { readStreams } from '#backend/event-store/log-reader.js';
import type { Work } from '#backend/event-store/unit-of-work.js';
import { RefusedError } from '#backend/platform/errors.js';
import { eventStoreParts } from '#backend/streams.js';
import { createTestDatabase } from '#tests/support/database.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawLog } from '#tests/support/log-rows.js';
import { histories, liveThrough, NOW } from '#tests/support/random-history.js';
import { projectedRows } from '#tests/support/rebuild-tables.js';
import { openDesk, openNode, type StoreNode } from '#tests/support/store-node.js';
import { runs } from '#tests/support/trial-size.js';

// A whole property is replayed in one test.
jest.setTimeout(LONG_MS);

const RUNS = runs(5);

const WAYS = {
  'from memory': { nodes: 1, decidesFromMemory: true },
  'under the lock': { nodes: 1, decidesFromMemory: false },
  'two nodes in turns': { nodes: 2, decidesFromMemory: true },
} as const;
type Way = keyof typeof WAYS;

/** A node whose answers and refusals are recorded. */
function recording(node: StoreNode, answers: unknown[]): StoreNode {
  const execute = async <Answer>(work: Work<Answer>): Promise<Answer> => {
    try {
      const answer = await node.store.execute(work);
      answers.push(answer);
      return answer;
    } catch (error) {
      answers.push(
        error instanceof RefusedError ? error.rules : (error as { constraint?: string }).constraint,
      );
      throw error;
    }
  };
  return { ...node, store: Object.assign(Object.create(node.store), { execute }) };
}

/** The events as they read, without instants and keys. */
async function eventsOf(node: StoreNode, url: string): Promise<unknown[]> {
  const streams = new Set((await rawLog(url)).map(({ stream }) => stream));
  const events = await readStreams(node.pool, eventStoreParts().registry, [...streams]);
  return events.map(({ recordedAt, requestId, ...event }) => event);
}

type History = Parameters<typeof liveThrough>[1];

/** Lives through a history, one step after another; what it wrote and answered, and how many batches from memory. */
async function outcomeOf(history: History, way: Way) {
  const { nodes: count, decidesFromMemory } = WAYS[way];
  const { url, drop } = await createTestDatabase();
  const answers: unknown[] = [];
  let fromMemory = 0;
  const committed = ({ isFromMemory }: { isFromMemory: boolean }) => {
    fromMemory += isFromMemory ? 1 : 0;
  };
  const nodes = Array.from({ length: count }, () =>
    openNode(url, eventStoreParts(), {
      metrics: Object.assign(new AppendMetrics(new Registry()), { committed }),
      decidesFromMemory,
    }),
  );
  try {
    const [here, there = here] = nodes.map((node) => openDesk(recording(node, answers), NOW));
    if (!here || !there) throw new Error('no node');
    await liveThrough(
      [here, there],
      history.flat().map((step) => [step]),
    );
    const events = await eventsOf(nodes[0] as StoreNode, url);
    return { written: { events, tables: await projectedRows(url), answers }, fromMemory };
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  }
}

test('from memory, under the lock and by two nodes in turns: the same log, tables and answers', async () => {
  const fromMemory = { 'from memory': 0, 'under the lock': 0, 'two nodes in turns': 0 };
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const locked = await outcomeOf(history, 'under the lock');
      for (const way of ['from memory', 'two nodes in turns'] as const) {
        const other = await outcomeOf(history, way);
        expect(other.written).toEqual(locked.written);
        fromMemory[way] += other.fromMemory;
      }
      fromMemory['under the lock'] += locked.fromMemory;
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(fromMemory['under the lock']).toBe(0);
  expect(fromMemory['two nodes in turns']).toBeGreaterThan(RUNS);
  expect(fromMemory['from memory']).toBeGreaterThan(RUNS * 5);
});

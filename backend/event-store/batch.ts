import type pg from 'pg';
import { allEnded, Pipeline } from '../platform/pipeline.js';
import { startBelow, traced } from '../platform/tracing/tracing.js';
import {
  appendAtHead,
  appendUnderLock,
  type PreparedAppend,
  prepareAppend,
  streamsToSeal,
} from './batch-append.js';
import { decideBatch, type LoadedBatch, type Outcome } from './batch-decide.js';
import { loadBatch } from './batch-load.js';
import { DecisionMemory } from './decision-memory.js';
import type { EventStoreParts } from './event-store-parts.js';
import { IdempotencyCache } from './idempotency-cache.js';
import type { ChainedRange } from './log-subscription.js';
import { isErasing, KeyRing } from './personal-data.js';
import { writeTables } from './table-writes.js';
import { TrustedClock } from './trusted-clock.js';
import type { QueuedWork } from './unit-of-work.js';

/**
 * The outcome of each command of a batch, the range of the log that they wrote, whether it was decided from memory, and
 * whether it was recorded by the node's time since the database's clock is not believed.
 */
type BatchResult = {
  outcomes: Outcome[];
  range: ChainedRange | null;
  isFromMemory: boolean;
  isByOwnTime: boolean;
};

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

function decideTraced(batch: LoadedBatch, queued: readonly QueuedWork[]): Outcome[] {
  const span = startBelow('decide');
  try {
    return decideBatch(batch, queued);
  } finally {
    span?.end();
  }
}

/**
 * Runs batches of commands, each as one transaction: load, decide, append. When the memory holds all that the commands
 * require, they are decided from it and appended in one statement, which writes nothing unless the log still ends there.
 * Otherwise, and for a refusal, a known or taken key, changes of master data or an erasure, the batch takes the lock.
 */
export class BatchRunner {
  readonly memory: DecisionMemory;
  private readonly clock = new TrustedClock();
  /** End of the log after the append of the batch that runs; null while there is none. */
  appendingTo: number | null = null;

  constructor(
    private readonly parts: EventStoreParts,
    decidesFromMemory: boolean,
  ) {
    this.memory = new DecisionMemory(parts.reference, decidesFromMemory);
  }

  /** Runs commands that were queued together; those that have no outcome belong to the next batch. */
  async run(connection: pg.Client, queued: readonly QueuedWork[]): Promise<BatchResult> {
    this.memory.begin();
    try {
      return (await this.runFromMemory(connection, queued)) ?? (await this.runLocked(connection, queued));
    } catch (error) {
      this.memory.facts.clear();
      throw error;
    } finally {
      this.appendingTo = null;
      this.memory.end();
    }
  }

  private async runFromMemory(
    connection: pg.Client,
    queued: readonly QueuedWork[],
  ): Promise<BatchResult | null> {
    const { memory, parts } = this;
    const unit = memory.recall(queued, this.clock.now());
    if (!unit) return null;
    const batch = { unit, answers: new IdempotencyCache() };
    const outcomes = decideTraced(batch, queued);
    const isPlain = outcomes.every((outcome) => 'answer' in outcome) && unit.events.length > 0;
    if (!isPlain || unit.changesReference || isErasing(unit.events)) return null;
    const keys = KeyRing.recall(streamsToSeal(parts.registry, unit.events), memory.facts);
    if (!keys) return null;
    const append = this.prepare(batch, keys);
    try {
      const range = await traced('append', () => appendAtHead(connection, append, parts));
      if (!range) return null;
      this.remember(append, keys);
      return { outcomes, range, isFromMemory: true, isByOwnTime: false };
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }

  private async runLocked(connection: pg.Client, queued: readonly QueuedWork[]): Promise<BatchResult> {
    const client = new Pipeline(connection);
    const { clock, memory, parts } = this;
    try {
      const batch = await traced('load', () => loadBatch(client, queued, { clock, memory, parts }));
      const outcomes = decideTraced(batch, queued);
      const { unit } = batch;
      if (unit.events.length === 0) {
        memory.facts.remember(unit.states);
        await allEnded(writeTables(client, batch.answers.writes), client.query('commit'));
        return { outcomes, range: null, isFromMemory: false, isByOwnTime: false };
      }
      const keys = await KeyRing.load(streamsToSeal(parts.registry, unit.events), memory.facts, client);
      const append = this.prepare(batch, keys);
      const range = await traced('append', () => appendUnderLock(client, append, parts));
      this.remember(append, keys);
      return { outcomes, range, isFromMemory: false, isByOwnTime: !clock.isDatabases };
    } catch (error) {
      await connection.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
      throw error;
    }
  }

  private prepare(batch: LoadedBatch, keys: KeyRing): PreparedAppend {
    const append = prepareAppend(batch, keys, this.parts);
    this.appendingTo = append.head.position;
    return append;
  }

  private remember({ unit, move, head }: PreparedAppend, keys: KeyRing): void {
    this.memory.follow(move.from.position, head, unit);
    keys.keepIn(this.memory.facts);
  }
}

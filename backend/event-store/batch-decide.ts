import { RefusedError } from '../platform/errors.js';
import { type IdempotencyCache, reusedKey } from './idempotency-cache.js';
import { areOutdated, type QueuedWork, type UnitOfWork } from './unit-of-work.js';

/** A batch whose data is loaded: the unit of work as of the log's end, and the answers already given to its keys. */
export type LoadedBatch = { unit: UnitOfWork; answers: IdempotencyCache };

/** The answer of a command, or the error that its caller gets. */
export type Outcome = { answer: unknown } | { error: unknown };

function decideOne({ unit, answers }: LoadedBatch, { work }: QueuedWork): Outcome {
  const known = work.idempotency && answers.find(work.idempotency);
  if (known && !known.isOther) return { answer: known.answer };
  try {
    const answer = work.decide(unit);
    if (known) throw reusedKey();
    const streams = unit.accessedStreams;
    unit.commit();
    if (work.idempotency) answers.remember(work.idempotency, answer, streams);
    return { answer };
  } catch (error) {
    unit.rollback();
    // For a reused key with another body, only that body's own validation errors come first (contract 1).
    const isHidden = known && error instanceof RefusedError && error.status !== 422;
    return { error: isHidden ? reusedKey() : error };
  }
}

/**
 * Decides commands one after another, each seeing the changes of those before it. Returns their outcomes in order, at least
 * one: fewer than the commands when one changed what those behind it were loaded for.
 */
export function decideBatch(loaded: LoadedBatch, queued: readonly QueuedWork[]): Outcome[] {
  const { unit } = loaded;
  if (unit.events.length > 0) throw new Error('the batch was decided before');
  const outcomes: Outcome[] = [];
  for (const one of queued) {
    if (areOutdated(one.work.requirements, unit)) break;
    outcomes.push(decideOne(loaded, one));
    // A command after one with its own table writes goes to the next batch: a statement can't have two parts of one name.
    if (unit.changesReference || unit.writes.length > 0) break;
  }
  if (outcomes.length === 0)
    throw new Error('a batch must have an outcome, or it would be queued again for ever');
  return outcomes;
}

import type { HotelReference } from '@domain/reference.js';
import type pg from 'pg';
import { RefusedError } from '../platform/errors.js';
import { allEnded, Pipeline, type Statements } from '../platform/pipeline.js';
import { areOutdated, loadRequirements } from './data-requirements.js';
import { runsOf, summedUp } from './document-change.js';
import { type Scrubber, scrub } from './erasure.js';
import type { StreamRegistry } from './event-codec.js';
import { IdempotencyCache, REUSED } from './idempotency-cache.js';
import { advanceAndCommit, beginLocked, type LogHead } from './log-head.js';
import { type DerivedTable, writeDocuments } from './projection.js';
import type { ReferenceCache } from './reference-cache.js';
import { UnitOfWork } from './unit-of-work.js';
import type { QueuedWork } from './work.js';
import { writeLog } from './write-log.js';

/** What the event store must be told about the product. */
export type EventStoreParts = {
  registry: StreamRegistry;
  derived: readonly DerivedTable[];
  reference: ReferenceCache;
  scrubbers: readonly Scrubber[];
};

type Outcome = { answer: unknown } | { error: unknown };

/** What became of each work of a batch, and how many events they wrote. */
type BatchResult = { outcomes: Outcome[]; events: number };

/**
 * Projects what a unit of work changed, a row for each stream, then the tables that follow from them; returns master
 * data as it is afterwards.
 */
export async function project(
  client: Statements,
  unit: UnitOfWork,
  parts: EventStoreParts,
): Promise<HotelReference> {
  let { reference } = unit;
  for (const steps of runsOf(unit.steps)) {
    const changes = summedUp(steps);
    await writeDocuments(client, changes);
    for (const derived of parts.derived) await derived.apply(client, { steps, changes, reference });
    if (steps.at(-1)?.definition.isReference) reference = await parts.reference.load(client);
  }
  return reference;
}

async function flushAndCommit(
  client: Statements,
  parts: EventStoreParts,
  head: LogHead,
  unit: UnitOfWork,
  answers: IdempotencyCache,
): Promise<void> {
  await answers.write(client);
  const last = unit.events.at(-1);
  if (!last) {
    await client.send('commit');
    return;
  }
  const hash = await writeLog(client, parts.registry, head, unit.events);
  await project(client, unit, parts);
  await scrub(client, unit, parts.scrubbers);
  const { position, recordedAt } = last;
  const referencePosition = unit.changesReference ? position : head.referencePosition;
  await advanceAndCommit(client, { position, hash, recordedAt, referencePosition });
}

function decideOne(unit: UnitOfWork, answers: IdempotencyCache, { work }: QueuedWork): Outcome {
  const known = work.idempotency && answers.find(work.idempotency);
  if (known && !known.isOther) return { answer: known.answer };
  try {
    const answer = work.decide(unit);
    if (known) throw REUSED;
    const streams = unit.named;
    unit.commit();
    if (work.idempotency) answers.remember(work.idempotency, answer, streams);
    return { answer };
  } catch (error) {
    unit.rollback();
    // Of a key that came with another body, only what is wrong with this one itself is told first (contract 1).
    const isHidden = known && error instanceof RefusedError && error.status !== 422;
    return { error: isHidden ? REUSED : error };
  }
}

/** Takes the lock and, in the same breath, asks for all that the works must know. */
async function beginBatch(client: Statements, parts: EventStoreParts, queued: readonly QueuedWork[]) {
  const keys = queued.flatMap(({ work }) => (work.idempotency ? [work.idempotency.key] : []));
  const locked = beginLocked(client);
  const begun = locked.then(async (head) => {
    const reference = await parts.reference.at(client, head.referencePosition);
    return new UnitOfWork(head, reference);
  });
  const [head, unit, answers] = await allEnded(
    locked,
    begun,
    IdempotencyCache.load(client, keys),
    loadRequirements(
      client,
      queued.flatMap(({ work }) => work.requirements),
      begun,
    ),
  );
  return { head, unit, answers };
}

/**
 * Runs queued works in one transaction: lock, load the facts of all, decide one after another, write in few
 * statements, one bell, one commit; two round trips, as a rule. Returns the outcomes in order; fewer than the works when
 * one of them changed master data or what another's needs follow from: those behind it belong to the next batch.
 */
export async function runBatch(
  connection: pg.Client,
  parts: EventStoreParts,
  queued: readonly QueuedWork[],
): Promise<BatchResult> {
  const client = new Pipeline(connection);
  try {
    const { head, unit, answers } = await beginBatch(client, parts, queued);
    const outcomes: Outcome[] = [];
    for (const one of queued) {
      if (areOutdated(one.work.requirements, unit)) break;
      outcomes.push(decideOne(unit, answers, one));
      if (unit.changesReference) break;
    }
    await flushAndCommit(client, parts, head, unit, answers);
    await client.done();
    return { outcomes, events: unit.events.length };
  } catch (error) {
    await connection.query('rollback').catch(() => undefined); // The connection may be gone; the first error counts.
    throw error;
  }
}

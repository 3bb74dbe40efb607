import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import { stretchesOf, summedUp } from './document-change.js';
import { type Scrubber, scrub } from './erasure.js';
import type { StreamRegistry } from './event-codec.js';
import { KnownAnswers } from './idempotency.js';
import { advanceAndCommit, beginLocked, type LogHead } from './log-head.js';
import { meetNeeds } from './needs.js';
import { type DerivedTable, writeDocuments } from './projection.js';
import type { ReferenceCache } from './reference-cache.js';
import { type Memory, UnitOfWork } from './unit-of-work.js';
import type { QueuedWork } from './work.js';
import { writeLog } from './write-log.js';

/** What the event store must be told about the product. */
export type EventStoreParts = {
  registry: StreamRegistry;
  derived: readonly DerivedTable[];
  reference: ReferenceCache;
  memory: Memory;
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
  client: Queryable,
  unit: UnitOfWork,
  parts: EventStoreParts,
): Promise<HotelReference> {
  let { reference } = unit;
  for (const steps of stretchesOf(unit.steps)) {
    const changes = summedUp(steps);
    await writeDocuments(client, changes);
    for (const derived of parts.derived) await derived.apply(client, { steps, changes, reference });
    if (steps.at(-1)?.definition.isReference) reference = await parts.reference.load(client);
  }
  return reference;
}

async function flushAndCommit(
  client: Queryable,
  parts: EventStoreParts,
  head: LogHead,
  unit: UnitOfWork,
  answers: KnownAnswers,
): Promise<void> {
  await answers.write(client);
  const last = unit.events.at(-1);
  if (!last) {
    await client.query('commit');
    return;
  }
  const hash = await writeLog(client, parts.registry, head, unit.events);
  await project(client, unit, parts);
  await scrub(client, unit, parts.scrubbers);
  const { position, recordedAt } = last;
  const referencePosition = unit.changesReference ? position : head.referencePosition;
  await advanceAndCommit(client, { position, hash, recordedAt, referencePosition });
}

function decideOne(unit: UnitOfWork, answers: KnownAnswers, { work }: QueuedWork): Outcome {
  try {
    const known = work.idempotency && answers.find(work.idempotency);
    if (known) return { answer: known.answer };
    const answer = work.decide(unit);
    const streams = unit.touched;
    unit.keep();
    if (work.idempotency) answers.remember(work.idempotency, answer, streams);
    return { answer };
  } catch (error) {
    unit.discard();
    return { error };
  }
}

/**
 * Runs queued works in one transaction: lock, load the facts of all, decide one after another, write in few
 * statements, one bell, one commit. Returns the outcomes in order; fewer than the works when one of them changed
 * master data, since those behind it must see it: they belong to the next batch.
 */
export async function runBatch(
  client: Queryable,
  parts: EventStoreParts,
  queued: readonly QueuedWork[],
): Promise<BatchResult> {
  try {
    const head = await beginLocked(client);
    const keys = queued.flatMap(({ work }) => (work.idempotency ? [work.idempotency.key] : []));
    const answers = await KnownAnswers.load(client, keys);
    const reference = await parts.reference.at(client, head.referencePosition);
    const unit = new UnitOfWork(head, reference, parts.memory);
    const needs = queued.flatMap(({ work }) => work.needs);
    await meetNeeds(client, needs, unit);
    const outcomes: Outcome[] = [];
    for (const one of queued) {
      outcomes.push(decideOne(unit, answers, one));
      if (unit.changesReference) break;
    }
    await flushAndCommit(client, parts, head, unit, answers);
    return { outcomes, events: unit.events.length };
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // The connection may be gone; the first error counts.
    throw error;
  }
}

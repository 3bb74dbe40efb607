import type { HotelReference } from '@domain/reference.js';
import type pg from 'pg';
import { RefusedError } from '../platform/errors.js';
import { allEnded, Pipeline, type Statements } from '../platform/pipeline.js';
import { type LogRow, parseStream, type RecordedEvent, type StreamRegistry } from './event-stream.js';
import { chainHash } from './hash-chain.js';
import { IdempotencyCache, REUSED } from './idempotency-cache.js';
import { advanceAndCommit, beginLocked, type LogHead } from './log-head.js';
import type { LogRange } from './log-subscription.js';
import { hasPersonalData, KeyRing, type Scrubber, scrub, seal } from './personal-data.js';
import { type DerivedTable, type ReferenceCache, runsOf, summedUp, writeDocuments } from './projection.js';
import { areOutdated, loadRequirements, type QueuedWork, UnitOfWork } from './unit-of-work.js';

/** The streams, projections and master data of this product. */
export type EventStoreParts = {
  registry: StreamRegistry;
  derived: readonly DerivedTable[];
  reference: ReferenceCache;
  scrubbers: readonly Scrubber[];
};

type Outcome = { answer: unknown } | { error: unknown };

/** The outcome of each command of a batch, how many events they wrote, and as what range of the log. */
type BatchResult = { outcomes: Outcome[]; events: number; range: LogRange | null };

/**
 * Projects the changes of a unit of work: a row for each stream, then the derived tables. Returns master data as of
 * afterwards.
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

async function writeAndCommit(
  client: Statements,
  parts: EventStoreParts,
  head: LogHead,
  unit: UnitOfWork,
  answers: IdempotencyCache,
): Promise<LogRange | null> {
  await answers.write(client);
  const last = unit.events.at(-1);
  if (!last) {
    await client.send('commit');
    return null;
  }
  const hash = await writeLog(client, parts.registry, head, unit.events);
  await project(client, unit, parts);
  await scrub(client, unit, parts.scrubbers);
  const { position, recordedAt } = last;
  const referencePosition = unit.changesReference ? position : head.referencePosition;
  await advanceAndCommit(client, { position, hash, recordedAt, referencePosition });
  const { changedStreams: streams, changes } = unit;
  return { from: head.position, to: position, hash: hash.toString('hex'), streams, changes };
}

function decideOne(unit: UnitOfWork, answers: IdempotencyCache, { work }: QueuedWork): Outcome {
  const known = work.idempotency && answers.find(work.idempotency);
  if (known && !known.isOther) return { answer: known.answer };
  try {
    const answer = work.decide(unit);
    if (known) throw REUSED;
    const streams = unit.accessedStreams;
    unit.commit();
    if (work.idempotency) answers.remember(work.idempotency, answer, streams);
    return { answer };
  } catch (error) {
    unit.rollback();
    // For a reused key with another body, only that body's own validation errors come first (contract 1).
    const isHidden = known && error instanceof RefusedError && error.status !== 422;
    return { error: isHidden ? REUSED : error };
  }
}

/** Takes the writer's lock and pipelines all queries of the batch behind it. */
async function beginBatch(client: Statements, parts: EventStoreParts, queued: readonly QueuedWork[]) {
  const keys = queued.flatMap(({ work }) => (work.idempotency ? [work.idempotency.key] : []));
  const locked = beginLocked(client);
  const unitOpened = locked.then(async (head) => {
    const reference = await parts.reference.at(client, head.referencePosition);
    return new UnitOfWork(head, reference);
  });
  const [head, unit, answers] = await allEnded(
    locked,
    unitOpened,
    IdempotencyCache.load(client, keys),
    loadRequirements(
      client,
      queued.flatMap(({ work }) => work.requirements),
      unitOpened,
    ),
  );
  return { head, unit, answers };
}

/**
 * Runs queued commands in one transaction: lock, load the facts of all, decide one after another, append the events and
 * write the projections in few statements, one NOTIFY, one commit; usually two round trips. Returns the outcomes in order:
 * fewer than the commands when one of them changed master data or what the requirements of another depend on; those
 * behind it belong to the next batch.
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
    const range = await writeAndCommit(client, parts, head, unit, answers);
    await client.done();
    return { outcomes, events: unit.events.length, range };
  } catch (error) {
    await connection.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
    throw error;
  }
}

/** The personal fields that an event holds a value for; such an event is sealed. */
function personalFieldsOf(registry: StreamRegistry, { stream, data }: RecordedEvent): readonly string[] {
  const fields = registry.get(parseStream(stream).category)?.personalFields ?? [];
  return hasPersonalData(data, fields) ? fields : [];
}

/**
 * Writes a batch's events to the log: personal data sealed, each row chained to the one before.
 * Returns the hash of the last. Never ON CONFLICT: a position or version that exists already must fail.
 */
async function writeLog(
  client: Statements,
  registry: StreamRegistry,
  head: LogHead,
  events: readonly RecordedEvent[],
): Promise<Buffer> {
  const begun = new Set(events.filter(({ version }) => version === 1).map(({ stream }) => stream));
  const personal = events.filter((event) => personalFieldsOf(registry, event).length > 0);
  const known = new Set(personal.map(({ stream }) => stream).filter((stream) => !begun.has(stream)));
  const keys = await KeyRing.load(client, [...known]);
  let hash = head.hash;
  const hashes: Buffer[] = [];
  const rows = events.map((event): LogRow => {
    const { type, data, ...envelope } = event;
    const fields = personalFieldsOf(registry, event);
    const sealed = fields.length > 0 ? seal(data, fields, event.stream, keys.keyFor(event.stream)) : data;
    keys.destroyIfErased(event);
    const row = { ...envelope, type, payload: JSON.stringify(sealed) };
    hash = chainHash(hash, row);
    hashes.push(hash);
    return row;
  });
  await keys.write(client);
  const column = <Name extends keyof LogRow>(name: Name): LogRow[Name][] => rows.map((row) => row[name]);
  await client.send({
    name: 'insert-events',
    text: `insert into event_log (position, stream, version, type, schema_version, payload, staff_id, terminal,
                                  request_id, recorded_at, hash)
           select * from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::json[],
                                $7::int[], $8::text[], $9::text[], $10::timestamptz[], $11::bytea[])`,
    values: [
      column('position'),
      column('stream'),
      column('version'),
      column('type'),
      column('schemaVersion'),
      column('payload'),
      column('staffId'),
      column('terminal'),
      column('requestId'),
      column('recordedAt'),
      hashes,
    ],
  });
  return hash;
}

import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import { allEnded } from '../platform/pipeline.js';
import type { LoadedBatch } from './batch-decide.js';
import type { EventStoreParts } from './event-store-parts.js';
import { type LogRow, parseStream, type RecordedEvent, type StreamRegistry } from './event-stream.js';
import { chainHash } from './hash-chain.js';
import type { LogHead } from './log-head.js';
import type { ChainedRange } from './log-subscription.js';
import { hasPersonalData, isErasing, type KeyRing, scrub, seal } from './personal-data.js';
import { type DocumentChange, documentWrites, runsOf, summedUp } from './projection.js';
import {
  AT_DATABASE_TIME,
  type HeadMove,
  moveHead,
  type TableWrite,
  UNDER_LOCK,
  type WrittenResults,
  writeTables,
} from './table-writes.js';
import type { UnitOfWork } from './unit-of-work.js';

/** A decided batch as it will be stored: the move of the head, the rows of the log, and the head afterwards. */
export type PreparedAppend = {
  unit: UnitOfWork;
  move: HeadMove;
  log: TableWrite[];
  head: Pick<LogHead, 'position' | 'hash' | 'referencePosition' | 'readModels' | 'recordedAt'>;
};

/** The rows of each table after a run of changes: one for each stream, and those of the derived tables. */
async function writesOfRun(
  client: Queryable,
  steps: readonly DocumentChange[],
  reference: HotelReference,
  parts: EventStoreParts,
): Promise<TableWrite[]> {
  const changes = summedUp(steps);
  const writes = documentWrites(changes);
  for (const derived of parts.derived) {
    writes.push(...(await derived.writes({ steps, changes, reference }, client)));
  }
  return writes;
}

/** Projects runs of changes, a statement each. Returns master data as of afterwards. */
async function projectRuns(
  client: Queryable,
  runs: readonly (readonly DocumentChange[])[],
  before: HotelReference,
  parts: EventStoreParts,
): Promise<HotelReference> {
  let reference = before;
  for (const steps of runs) {
    await writeTables(client, await writesOfRun(client, steps, reference, parts));
    if (steps[0]?.definition.isReference) reference = await parts.reference.load(client);
  }
  return reference;
}

/** Projects the changes of a unit of work. Returns master data as of afterwards. */
export function project(
  client: Queryable,
  unit: UnitOfWork,
  parts: EventStoreParts,
): Promise<HotelReference> {
  return projectRuns(client, runsOf(unit.steps), unit.reference, parts);
}

/** The personal fields that an event holds a value for; such an event is sealed. */
function personalFieldsOf(registry: StreamRegistry, { stream, data }: RecordedEvent): readonly string[] {
  const fields = registry.get(parseStream(stream).category)?.personalFields ?? [];
  return hasPersonalData(data, fields) ? fields : [];
}

/** The streams of a batch that existed before and get personal data: their keys must be known. */
export function streamsToSeal(registry: StreamRegistry, events: readonly RecordedEvent[]): string[] {
  const begun = new Set(events.filter(({ version }) => version === 1).map(({ stream }) => stream));
  const personal = events.filter((event) => personalFieldsOf(registry, event).length > 0);
  return [...new Set(personal.map(({ stream }) => stream))].filter((stream) => !begun.has(stream));
}

/** The rows of a batch's events: personal data sealed, each chained to the one before. */
function logRows(
  registry: StreamRegistry,
  head: Pick<LogHead, 'hash'>,
  events: readonly RecordedEvent[],
  keys: KeyRing,
) {
  let { hash } = head;
  return events.map((event) => {
    const { type, data, ...envelope } = event;
    const fields = personalFieldsOf(registry, event);
    const sealed = fields.length > 0 ? seal(data, fields, event.stream, keys.keyFor(event.stream)) : data;
    keys.destroyIfErased(event);
    const row: LogRow = { ...envelope, type, payload: JSON.stringify(sealed) };
    hash = chainHash(hash, row);
    return { ...row, hash };
  });
}

/** Never ON CONFLICT: a position or version that exists already must fail. */
const INSERT_EVENTS = {
  name: 'events',
  sql: (rows: string) => `
    insert into event_log (position, stream, version, type, schema_version, payload, staff_id, terminal,
                           request_id, recorded_at, hash)
    select position, stream, version, type, "schemaVersion", payload::json, "staffId", terminal,
           "requestId", "recordedAt", decode(hash, 'hex')
    from jsonb_to_recordset(${rows})
      as e(position bigint, stream text, version int, type text, "schemaVersion" smallint, payload text,
           "staffId" int, terminal text, "requestId" text, "recordedAt" timestamptz, hash text)`,
};

/** Seals and chains the events of a decided batch, which must have some, from the position behind the head on. */
export function prepareAppend(
  { unit, answers }: LoadedBatch,
  keys: KeyRing,
  { registry }: EventStoreParts,
): PreparedAppend {
  const { head, events } = unit;
  const rows = logRows(registry, head, events, keys);
  const last = rows.at(-1);
  if (!last || last.position !== head.position + rows.length) {
    throw new Error(`${rows.length} events behind ${head.position} end at ${last?.position}`);
  }
  const { position, recordedAt, hash } = last;
  const { readModels } = head;
  const referencePosition = unit.changesReference ? position : head.referencePosition;
  return {
    unit,
    move: {
      from: { position: head.position, hash: head.hash.toString('hex'), readModels },
      to: { position, hash: hash.toString('hex'), recordedAt, referencePosition },
      sealedWith: keys.sealedWith,
    },
    log: [
      { ...INSERT_EVENTS, rows: rows.map((row) => ({ ...row, hash: row.hash.toString('hex') })) },
      ...keys.writes,
      ...answers.writes,
      ...unit.writes,
    ],
    head: { position, hash, referencePosition, readModels, recordedAt },
  };
}

/** The range that was written; without results where a change of master data was followed by further writes. */
function rangeOf({ unit, move, head }: PreparedAppend, results: WrittenResults | null): ChainedRange {
  const { referencePosition, readModels } = head;
  return {
    from: move.from.position,
    fromHash: move.from.hash,
    to: move.to.position,
    hash: move.to.hash,
    streams: unit.changedStreams,
    written: results ? { changes: unit.changes, results, referencePosition, readModels } : undefined,
  };
}

/**
 * Appends without the lock, in one statement and transaction; null when the log no longer ends where the batch was decided,
 * and nothing was written. Only for a batch that changes no master data and erases nobody.
 */
export async function appendAtHead(
  client: Queryable,
  append: PreparedAppend,
  parts: EventStoreParts,
): Promise<ChainedRange | null> {
  const { unit, move, log } = append;
  const rows = await writesOfRun(client, unit.steps, unit.reference, parts);
  const results = await moveHead(client, parts.registry, AT_DATABASE_TIME, move, [...log, ...rows]);
  return results && rangeOf(append, results);
}

/** Appends under the lock and commits; the rows behind changes of master data and erasures take further statements. */
export async function appendUnderLock(
  client: Queryable,
  append: PreparedAppend,
  parts: EventStoreParts,
): Promise<ChainedRange> {
  const { unit, move, log } = append;
  const [first = [], ...later] = runsOf(unit.steps);
  const rows = await writesOfRun(client, first, unit.reference, parts);
  const moved = moveHead(client, parts.registry, UNDER_LOCK, move, [...log, ...rows]);
  if (!unit.changesReference && !isErasing(unit.events)) {
    // The commit is sent behind the append, without waiting for its answer.
    const [results] = await allEnded(moved, client.query('commit'));
    return rangeOf(append, expectMoved(results, move));
  }
  const results = expectMoved(await moved, move);
  const reference = first[0]?.definition.isReference ? await parts.reference.load(client) : unit.reference;
  await projectRuns(client, later, reference, parts);
  await scrub(client, unit, parts.scrubbers);
  await client.query('commit');
  return rangeOf(append, unit.changesReference ? null : results);
}

function expectMoved(results: WrittenResults | null, { from }: HeadMove): WrittenResults {
  if (!results) throw new Error(`the log does not end at ${from.position} under its lock`);
  return results;
}

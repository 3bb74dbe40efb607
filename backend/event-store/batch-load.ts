import { type Queryable, queryRow } from '../platform/database.js';
import { allEnded } from '../platform/pipeline.js';
import type { LoadedBatch } from './batch-decide.js';
import { type DecisionMemory, type LogSince, MOST_FOREIGN } from './decision-memory.js';
import type { EventStoreParts } from './event-store-parts.js';
import type { AnyStream } from './event-stream.js';
import { IdempotencyCache } from './idempotency-cache.js';
import { beginLocked, headAt, type LogHead } from './log-head.js';
import type { TrustedClock } from './trusted-clock.js';
import { loadRequirements, type QueuedWork, UnitOfWork } from './unit-of-work.js';

/** Takes the writer's lock and pipelines all queries of the batch behind it; the memory is then as of the locked head. */
export async function loadBatch(
  client: Queryable,
  queued: readonly QueuedWork[],
  { parts, memory, clock }: { parts: EventStoreParts; memory: DecisionMemory; clock: TrustedClock },
): Promise<LoadedBatch> {
  const keys = queued.flatMap(({ work }) => (work.idempotency ? [work.idempotency.key] : []));
  const locked = beginLocked(client, parts.registry);
  const caughtUp = catchUp(client, locked, memory);
  const unitOpened = allEnded(locked, caughtUp).then(async ([stored]) => {
    const head = headAt(stored, clock.read(stored.clock, stored.recordedAt));
    return new UnitOfWork(head, await parts.reference.at(client, head), memory.facts);
  });
  const requirements = queued.flatMap(({ work }) => work.requirements);
  const [unit, answers] = await allEnded(
    unitOpened,
    IdempotencyCache.load(client, keys),
    loadRequirements(client, requirements, unitOpened),
  );
  return { unit, answers };
}

/** Brings the memory up to the locked head, by what other nodes have written since. */
async function catchUp(client: Queryable, locked: Promise<LogHead>, memory: DecisionMemory): Promise<void> {
  const { head: known, indexedKinds } = memory.facts;
  const [since, head] = await allEnded(known && readSince(client, known.position, indexedKinds), locked);
  memory.catchUp(head, since);
}

function readSince(client: Queryable, position: number, kinds: readonly AnyStream[]): Promise<LogSince> {
  const states = kinds.map(
    ({ category, table, key }) =>
      `(select state from ${table} where ${key.column} = substring(stream from '^${category}-(\\d+)$')::${key.type})`,
  );
  const state = states.length > 0 ? `coalesce(${states})` : 'null';
  return queryRow(client, {
    name: `changed-since-${kinds.map(({ table }) => table)}`,
    text: `
      with later as (
        select distinct stream
        from (select stream from event_log where position > $1 order by position limit ${MOST_FOREIGN}) e)
      select (select hash from event_log where position = $1) as hash,
             (select coalesce(json_agg(json_build_object('stream', stream, 'state', ${state})), '[]') from later) as changed`,
    values: [position],
  });
}

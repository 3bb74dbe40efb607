import type { HotelReference } from '@domain/reference.js';
import type pg from 'pg';
import { type Queryable, queryRow } from '../platform/database.js';
import { RefusedError } from '../platform/errors.js';
import { allEnded, Pipeline } from '../platform/pipeline.js';
import { type LogRow, parseStream, type RecordedEvent, type StreamRegistry } from './event-stream.js';
import { type ChangedStream, FactCache, type LoadedDocument } from './fact-cache.js';
import { chainHash, GENESIS_HASH, type LinkedRow } from './hash-chain.js';
import { IdempotencyCache, REUSED } from './idempotency-cache.js';
import { beginLocked, headAt, type LogHead } from './log-head.js';
import type { ChainedRange, LogRange } from './log-subscription.js';
import { hasPersonalData, isErasing, KeyRing, type Scrubber, scrub, seal } from './personal-data.js';
import { type DerivedTable, documentWrites, type ReferenceCache, runsOf, summedUp } from './projection.js';
import { moveHead, type TableWrite, type WrittenResults, writeTables } from './table-writes.js';
import { TrustedClock } from './trusted-clock.js';
import { areOutdated, loadRequirements, type QueuedWork, UnitOfWork } from './unit-of-work.js';

/** The streams, projections and master data of this product. */
export type EventStoreParts = {
  registry: StreamRegistry;
  derived: readonly DerivedTable[];
  reference: ReferenceCache;
  scrubbers: readonly Scrubber[];
};

/** An end of the log at which facts were read. */
export type KnownEnd = Omit<LogHead, 'recordedAt' | 'clock' | 'now'>;

type Outcome = { answer: unknown } | { error: unknown };

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

/** A batch that was decided, and whether under the writer's lock. */
type DecidedBatch = { unit: UnitOfWork; answers: IdempotencyCache; keys: KeyRing; isLocked: boolean };

/** Sends one statement of writes. */
type Write = (writes: TableWrite[]) => Promise<unknown>;

/**
 * Projects the changes of a unit of work, in one statement but for changes of master data among them: a row for each
 * stream, and the derived tables. Returns master data as of afterwards.
 */
export async function project(
  client: Queryable,
  unit: UnitOfWork,
  parts: EventStoreParts,
  write: Write = (writes) => writeTables(client, writes),
): Promise<HotelReference> {
  let { reference } = unit;
  for (const steps of runsOf(unit.steps)) {
    const changes = summedUp(steps);
    const writes = documentWrites(changes);
    for (const derived of parts.derived) {
      writes.push(...(await derived.writes({ steps, changes, reference }, client)));
    }
    await write(writes);
    if (steps[0]?.definition.isReference) reference = await parts.reference.load(client);
  }
  return reference;
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

/** The outcomes in order: fewer than the commands when one changed what those behind it were loaded for. */
function decideAll(unit: UnitOfWork, answers: IdempotencyCache, queued: readonly QueuedWork[]): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const one of queued) {
    if (areOutdated(one.work.requirements, unit)) break;
    outcomes.push(decideOne(unit, answers, one));
    // A command after one with its own table writes goes to the next batch: a statement can't have two parts of one name.
    if (unit.changesReference || unit.writes.length > 0) break;
  }
  return outcomes;
}

/** The personal fields that an event holds a value for; such an event is sealed. */
function personalFieldsOf(registry: StreamRegistry, { stream, data }: RecordedEvent): readonly string[] {
  const fields = registry.get(parseStream(stream).category)?.personalFields ?? [];
  return hasPersonalData(data, fields) ? fields : [];
}

/** The streams of a batch that existed before and get personal data. */
function streamsToSeal(registry: StreamRegistry, events: readonly RecordedEvent[]): string[] {
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

/** More events of other nodes than this are not followed: everything is read anew. */
const MOST_FOREIGN = 1_000;

/** By so much a moment may be ahead of the database's clock when it is appended without its lock. */
const LARGEST_LEAD_MS = 1_000;

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === UNIQUE_VIOLATION;

/**
 * Runs batches of commands, each as one transaction. When this node knows where the log ends and what the commands require,
 * it decides from memory and appends in one statement, which writes nothing unless the log still ends there: an equal head
 * of the same read models means equal facts. Otherwise, and for whatever is not plain (a refusal, a known key, a key of a table that is taken,
 * changes of master data, an erasure), it takes the writer's lock, loads, decides, and appends by the same statement.
 */
export class BatchRunner {
  private readonly facts = new FactCache();
  private readonly clock = new TrustedClock();
  /** The last position that this node has heard of. */
  private newest = 0;
  /** The streams that other nodes have changed since the batch that runs began; null before there is one. */
  private changedMeanwhile: string[] | null = null;
  /** Where the log will end with the append of the batch that runs; null before there is one. */
  appendingTo: number | null = null;

  constructor(private readonly parts: EventStoreParts) {}

  /**
   * Notes that the log has reached a position. What is known of streams that another node changed is forgotten at once, not
   * with the next batch: it may have been erased.
   */
  notice({ to, streams }: LogRange): void {
    this.newest = Math.max(this.newest, to);
    if (to <= (this.facts.head?.position ?? 0)) return;
    this.facts.forget(streams);
    this.changedMeanwhile?.push(...streams);
  }

  /** Keeps facts as of an end of the log; for a runner at rest. */
  prime(end: KnownEnd, fill: (facts: FactCache) => void): void {
    this.facts.head ??= { ...end, recordedAt: '' };
    const { position, hash, readModels } = this.facts.head;
    if (position === end.position && hash.equals(end.hash) && readModels === end.readModels) fill(this.facts);
  }

  /** Runs commands that were queued together; those that have no outcome belong to the next batch. */
  async run(connection: pg.Client, queued: readonly QueuedWork[]): Promise<BatchResult> {
    this.changedMeanwhile = [];
    try {
      return (await this.runFromMemory(connection, queued)) ?? (await this.runLocked(connection, queued));
    } catch (error) {
      this.facts.clear();
      throw error;
    } finally {
      this.appendingTo = null;
      if ((this.facts.head?.position ?? 0) < this.newest) this.facts.forget(this.changedMeanwhile);
      this.changedMeanwhile = null;
    }
  }

  /** The unit of work of commands whose requirements are all known where the log ends. */
  private recall(queued: readonly QueuedWork[]): UnitOfWork | null {
    const { head } = this.facts;
    const now = this.clock.now();
    if (!head || now === null || head.position < this.newest) return null;
    // No moment is both the database's and not before the last event's.
    if (Date.parse(head.recordedAt) - Date.parse(now) > LARGEST_LEAD_MS) return null;
    const reference = this.parts.reference.cachedAt(head);
    if (!reference) return null;
    const documents: LoadedDocument[] = [];
    for (const { work } of queued) {
      for (const { recall } of work.requirements) {
        const known = recall(this.facts, reference);
        if (!known) return null;
        documents.push(...known);
      }
    }
    const unit = new UnitOfWork(headAt(head, now), reference, this.facts);
    unit.load(documents);
    return unit;
  }

  private async runFromMemory(
    connection: pg.Client,
    queued: readonly QueuedWork[],
  ): Promise<BatchResult | null> {
    const unit = this.recall(queued);
    if (!unit) return null;
    const answers = new IdempotencyCache();
    const outcomes = decideAll(unit, answers, queued);
    const isPlain = outcomes.every((outcome) => 'answer' in outcome) && unit.events.length > 0;
    if (!isPlain || unit.changesReference || isErasing(unit.events)) return null;
    const keys = await KeyRing.of(streamsToSeal(this.parts.registry, unit.events), this.facts, null);
    if (!keys) return null;
    try {
      const range = await this.append(connection, { unit, answers, keys, isLocked: false });
      return range && { outcomes, range, isFromMemory: true, isByOwnTime: false };
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }

  private async runLocked(connection: pg.Client, queued: readonly QueuedWork[]): Promise<BatchResult> {
    const client = new Pipeline(connection);
    try {
      const { unit, answers } = await this.begin(client, queued);
      const outcomes = decideAll(unit, answers, queued);
      if (unit.events.length === 0) {
        this.facts.remember(unit.states);
        await allEnded(writeTables(client, answers.writes), client.query('commit'));
        return { outcomes, range: null, isFromMemory: false, isByOwnTime: false };
      }
      const streams = streamsToSeal(this.parts.registry, unit.events);
      const keys = (await KeyRing.of(streams, this.facts, client)) as KeyRing;
      const range = await this.append(client, { unit, answers, keys, isLocked: true });
      if (!range) throw new Error(`the log does not end at ${unit.head.position} under its lock`);
      return { outcomes, range, isFromMemory: false, isByOwnTime: !this.clock.isDatabases };
    } catch (error) {
      await connection.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
      throw error;
    }
  }

  /** Takes the writer's lock and pipelines all queries of the batch behind it. */
  private async begin(client: Queryable, queued: readonly QueuedWork[]) {
    const keys = queued.flatMap(({ work }) => (work.idempotency ? [work.idempotency.key] : []));
    const locked = beginLocked(client, this.parts.registry);
    const followed = this.follow(client, locked);
    const unitOpened = allEnded(locked, followed).then(async ([stored]) => {
      const head = headAt(stored, this.clock.read(stored.clock, stored.recordedAt));
      const reference = await this.parts.reference.at(client, head);
      return new UnitOfWork(head, reference, this.facts);
    });
    const [unit, answers] = await allEnded(
      unitOpened,
      IdempotencyCache.load(client, keys),
      loadRequirements(
        client,
        queued.flatMap(({ work }) => work.requirements),
        unitOpened,
      ),
    );
    return { unit, answers };
  }

  /** Brings what is known up to the end of the log, by what other nodes have written since. */
  private async follow(client: Queryable, locked: Promise<LogHead>): Promise<void> {
    const { facts } = this;
    const known = facts.head;
    const [since, head] = await allEnded(known && this.readSince(client, known.position), locked);
    const isSameLog = known && (since?.hash ?? GENESIS_HASH).equals(known.hash);
    const continues = isSameLog && known.readModels === head.readModels;
    if (!continues || head.position - known.position > MOST_FOREIGN) facts.clear();
    else facts.applyForeign(since?.changed ?? []);
    facts.forgetKeys();
    facts.head = head;
    this.newest = head.position;
  }

  /** The hash at a position, and the streams changed since, with their states where an index follows them. */
  private readSince(client: Queryable, position: number) {
    const kinds = this.facts.indexedKinds;
    const states = kinds.map(
      ({ category, table, key }) =>
        `(select state from ${table} where ${key.column} = substring(stream from '^${category}-(\\d+)$')::${key.type})`,
    );
    return queryRow<{ hash: Buffer | null; changed: ChangedStream[] }>(client, {
      name: `changed-since-${kinds.map(({ table }) => table)}`,
      text: `
        with later as (
          select distinct stream
          from (select stream from event_log where position > $1 order by position limit ${MOST_FOREIGN}) e)
        select (select hash from event_log where position = $1) as hash,
               (select coalesce(json_agg(json_build_object('stream', stream, 'state', ${states.length > 0 ? `coalesce(${states})` : 'null'})), '[]')
                from later) as changed`,
      values: [position],
    });
  }

  /** Appends what a unit of work decided; null when the log has moved on, and nothing was written. */
  private async append(
    client: Queryable,
    { unit, answers, keys, isLocked }: DecidedBatch,
  ): Promise<ChainedRange | null> {
    const { parts, facts } = this;
    const { head, changes } = unit;
    const rows = logRows(parts.registry, head, unit.events, keys);
    const { position, recordedAt, hash } = rows.at(-1) as LinkedRow & { hash: Buffer };
    this.appendingTo = position;
    const referencePosition = unit.changesReference ? position : head.referencePosition;
    const { readModels } = head;
    const from = { position: head.position, hash: head.hash.toString('hex'), readModels };
    const to = { position, hash: hash.toString('hex'), recordedAt, referencePosition };
    const log = [
      { ...INSERT_EVENTS, rows: rows.map((row) => ({ ...row, hash: row.hash.toString('hex') })) },
      ...keys.writes,
      ...answers.writes,
      ...unit.writes,
    ];
    let moved: Promise<WrittenResults | null> | null = null;
    await project(client, unit, parts, async (writes) => {
      if (moved) return writeTables(client, writes);
      // Not awaited: what follows is sent behind it.
      moved = moveHead(client, parts.registry, { from, to, isLocked, sealedWith: keys.sealedWith }, [
        ...log,
        ...writes,
      ]);
      moved.catch(() => undefined);
    });
    await scrub(client, { events: unit.events, changes }, parts.scrubbers);
    const [results] = await allEnded(moved, isLocked && client.query('commit'));
    if (!results) return null;
    facts.apply(changes);
    facts.remember(unit.states);
    keys.keepIn(facts);
    facts.head = { position, hash, referencePosition, readModels, recordedAt };
    // Behind a change of master data more was written than the first statement's results say.
    const written = unit.changesReference ? undefined : { changes, results, referencePosition, readModels };
    return {
      from: from.position,
      fromHash: from.hash,
      to: position,
      hash: to.hash,
      streams: unit.changedStreams,
      written,
    };
  }
}

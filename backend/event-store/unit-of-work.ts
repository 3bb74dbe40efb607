import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type pg from 'pg';
import type { Queryable } from '../platform/database.js';
import { allEnded } from '../platform/pipeline.js';
import type { Span } from '../platform/tracing/tracing.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import {
  type AnyStream,
  checkEvent,
  type DomainEvent,
  isOf,
  latestVersion,
  type RecordedEvent,
  type StreamDefinition,
  streamName,
  type Versioned,
} from './event-stream.js';
import { FactCache, type LoadedDocument } from './fact-cache.js';
import type { LogHead } from './log-head.js';
import { type DocumentChange, summedUp } from './projection.js';
import type { TableWrite } from './table-writes.js';

/** Events come from the domain's own types: only tests look whether these and the schemas agree. */
const IS_TEST = process.env.NODE_ENV === 'test';

/** One command for the event store: the data it requires, and its decision, made under the writer's lock. */
export type Work<Answer> = {
  idempotency: Idempotency | null;
  requirements: readonly DataRequirement[];
  /** Waits for a full queue instead of being refused: only for the node's own work, which queues a bounded number. */
  waits?: boolean;
  /** Takes seconds to decide and append, on a slow machine a minute: only for what fills an empty hotel. */
  isLarge?: boolean;
  /** Appends events and returns the answer, a JSON value; throws to refuse, and then nothing is written. */
  decide: (unit: UnitOfWork) => Answer;
};

/** A queued command, with the promise of its caller. */
export type QueuedWork = {
  work: Work<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  /** The span of the request that it is part of; null for none. */
  span?: Span | null;
};

/** A kind of fact that is no stream's state, and its value before anything is loaded. */
export type Fact<Value> = { initial: () => Value };

/**
 * The state of a batch of commands: folded states loaded under the writer's lock, and the events appended to them so far.
 * Each command sees the changes of those before it; a failed one is rolled back.
 */
export class UnitOfWork {
  private readonly documents = new Map<string, LoadedDocument>();
  private readonly facts = new Map<Fact<unknown>, unknown>();
  private readonly committedSteps: DocumentChange[] = [];
  private readonly committedEvents: RecordedEvent[] = [];
  private readonly changed = new Set<string>();
  private staged = new Map<string, LoadedDocument>();
  private pendingSteps: DocumentChange[] = [];
  private pending: RecordedEvent[] = [];
  private readonly committedWrites: TableWrite[] = [];
  private pendingWrites: TableWrite[] = [];
  private accessed = new Set<string>();

  constructor(
    readonly head: Omit<LogHead, 'recordedAt'>,
    readonly reference: HotelReference,
    /** Memory in which loaders leave facts for later decisions. */
    readonly cache = new FactCache(),
  ) {}

  /** Adds loaded rows; those already present are kept. */
  load(documents: readonly LoadedDocument[]): void {
    for (const document of documents) {
      const stream = streamName(document.definition, document.key);
      if (!this.documents.has(stream)) this.documents.set(stream, document);
    }
  }

  /** Every state that was loaded, or made in this batch. */
  get states(): Iterable<LoadedDocument> {
    return this.documents.values();
  }

  /** Returns what was loaded of a kind of fact; a loader adds to it. */
  fact<Value>(kind: Fact<Value>): Value {
    if (!this.facts.has(kind)) this.facts.set(kind, kind.initial());
    return this.facts.get(kind) as Value;
  }

  /** The position that the next event gets, and so the id of a record that begins with it. */
  get nextPosition(): number {
    return this.head.position + this.committedEvents.length + this.pending.length + 1;
  }

  /** The state of a stream, null when it has no events. The stream must be among the requirements. */
  get<State extends Versioned>(definition: StreamDefinition<State>, key: number | string): State | null {
    const stream = streamName(definition, key);
    this.accessed.add(stream);
    const document = this.find(stream);
    return document && isOf(definition, document) ? document.state : null;
  }

  /** Every state of a kind that was loaded or made in this batch. */
  all<State extends Versioned>(definition: StreamDefinition<State>): State[] {
    const states: State[] = [];
    for (const [stream, document] of this.documents) {
      const current = this.staged.get(stream) ?? document;
      if (isOf(definition, current)) states.push(current.state);
    }
    for (const [stream, document] of this.staged) {
      if (isOf(definition, document) && !this.documents.has(stream)) states.push(document.state);
    }
    return states;
  }

  /** Appends an event to a stream and folds it in; in tests its data is checked against its newest schema. */
  append<State extends Versioned, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    key: number | string,
    event: NoInfer<Event>,
    context: WriteContext,
    recordedAt = this.head.now,
  ): State {
    if (IS_TEST) checkEvent(definition, event);
    const version = (this.get(definition, key)?.version ?? 0) + 1;
    const recorded = {
      ...context,
      ...event,
      position: this.nextPosition,
      stream: streamName(definition, key),
      version,
      schemaVersion: latestVersion(definition, event.type),
      recordedAt,
    };
    this.pending.push(recorded);
    return this.fold(definition, String(key), recorded) as State;
  }

  /** Writes to a table beside the log, in the transaction of the command's events, without which nothing is written. */
  write(beside: TableWrite): void {
    this.pendingWrites.push(beside);
  }

  /** Folds an event that is in the log already, when a read model is rebuilt. */
  replay(definition: AnyStream, key: string, event: RecordedEvent): void {
    this.fold(definition, key, event);
    this.commit();
  }

  /** Commits the events of the current command to the batch. */
  commit(): void {
    this.committedEvents.push(...this.pending);
    this.committedSteps.push(...this.pendingSteps);
    this.committedWrites.push(...this.pendingWrites);
    for (const [stream, document] of this.staged) {
      this.documents.set(stream, document);
      this.changed.add(stream);
    }
    this.rollback();
  }

  /** Discards the events of the current command. */
  rollback(): void {
    this.pending = [];
    this.pendingSteps = [];
    this.pendingWrites = [];
    this.staged = new Map();
    this.accessed = new Set();
  }

  /** The committed events, in order. */
  get events(): readonly RecordedEvent[] {
    return this.committedEvents;
  }

  /** The committed writes beside the log. */
  get writes(): readonly TableWrite[] {
    return this.committedWrites;
  }

  /** The change of its stream by each committed event, in order. */
  get steps(): readonly DocumentChange[] {
    return this.committedSteps;
  }

  /** The changes of the committed events, one for each stream. */
  get changes(): readonly DocumentChange[] {
    return summedUp(this.committedSteps);
  }

  /** The streams that committed events belong to. */
  get changedStreams(): readonly string[] {
    return [...this.changed];
  }

  /** Returns whether a committed event belongs to a stream. */
  hasChanged(stream: string): boolean {
    return this.changed.has(stream);
  }

  /** The streams that the current command read by key or appended to: its answer can contain data of no others. */
  get accessedStreams(): readonly string[] {
    return [...this.accessed];
  }

  /** Returns whether committed events changed master data. */
  get changesReference(): boolean {
    return this.committedSteps.some((step) => step.definition.isReference);
  }

  private find(stream: string): LoadedDocument | undefined {
    return this.staged.get(stream) ?? this.documents.get(stream);
  }

  private fold(definition: AnyStream, key: string, event: RecordedEvent): Versioned {
    const { stream, position } = event;
    const before = this.find(stream)?.state ?? null;
    if (event.version !== (before?.version ?? 0) + 1) {
      throw new Error(`event ${position}: version ${event.version} does not follow ${before?.version ?? 0}`);
    }
    const state: Versioned = definition.evolve(before, event, before?.id ?? position);
    this.staged.set(stream, { definition, key, state });
    this.pendingSteps.push({ definition, key, before, after: state, position });
    return state;
  }
}

/**
 * Loads what the commands of a batch require into their unit of work, with few queries. Queries are sent before the unit
 * is awaited where possible, so that they are pipelined.
 */
export type BatchLoader<Request> = (
  client: Queryable,
  requests: readonly Request[],
  unitOpened: Promise<UnitOfWork>,
) => Promise<void>;

/** Data that a command's unit of work must contain before it can decide. */
export type DataRequirement = {
  loader: BatchLoader<unknown>;
  request: unknown;
  /** The stream whose stored state determined what to load: outdated once the same batch has changed it. */
  followsFrom: string | null;
  /** Returns the loader's result from memory; null when it must be read. */
  recall: (cache: FactCache, reference: HotelReference) => readonly LoadedDocument[] | null;
};

const NEVER = () => null;

/** A requirement that its own loader fulfils. */
export function requirement<Request>(
  loader: BatchLoader<Request>,
  request: Request,
  { followsFrom = null, recall = NEVER }: Partial<Pick<DataRequirement, 'followsFrom' | 'recall'>> = {},
): DataRequirement {
  return { loader: loader as BatchLoader<unknown>, request, followsFrom, recall };
}

/** Returns whether these requirements were loaded for a state that the batch has changed since. */
export function areOutdated(requirements: readonly DataRequirement[], unit: UnitOfWork): boolean {
  return requirements.some(({ followsFrom }) => followsFrom !== null && unit.hasChanged(followsFrom));
}

type KeyRequest = { definition: AnyStream; key: string };

/** Requires one stream's state, by key. */
export function requireStream(definition: AnyStream, key: number | string): DataRequirement {
  const recall = (cache: FactCache) => {
    const known = cache.document(definition, key);
    return known ? [known] : null;
  };
  return requirement(loadStreams, { definition, key: String(key) }, { recall });
}

const loadStreams: BatchLoader<KeyRequest> = async (client, requests, unitOpened) => {
  const documents = await loadByKey(client, requests);
  (await unitOpened).load(documents);
};

/** Returns the name under which a query reads a table. */
export type TableNames = (table: string) => string;

/** A dry run's connection: its tables stand for the live ones in parts, first those of changed rows, then the others. */
export type LayeredClient = Queryable & { layers: readonly TableNames[] };

/**
 * The rows of a query as they stand: in a dry run those of the changed and of the unchanged rows, asked for apart. So each
 * condition, order and limit is answered by an index, which it is not in a union of both.
 */
export async function queryLayers<Row extends pg.QueryResultRow>(
  client: Queryable | LayeredClient,
  query: (table: TableNames) => pg.QueryConfig,
): Promise<Row[]> {
  const layers = 'layers' in client ? client.layers : [(table: string) => table];
  const answers = await allEnded(...layers.map((layer) => client.query<Row>(query(layer))));
  return answers.flatMap(({ rows }) => rows);
}

/** The stored states of one kind that a query finds by its columns `key` and `state`. */
export async function readDocuments<State extends Versioned>(
  client: Queryable,
  definition: StreamDefinition<State>,
  query: pg.QueryConfig,
): Promise<(LoadedDocument & { state: State })[]> {
  const { rows } = await client.query<{ key: string; state: State }>(query);
  return rows.map(({ key, state }) => ({ definition, key, state }));
}

/** Loads rows of any kinds of streams by key: one query a kind. */
export async function loadByKey(
  client: Queryable,
  requests: readonly KeyRequest[],
): Promise<LoadedDocument[]> {
  const byKind = [...groupBy(requests, (request) => request.definition)];
  const loaded = byKind.map(([definition, sameKind]) => {
    const { column, type } = definition.key;
    return readDocuments(client, definition, {
      name: `by-key-${definition.table}`,
      text: `select ${column}::text as key, state from ${definition.table} where ${column} = any($1::${type}[])`,
      values: [sameKind.map(({ key }) => key)],
    });
  });
  return (await allEnded(...loaded)).flat();
}

/** Fulfils the requirements of a batch: one call of each loader with all its requests, all pipelined. */
export async function loadRequirements(
  client: Queryable,
  requirements: readonly DataRequirement[],
  unitOpened: Promise<UnitOfWork>,
): Promise<void> {
  const byLoader = [...groupBy(requirements, ({ loader }) => loader)];
  await allEnded(
    ...byLoader.map(([loader, same]) =>
      loader(
        client,
        same.map(({ request }) => request),
        unitOpened,
      ),
    ),
  );
}

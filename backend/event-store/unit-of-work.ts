import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import { allEnded } from '../platform/pipeline.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import {
  type AnyStream,
  checkEvent,
  type DomainEvent,
  latestVersion,
  type RecordedEvent,
  type StreamDefinition,
  streamName,
  type Versioned,
} from './event-stream.js';
import type { LogHead } from './log-head.js';
import { type DocumentChange, summedUp } from './projection.js';

/** One command for the event store: what it needs, and its decision, made inside the writer's lock. */
export type Work<Answer> = {
  idempotency: Idempotency | null;
  requirements: readonly DataRequirement[];
  /** Waits for a full queue instead of being refused: only for the node's own work, which queues a bounded number. */
  waits?: boolean;
  /** Appends events and returns the answer, a JSON value; throws to refuse, and then nothing is written. */
  decide: (unit: UnitOfWork) => Answer;
};

/** A work in the queue, with the promise of its caller. */
export type QueuedWork = {
  work: Work<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** A stream's row as it was loaded. */
export type LoadedDocument = { definition: AnyStream; key: string; state: Versioned };

/** A kind of knowledge that is no stream's state, and what is known of it at first. */
export type Fact<Value> = { nothing: () => Value };

/**
 * What a batch of commands knows and does: folded states loaded under the writer's lock, and the events appended to
 * them so far. Each command sees what those before it did; one that fails leaves no trace.
 */
export class UnitOfWork {
  private readonly documents = new Map<string, LoadedDocument>();
  private readonly facts = new Map<Fact<unknown>, unknown>();
  private readonly kept: DocumentChange[] = [];
  private readonly committed: RecordedEvent[] = [];
  private readonly changedStreams = new Set<string>();
  private staged = new Map<string, LoadedDocument>();
  private folded: DocumentChange[] = [];
  private pending: RecordedEvent[] = [];
  private read = new Set<string>();

  constructor(
    private readonly head: LogHead,
    readonly reference: HotelReference,
  ) {}

  /** Puts loaded rows in reach; what is already there stays. */
  load(documents: readonly LoadedDocument[]): void {
    for (const document of documents) {
      const stream = streamName(document.definition, document.key);
      if (!this.documents.has(stream)) this.documents.set(stream, document);
    }
  }

  /** What was loaded of a kind of fact; a loader adds to it. */
  fact<Value>(kind: Fact<Value>): Value {
    if (!this.facts.has(kind)) this.facts.set(kind, kind.nothing());
    return this.facts.get(kind) as Value;
  }

  /** The position that the next event gets, and so the id of a record that begins with it. */
  get nextPosition(): number {
    return this.head.position + this.committed.length + this.pending.length + 1;
  }

  /** The state of a stream, null when it has no events. It must have been named among the needs. */
  get<State extends Versioned>(definition: StreamDefinition<State>, key: number | string): State | null {
    const stream = streamName(definition, key);
    this.read.add(stream);
    return (this.find(stream)?.state ?? null) as State | null;
  }

  /** Every state of a kind that was loaded or made in this batch. */
  all<State extends Versioned>(definition: StreamDefinition<State>): State[] {
    const states: State[] = [];
    for (const [stream, document] of this.documents) {
      const current = this.staged.get(stream) ?? document;
      if (current.definition === definition) states.push(current.state as State);
    }
    for (const [stream, document] of this.staged) {
      if (document.definition === definition && !this.documents.has(stream))
        states.push(document.state as State);
    }
    return states;
  }

  /** Appends an event to a stream and folds it in; the data is checked against its newest schema. */
  append<State extends Versioned, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    key: number | string,
    event: NoInfer<Event>,
    context: WriteContext,
    recordedAt = this.head.now,
  ): State {
    checkEvent(definition, event);
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

  /** Folds an event that is in the log already, when a read model is rebuilt. */
  replay(definition: AnyStream, key: string, event: RecordedEvent): void {
    this.fold(definition, key, event);
    this.commit();
  }

  /** Keeps what the current command appended. */
  commit(): void {
    this.committed.push(...this.pending);
    this.kept.push(...this.folded);
    for (const [stream, document] of this.staged) {
      this.documents.set(stream, document);
      this.changedStreams.add(stream);
    }
    this.rollback();
  }

  /** Forgets what the current command appended. */
  rollback(): void {
    this.pending = [];
    this.folded = [];
    this.staged = new Map();
    this.read = new Set();
  }

  /** The events that were kept, in order. */
  get events(): readonly RecordedEvent[] {
    return this.committed;
  }

  /** What each kept event made of its stream, in order. */
  get steps(): readonly DocumentChange[] {
    return this.kept;
  }

  /** What the kept events made of each stream, summed up. */
  get changes(): readonly DocumentChange[] {
    return summedUp(this.kept);
  }

  /** Whether a kept event belongs to a stream. */
  hasChanged(stream: string): boolean {
    return this.changedStreams.has(stream);
  }

  /** The streams that the current command read by their key or appended to: all that its answer can name. */
  get named(): readonly string[] {
    return [...this.read];
  }

  /** Whether kept events changed master data. */
  get changesReference(): boolean {
    return this.kept.some((step) => step.definition.isReference);
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
    this.folded.push({ definition, key, before, after: state, position });
    return state;
  }
}

/**
 * Puts what many commands of one batch need into their unit of work, with few queries. It asks before the unit is there
 * wherever it can: what is asked at once travels together.
 */
export type BatchLoader<Request> = (
  client: Queryable,
  requests: readonly Request[],
  begun: Promise<UnitOfWork>,
) => Promise<void>;

/** What a command must find in its unit of work before it can decide. */
export type DataRequirement = {
  loader: BatchLoader<unknown>;
  request: unknown;
  /** The stream whose stored state tells what else to load: no longer true once the same batch has changed it. */
  followsFrom: string | null;
};

/** A need that its own loader knows how to meet. */
export function requirement<Request>(
  loader: BatchLoader<Request>,
  request: Request,
  followsFrom: string | null = null,
): DataRequirement {
  return { loader: loader as BatchLoader<unknown>, request, followsFrom };
}

/** Whether too little was loaded for these needs, since the batch has changed what they follow from. */
export function areOutdated(requirements: readonly DataRequirement[], unit: UnitOfWork): boolean {
  return requirements.some(({ followsFrom }) => followsFrom !== null && unit.hasChanged(followsFrom));
}

type KeyRequest = { definition: AnyStream; key: string };

/** The need for one stream's state, by key. */
export function requireStream(definition: AnyStream, key: number | string): DataRequirement {
  return requirement(loadStreams, { definition, key: String(key) });
}

const loadStreams: BatchLoader<KeyRequest> = async (client, requests, begun) => {
  const documents = await loadByKey(client, requests);
  (await begun).load(documents);
};

/** Loads rows of any kinds of streams by key: one query a kind. */
export async function loadByKey(
  client: Queryable,
  requests: readonly KeyRequest[],
): Promise<LoadedDocument[]> {
  const loaded: LoadedDocument[] = [];
  for (const [definition, wanted] of groupBy(requests, (request) => request.definition)) {
    const { column, type } = definition.key;
    const { rows } = await client.query({
      name: `by-key-${definition.table}`,
      text: `select ${column}::text as key, state from ${definition.table} where ${column} = any($1::${type}[])`,
      values: [wanted.map(({ key }) => key)],
    });
    loaded.push(...rows.map((row) => ({ definition, key: row.key, state: row.state })));
  }
  return loaded;
}

/** Meets the needs of a batch: one call of each loader with all its requests, all at once. */
export async function loadRequirements(
  client: Queryable,
  requirements: readonly DataRequirement[],
  begun: Promise<UnitOfWork>,
): Promise<void> {
  const byLoader = [...groupBy(requirements, ({ loader }) => loader)];
  await allEnded(
    ...byLoader.map(([loader, same]) =>
      loader(
        client,
        same.map(({ request }) => request),
        begun,
      ),
    ),
  );
}

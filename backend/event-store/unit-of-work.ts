import type { HotelReference } from '@domain/reference.js';
import type { WriteContext } from '../platform/write-context.js';
import type { DomainEvent, RecordedEvent } from './event.js';
import { checkEvent, latestVersion } from './event-codec.js';
import type { LogHead } from './log-head.js';
import { type AnyStream, type StreamDefinition, streamName, type Versioned } from './stream-definition.js';

/** A stream's row as it was loaded. */
export type LoadedDocument = { definition: AnyStream; key: string; state: Versioned };

/** A stream that a batch touched: its folded state before and after. */
export type DocumentChange<State extends Versioned = Versioned> = {
  definition: AnyStream;
  key: string;
  before: State | null;
  after: State;
  position: number;
};

type Document = Omit<DocumentChange, 'after'> & { after: Versioned | null };

/**
 * What a batch of commands knows and does: folded states loaded under the writer's lock, and the events appended to
 * them so far. Each command sees what those before it did; one that fails leaves no trace.
 */
export class UnitOfWork {
  private documents = new Map<string, Document>();
  private staged = new Map<string, Document>();
  private committed: RecordedEvent[] = [];
  private pending: RecordedEvent[] = [];

  constructor(
    private readonly head: LogHead,
    readonly reference: HotelReference,
  ) {}

  /** Puts loaded rows in reach; what is already there stays. */
  load(documents: readonly LoadedDocument[]): void {
    for (const { definition, key, state } of documents) {
      const stream = streamName(definition, key);
      if (this.documents.has(stream)) continue;
      this.documents.set(stream, { definition, key, before: state, after: state, position: 0 });
    }
  }

  /** The position that the next event gets, and so the id of a record that begins with it. */
  get nextPosition(): number {
    return this.head.position + this.committed.length + this.pending.length + 1;
  }

  /** The state of a stream, null when it has no events. It must have been named among the needs. */
  get<State extends Versioned>(
    definition: StreamDefinition<State, never>,
    key: number | string,
  ): State | null {
    const stream = streamName(definition, key);
    return ((this.staged.get(stream) ?? this.documents.get(stream))?.after ?? null) as State | null;
  }

  /** Every state of a kind that was loaded or made in this batch. */
  all<State extends Versioned>(definition: StreamDefinition<State, never>): State[] {
    const seen = new Map([...this.documents, ...this.staged]);
    return [...seen.values()]
      .filter((document) => document.definition === definition && document.after !== null)
      .map((document) => document.after as State);
  }

  /** Appends an event to a stream and folds it in; the data is checked against its newest schema. */
  append<State extends Versioned, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    key: number | string,
    event: Event,
    context: WriteContext,
    recordedAt = this.head.now,
  ): State {
    checkEvent(definition, event);
    const version = (this.get(definition as StreamDefinition<State, never>, key)?.version ?? 0) + 1;
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
    this.keep();
  }

  /** Keeps what the current command appended. */
  keep(): void {
    this.committed.push(...this.pending);
    for (const [stream, document] of this.staged) this.documents.set(stream, document);
    this.discard();
  }

  /** Forgets what the current command appended. */
  discard(): void {
    this.pending = [];
    this.staged = new Map();
  }

  /** The events that were kept, in order. */
  get events(): readonly RecordedEvent[] {
    return this.committed;
  }

  /** The streams that kept events touched. */
  get changes(): DocumentChange[] {
    return [...this.documents.values()].filter(
      (document): document is DocumentChange => document.position > 0 && document.after !== null,
    );
  }

  private fold(definition: AnyStream, key: string, event: RecordedEvent): Versioned {
    const stream = event.stream;
    const known = this.staged.get(stream) ?? this.documents.get(stream);
    const state = known?.after ?? null;
    if (event.version !== (state?.version ?? 0) + 1) {
      throw new Error(
        `event ${event.position}: version ${event.version} does not follow ${state?.version ?? 0}`,
      );
    }
    const after: Versioned = definition.evolve(state, event, state?.id ?? event.position);
    const before = known?.before ?? null;
    this.staged.set(stream, { definition, key, before, after, position: event.position });
    return after;
  }
}

import type { HotelReference } from '@domain/reference.js';
import { Coalescer } from '../platform/coalescer.js';
import { type HotelDatabase, onSnapshot, type QueryPool, queryRow } from '../platform/database.js';
import type { LogEnd, ReferenceVersion } from '../platform/log-end.js';
import { DryRun } from './dry-run.js';
import { EventHistoryReader, type PastQuery, PastStates } from './event-history.js';
import type { EventStoreParts } from './event-store-parts.js';
import { type AnyStream, type RecordedEvent, streamName, type Versioned } from './event-stream.js';
import type { FactCache } from './fact-cache.js';
import { logEndColumns, readHead } from './log-head.js';
import { decodeChecked, type ReadEvent, readRows, readStreams, type StoredRow } from './log-reader.js';
import {
  type FollowedPlace,
  type LogRange,
  type LogRangeHandler,
  LogSubscription,
} from './log-subscription.js';
import { loadRequirements, UnitOfWork, type Work } from './unit-of-work.js';
import type { Writer } from './writer.js';

/** End of the log now, and the log's id. */
export type LogPosition = { logId: string; position: number };

/** The end of the log, and the master data as of there or later. */
export type Current = LogPosition & LogEnd & { reference: HotelReference };

/** An event of the log as it is stored and as it is read; null for both when it can't be. */
export type LogEvent = ReadEvent | { row: StoredRow; event: null; definition: null };

/** Runs commands, reads streams and past states, and follows the log. */
export class EventStore {
  private readonly past: PastStates;
  private readonly currentReads = new Coalescer(() => this.readCurrent());
  private step: (work: Work<never>) => Promise<void> | null = () => null;
  /** SQL for the columns of a `LogEnd`, from `log_head`. */
  readonly endColumns: string;

  constructor(
    private readonly databaseUrl: string,
    database: HotelDatabase,
    private readonly queries: QueryPool,
    private readonly writer: Writer,
    private readonly parts: EventStoreParts,
  ) {
    this.past = new PastStates(database, queries, parts.registry);
    this.endColumns = logEndColumns(parts.registry);
  }

  /** Has each command of this node wait for a step; null where there is none. */
  precede(step: (work: Work<never>) => Promise<void> | null): void {
    this.step = step;
  }

  /** Runs a command in the writer's lock and gives its answer once it is durable. */
  execute<Answer>(work: Work<Answer>): Promise<Answer> {
    const before = this.step(work as Work<never>);
    return before ? before.then(() => this.writer.execute(work)) : this.writer.execute(work);
  }

  /** Keeps facts that were read as of an end of the log for the decisions to come, if the log still ends there. */
  prime(end: LogEnd & ReferenceVersion, fill: (cache: FactCache) => void): void {
    const { position, hash, referencePosition, readModels } = end;
    this.writer.prime({ position, hash: Buffer.from(hash, 'hex'), referencePosition, readModels }, fill);
  }

  /** Returns whether the database's disk was just found full, so that nothing can be written. */
  get isDiskFull(): boolean {
    return this.writer.isDiskFull;
  }

  /** The answer that a command would give, decided on a snapshot: without the writer's lock, writing nothing. */
  preview<Answer>({ requirements, decide }: Omit<Work<Answer>, 'idempotency'>): Promise<Answer> {
    return onSnapshot(this.queries, async (client) => {
      const head = await readHead(client, this.parts.registry);
      const unit = new UnitOfWork(head, await this.parts.reference.at(client, head));
      await loadRequirements(client, requirements, Promise.resolve(unit));
      return decide(unit);
    });
  }

  dryRun(): Promise<DryRun | null> {
    return DryRun.open(this.databaseUrl, this.parts);
  }

  /** Returns where the log ends, and the master data as of there or later. */
  current(): Promise<Current> {
    return this.currentReads.ask(null);
  }

  /** The master data of a version or newer. */
  referenceAt(version: ReferenceVersion): Promise<HotelReference> {
    return this.parts.reference.at(this.queries, version);
  }

  /** Hands over the master data each time that this node has loaded them anew. */
  followReference(follower: (reference: HotelReference) => void): void {
    this.parts.reference.follow(follower);
  }

  /** A reader of events with the states around them. */
  eventHistory(): EventHistoryReader {
    return new EventHistoryReader(this.queries, this.parts.registry);
  }

  /** All events of a stream, oldest first. */
  readStream(definition: AnyStream, key: number | string): Promise<RecordedEvent[]> {
    return readStreams(this.queries, this.parts.registry, [streamName(definition, key)]);
  }

  /** The events after a position, in the order of the log, at most so many; one that can't be read is not left out. */
  async readLog(after: number, limit: number): Promise<LogEvent[]> {
    const { registry } = this.parts;
    const rows = await readRows(this.queries, after, Number.MAX_SAFE_INTEGER, limit);
    return rows.map((row) => {
      try {
        return decodeChecked(registry, row);
      } catch {
        return { row, event: null, definition: null };
      }
    });
  }

  /** The states that streams of a kind had when the log stood at a position. */
  statesAt<State extends Versioned>(query: PastQuery<State>): Promise<State[]> {
    return this.past.at(query);
  }

  /**
   * Keeps the newest states of streams of a kind that were just read from some read models, so that past states which they
   * still are need not be read.
   */
  keepNewest(definition: AnyStream, states: readonly Versioned[], readModels: number): void {
    this.past.keepNewest(definition, states, readModels);
  }

  /** Forgets newest states, by key, or all of all kinds: lists and past calendars then read them anew alike. */
  forgetNewest(definition: AnyStream, keys: readonly number[] | null): void {
    this.past.forgetNewest(definition, keys);
  }

  /** All events of streams of a kind, stream by stream in the order of their states, oldest first. */
  eventsOf(definition: AnyStream, states: readonly Versioned[]): Promise<(readonly RecordedEvent[])[]> {
    return this.past.eventsOf(
      states.map(({ id, version }) => ({ stream: streamName(definition, id), version })),
    );
  }

  /** Follows the log after a place, until it goes on differently than it did. */
  follow(place: FollowedPlace, handle: LogRangeHandler, onDivergence: () => void): LogSubscription {
    const noticed = (range: LogRange) => {
      this.writer.notice(range);
      // Also what was erased leaves the memory, on each node.
      this.past.forget(range.streams);
      return handle(range);
    };
    return new LogSubscription(this.databaseUrl, place, noticed, onDivergence, this.writer);
  }

  private async readCurrent(): Promise<Current> {
    type Row = LogPosition & LogEnd & ReferenceVersion;
    const { referencePosition, ...end } = await queryRow<Row>(this.queries, {
      name: 'log-end',
      text: `select log_id::text as "logId", ${this.endColumns}, reference_position as "referencePosition" from log_head`,
    });
    return { ...end, reference: await this.referenceAt({ ...end, referencePosition }) };
  }
}

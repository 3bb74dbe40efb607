import { groupBy } from '@domain/group-by.js';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import { messageOf } from '../platform/thrown.js';
import { inTimeSlices } from '../platform/time-slices.js';
import {
  type AnyStream,
  type EventStep,
  isOf,
  type RecordedEvent,
  type StreamDefinition,
  type StreamRegistry,
  streamName,
  type Versioned,
} from './event-stream.js';
import { readModelsColumn } from './log-head.js';
import {
  decodeChecked,
  decodeRow,
  type ReadEvent,
  readRowsAt,
  readStreamRows,
  type StoredRow,
} from './log-reader.js';

/** A stream whose row was read with this version. */
export type SeenStream = { stream: string; version: number };

const MOST_EVENTS = 60_000;
/** Streams whose rows are read and grouped in one turn of the event loop. */
const STREAMS_AT_A_TIME = 500;
const NOTHING = () => undefined;

/** The rows of a stream, oldest first, and the events and states of those that were asked for so far. */
class PastStream {
  private readonly decoded: RecordedEvent[] = [];
  private readonly states: Versioned[] = [];

  constructor(
    readonly version: number,
    readonly rows: readonly StoredRow[],
    private readonly registry: StreamRegistry,
  ) {}

  get events(): readonly RecordedEvent[] {
    return this.first(this.rows.length);
  }

  /** The state at a position, null before the first event: always the same object, so that what is made of it is kept with it. */
  stateAt<State extends Versioned>(definition: StreamDefinition<State>, position: number): State | null {
    const count = this.rows.filter((row) => row.position <= position).length;
    for (const event of this.first(count).slice(this.states.length, count)) {
      const before = (this.states.at(-1) as State | undefined) ?? null;
      this.states.push(definition.evolve(before, event, this.rows[0]?.position ?? 0));
    }
    return (this.states[count - 1] as State | undefined) ?? null;
  }

  /** At least so many events, the first ones. */
  private first(count: number): readonly RecordedEvent[] {
    for (const row of this.rows.slice(this.decoded.length, count)) {
      this.decoded.push(decodeRow(this.registry, row, row.key));
    }
    return this.decoded;
  }
}

/**
 * Events of streams in memory, so that looking at one position after another decrypts and folds each event once, and none
 * that came later. What is cached holds for one version of the stream; after any later event, also an erasure, the stream is read again.
 */
export class PastEvents {
  private readonly cache: LRUCache<string, PastStream>;
  private lastRead: Promise<unknown> = Promise.resolve();
  /** Number of times that streams were forgotten: a read that began before is not cached after. */
  private forgotten = 0;

  constructor(
    private readonly queries: Queryable,
    private readonly registry: StreamRegistry,
    mostEvents = MOST_EVENTS,
  ) {
    this.cache = new LRUCache({ maxSize: mostEvents, sizeCalculation: ({ rows }) => rows.length || 1 });
  }

  /** All events of streams, oldest first, at least those up to the versions seen. */
  of(streams: readonly SeenStream[]): Promise<Map<string, PastStream>> {
    // One after another: the counts of a calendar need what is being read for its bookings.
    const read = this.lastRead.then(() => this.read(streams));
    this.lastRead = read.then(NOTHING, NOTHING);
    return read;
  }

  /** Forgets the events and states of streams. */
  forget(streams: readonly string[]): void {
    this.forgotten += 1;
    for (const stream of streams) this.cache.delete(stream);
  }

  private async read(streams: readonly SeenStream[]): Promise<Map<string, PastStream>> {
    const found = new Map<string, PastStream>();
    for (let from = 0; from < streams.length; from += STREAMS_AT_A_TIME)
      await this.readSome(streams.slice(from, from + STREAMS_AT_A_TIME), found);
    return found;
  }

  /** Adds streams to those found, in their order; only those that are not cached are read. */
  private async readSome(streams: readonly SeenStream[], found: Map<string, PastStream>): Promise<void> {
    const { forgotten } = this;
    const cached = new Map(
      streams.flatMap(({ stream, version }) => {
        const entry = this.cache.get(stream);
        return entry?.version === version ? [[stream, entry] as const] : [];
      }),
    );
    const missing = streams.filter(({ stream }) => !cached.has(stream)).map(({ stream }) => stream);
    const rows = missing.length > 0 ? await readStreamRows(this.queries, missing) : [];
    const read = groupBy(rows, ({ stream }) => stream);
    for (const { stream, version } of streams) {
      const past = cached.get(stream) ?? new PastStream(version, read.get(stream) ?? [], this.registry);
      found.set(stream, past);
      if (forgotten === this.forgotten) this.cache.set(stream, past);
    }
  }
}

/** Applies a function to one item after the other, each a step of a long computation; null answers are left out. */
function* eachStep<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made | null,
): Generator<void, Made[]> {
  const all: Made[] = [];
  for (const item of items) {
    const made = make(item);
    if (made !== null) all.push(made);
    yield;
  }
  return all;
}

/** Choice of streams of a kind, at a position of the log: `condition` is about the columns of the kind's table. */
export type PastQuery<State extends Versioned> = {
  definition: StreamDefinition<State>;
  condition: RawBuilder<unknown>;
  position: number;
};

type Row = { key: string; version: number; stands: boolean; readModels: number };

/** Newest states cached by stream, for past calendars that are read repeatedly. */
const MOST_NEWEST = 10_000;

/** The states of streams at positions of the log. */
export class PastStates {
  readonly events: PastEvents;
  private readonly cache = new LRUCache<string, Versioned>({ max: MOST_NEWEST });
  /** Number of times that streams were forgotten: a read that began before is not cached after. */
  private forgotten = 0;
  /** From which read models the cached states were read. */
  private readModels = 0;
  private readonly readModelsColumn: string;

  constructor(
    private readonly database: HotelDatabase,
    queries: Queryable,
    registry: StreamRegistry,
  ) {
    this.events = new PastEvents(queries, registry);
    this.readModelsColumn = readModelsColumn(registry);
  }

  /**
   * The states that streams had when the log stood at a position. A row whose last event is not later stands as it is;
   * the others are folded from their events up to there, which no write changes any more: one statement finds the rows
   * as of one moment, and whatever is written between it and the reading of states and events changes nothing.
   */
  async at<State extends Versioned>({ definition, condition, position }: PastQuery<State>): Promise<State[]> {
    const { rows } = await sql<Row>`
      select ${sql.ref(definition.key.column)}::text as key, version, position <= ${position} as stands,
             (select ${sql.raw(this.readModelsColumn)}) as "readModels"
      from ${sql.table(definition.table)} where id <= ${position} and ${condition}`.execute(this.database);
    if (rows[0]) this.readFrom(rows[0].readModels);
    const standing = await this.newest(
      definition,
      rows.filter(({ stands }) => stands),
    );
    const later = rows
      .filter(({ key }) => !standing.has(key))
      .map(({ key, version }) => ({ stream: streamName(definition, key), version }));
    const pasts = later.length > 0 ? (await this.events.of(later)).values() : [];
    // Folding a year at once would keep everybody waiting.
    const folded = await inTimeSlices(eachStep(pasts, (past) => past.stateAt(definition, position)));
    return [...standing.values(), ...folded];
  }

  /** All events of streams, oldest first, stream by stream. */
  async eventsOf(seen: readonly SeenStream[]): Promise<(readonly RecordedEvent[])[]> {
    const pasts = (await this.events.of(seen)).values();
    return inTimeSlices(eachStep(pasts, ({ events }) => events));
  }

  /** Keeps the newest states of streams of a kind that were just read elsewhere. */
  keepNewest(definition: AnyStream, states: readonly Versioned[], readModels: number): void {
    this.readFrom(readModels);
    for (const state of states) this.cache.set(streamName(definition, state.id), state);
  }

  /** Forgets newest states, by key, or all of all kinds. */
  forgetNewest(definition: AnyStream, keys: readonly number[] | null): void {
    if (keys === null) this.cache.clear();
    else for (const key of keys) this.cache.delete(streamName(definition, key));
  }

  /** Forgets events and states of streams. */
  forget(streams: readonly string[]): void {
    this.forgotten += 1;
    this.events.forget(streams);
    for (const stream of streams) this.cache.delete(stream);
  }

  /** Forgets all newest states when they were read from tables that a rebuild has replaced. */
  private readFrom(readModels: number): void {
    if (this.readModels !== readModels) this.cache.clear();
    this.readModels = readModels;
  }

  /** The newest states of streams that still have the version seen, by key; only those that are not cached are read. */
  private async newest<State extends Versioned>(
    definition: StreamDefinition<State>,
    seen: readonly Row[],
  ): Promise<Map<string, State>> {
    const states = new Map<string, State>();
    const unknown = new Map<string, number>();
    for (const { key, version } of seen) {
      const state = this.cache.get(streamName(definition, key));
      if (state?.version === version) states.set(key, state as State);
      else unknown.set(key, version);
    }
    if (unknown.size === 0) return states;
    const { forgotten } = this;
    const { column, type } = definition.key;
    const { rows } = await sql<{ key: string; state: State }>`
      select ${sql.ref(column)}::text as key, state from ${sql.table(definition.table)}
      where ${sql.ref(column)} = any(${[...unknown.keys()]}::${sql.raw(type)}[])`.execute(this.database);
    for (const { key, state } of rows) {
      if (state.version !== unknown.get(key)) continue; // It was written to since.
      if (forgotten === this.forgotten) this.cache.set(streamName(definition, key), state);
      states.set(key, state);
    }
    return states;
  }
}

/** An event of the log with its stored row and the states of its stream before and after it. */
export type EventWithStates = ReadEvent & { before: Versioned | null; after: Versioned };

/** A row of the log that cannot be decoded or whose data do not fit its type, and why. */
export type UnreadableEvent = { row: StoredRow; reason: string };

/** Returns whether an event could be read. */
export function isReadable(event: EventWithStates | UnreadableEvent): event is EventWithStates {
  return 'event' in event;
}

/** Streams whose last state is cached: enough for days of a busy hotel. */
const MOST_STATES = 5_000;

const follows = (rows: readonly StoredRow[], version: number): boolean =>
  rows.every((row, index) => row.version === version + index + 1);

/**
 * Reads events of the log with the states around them. The last state of each stream is cached, so that reading the
 * whole log page by page decodes each event once.
 */
export class EventHistoryReader {
  private readonly cache: LRUCache<string, Versioned>;

  constructor(
    private readonly queries: Queryable,
    private readonly registry: StreamRegistry,
    mostStates = MOST_STATES,
  ) {
    this.cache = new LRUCache({ max: mostStates });
  }

  /** The events at some positions, in the order of the log. */
  async read(positions: readonly number[]): Promise<(EventWithStates | UnreadableEvent)[]> {
    const rows = await readRowsAt(this.queries, positions);
    const streams = groupBy(rows, ({ stream }) => stream);
    const starts = new Map([...streams.keys()].map((stream) => [stream, this.cache.get(stream) ?? null]));
    const gaps = [...streams].filter(([stream, own]) => !follows(own, starts.get(stream)?.version ?? 0));
    const behind = gaps.map(([stream]) => stream);
    const past = gaps.length > 0 ? await readStreamRows(this.queries, behind, rows.at(-1)?.position) : [];
    const histories = groupBy(past, ({ stream }) => stream);
    const events = [...streams].flatMap(([stream, own]) => {
      const history = histories.get(stream);
      if (history) return this.fold(stream, null, history, own);
      return this.fold(stream, starts.get(stream) ?? null, own, own);
    });
    return events.sort((a, b) => a.row.position - b.row.position);
  }

  /** The readable events of one kind of stream at some positions, in the order of the log, read page by page. */
  async *steps<State extends Versioned>(
    definition: StreamDefinition<State>,
    positions: readonly number[],
    page: number,
  ): AsyncGenerator<EventStep<State>> {
    for (let at = 0; at < positions.length; at += page) {
      const events = await this.read(positions.slice(at, at + page));
      for (const event of events) if (isReadable(event) && isOf(definition, event)) yield event;
    }
  }

  /** Folds rows of a stream from a state on and returns the requested ones; an unreadable row changes nothing. */
  private fold(
    stream: string,
    initial: Versioned | null,
    rows: readonly StoredRow[],
    requested: readonly StoredRow[],
  ): (EventWithStates | UnreadableEvent)[] {
    const byPosition = new Map(requested.map((row) => [row.position, row]));
    let state = initial;
    const events: (EventWithStates | UnreadableEvent)[] = [];
    for (const each of rows) {
      const row = byPosition.get(each.position);
      const step = this.step(each, state);
      if (row) events.push({ ...step, row });
      if ('after' in step) state = step.after;
    }
    if (state) this.cache.set(stream, state);
    else this.cache.delete(stream);
    return events;
  }

  private step(row: StoredRow, before: Versioned | null): EventWithStates | UnreadableEvent {
    try {
      const read = decodeChecked(this.registry, row);
      const { event, definition } = read;
      const after: Versioned = definition.evolve(before, event, before?.id ?? event.position);
      return { ...read, before, after };
    } catch (error) {
      return { row, reason: messageOf(error) };
    }
  }
}

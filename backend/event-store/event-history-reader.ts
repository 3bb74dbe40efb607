import { groupBy } from '@domain/group-by.js';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../platform/database.js';
import { parseStream, type RecordedEvent } from './event.js';
import { decodeRow, type StreamRegistry } from './event-codec.js';
import { readRowsAt, readStreamRows, type StoredRow } from './log-reader.js';
import type { AnyStream, Versioned } from './stream-definition.js';

/** An event of the log with its stored row and the states of its stream before and after it. */
export type EventWithStates = {
  row: StoredRow;
  event: RecordedEvent;
  definition: AnyStream;
  before: Versioned | null;
  after: Versioned;
};

/** A row of the log that cannot be decoded, and why. */
export type UnreadableEvent = { row: StoredRow; reason: string };

/** Whether an event could be read. */
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
    const histories = await this.histories(
      gaps.map(([stream]) => stream),
      rows.at(-1)?.position ?? 0,
    );
    const events = [...streams].flatMap(([stream, own]) => {
      const history = histories.get(stream);
      if (history) return this.fold(stream, null, history, own);
      return this.fold(stream, starts.get(stream) ?? null, own, own);
    });
    return events.sort((a, b) => a.row.position - b.row.position);
  }

  private async histories(streams: string[], upTo: number): Promise<Map<string, StoredRow[]>> {
    if (streams.length === 0) return new Map();
    return groupBy(await readStreamRows(this.queries, streams, upTo), ({ stream }) => stream);
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
      const event = decodeRow(this.registry, row, row.key);
      const definition = this.registry.get(parseStream(row.stream).category) as AnyStream;
      const after: Versioned = definition.evolve(before, event, before?.id ?? event.position);
      return { row, event, definition, before, after };
    } catch (error) {
      return { row, reason: (error as Error).message };
    }
  }
}

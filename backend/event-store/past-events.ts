import { groupBy } from '@domain/group-by.js';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../platform/database.js';
import type { RecordedEvent } from './event.js';
import type { StreamRegistry } from './event-codec.js';
import { readStreams } from './log-reader.js';

/** A stream whose row was seen with this version. */
export type SeenStream = { stream: string; version: number };

const MOST_EVENTS = 60_000;

/**
 * Events of streams in memory, so that looking at one position after another decrypts each event once. What is cached
 * holds for one version of the stream; every event after it, an erasure as well, has the stream read anew.
 */
export class PastEvents {
  private readonly cache: LRUCache<string, { version: number; events: readonly RecordedEvent[] }>;
  private lastRead: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly queries: Queryable,
    private readonly registry: StreamRegistry,
    mostEvents = MOST_EVENTS,
  ) {
    this.cache = new LRUCache({ maxSize: mostEvents, sizeCalculation: ({ events }) => events.length || 1 });
  }

  /** All events of streams, oldest first, at least those up to the versions seen. */
  of(streams: readonly SeenStream[]): Promise<Map<string, readonly RecordedEvent[]>> {
    // One after another: the counts of a calendar need what is being read for its bookings.
    const read = this.lastRead.then(() => this.read(streams));
    this.lastRead = read.catch(() => undefined);
    return read;
  }

  private async read(streams: readonly SeenStream[]): Promise<Map<string, readonly RecordedEvent[]>> {
    const cached = new Map(
      streams.flatMap(({ stream, version }) => {
        const entry = this.cache.get(stream);
        return entry?.version === version ? [[stream, entry.events] as const] : [];
      }),
    );
    const missing = streams.filter(({ stream }) => !cached.has(stream)).map(({ stream }) => stream);
    const events = missing.length > 0 ? await readStreams(this.queries, this.registry, missing) : [];
    const read = groupBy(events, ({ stream }) => stream);
    const found = new Map<string, readonly RecordedEvent[]>();
    for (const { stream, version } of streams) {
      const history = read.get(stream) ?? cached.get(stream) ?? [];
      found.set(stream, history);
      this.cache.set(stream, { version, events: history });
    }
    return found;
  }
}

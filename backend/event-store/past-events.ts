import { groupBy } from '@domain/group-by.js';
import type { Queryable } from '../platform/database.js';
import type { RecordedEvent } from './event.js';
import type { StreamRegistry } from './event-codec.js';
import { readStreams } from './log-reader.js';

/** A stream whose row was seen with this version. */
export type SeenStream = { stream: string; version: number };

type Kept = { version: number; events: readonly RecordedEvent[] };

const MOST_KEPT_EVENTS = 60_000;

/**
 * Events of streams in memory, so that looking at one position after another decrypts each event once. What is kept
 * holds for one version of the stream; every event after it, an erasure as well, has the stream read anew. Those not asked
 * for the longest go when there are too many.
 */
export class PastEvents {
  private readonly kept = new Map<string, Kept>();
  private keptEvents = 0;
  private lastRead: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly queries: Queryable,
    private readonly registry: StreamRegistry,
    private readonly limit = MOST_KEPT_EVENTS,
  ) {}

  /** All events of streams, oldest first, at least those up to the versions seen. */
  of(streams: readonly SeenStream[]): Promise<Map<string, readonly RecordedEvent[]>> {
    // One after another: the counts of a calendar need what is being read for its bookings.
    const read = this.lastRead.then(() => this.read(streams));
    this.lastRead = read.catch(() => undefined);
    return read;
  }

  private async read(streams: readonly SeenStream[]): Promise<Map<string, readonly RecordedEvent[]>> {
    const missing = streams.filter(({ stream, version }) => this.kept.get(stream)?.version !== version);
    const events =
      missing.length > 0
        ? await readStreams(
            this.queries,
            this.registry,
            missing.map(({ stream }) => stream),
          )
        : [];
    const read = groupBy(events, ({ stream }) => stream);
    const found = new Map<string, readonly RecordedEvent[]>();
    for (const { stream, version } of streams) {
      const history = read.get(stream) ?? this.kept.get(stream)?.events ?? [];
      found.set(stream, history);
      this.keep(stream, { version, events: history });
    }
    this.forgetOldest();
    return found;
  }

  private keep(stream: string, kept: Kept): void {
    this.keptEvents += kept.events.length - (this.kept.get(stream)?.events.length ?? 0);
    this.kept.delete(stream); // So that it becomes the newest.
    this.kept.set(stream, kept);
  }

  private forgetOldest(): void {
    for (const [stream, { events }] of this.kept) {
      if (this.keptEvents <= this.limit) return;
      this.kept.delete(stream);
      this.keptEvents -= events.length;
    }
  }
}

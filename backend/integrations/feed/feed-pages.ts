import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FeedEvent } from '@wire/feed.js';
import { EventStore } from '../../event-store/event-store.js';
import { queryRow } from '../../platform/database.js';
import { NotificationListener } from '../../platform/notification-listener.js';
import { DATABASE_URL } from '../../platform/platform.module.js';
import { feedEvent } from './feed-events.js';

/** A requested range of the log, with personal data or without. */
export type FeedQuestion = { after: number; limit: number; isPersonal: boolean };

/** A range of the log, and its text as server-sent events, written once for all readers. */
type FeedStretch = { events: FeedEvent[]; text: () => string };

/** Writes events as server-sent ones. */
const eventsText = (events: readonly FeedEvent[]): string =>
  events.map((event) => `id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** Most ranges that are cached for other readers while nothing is appended. */
const MOST_KEPT = 8;
/** Programs that are woken in one turn, before calls of the desk are handled. */
const TOLD_AT_ONCE = 20;
/** Ranges that a node reads at a time: many readers that are behind at once must not fill the database's connections. */
const MOST_READS = 2;

/**
 * Reads the log for other programs, and tells them when it goes on. Events are read by position up to the end of the log,
 * which positions reach in the order of their commits: there are no gaps. Those who stand at the same place share a read.
 */
@Injectable()
export class FeedPages implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listener: NotificationListener;
  private readonly waiting = new Set<() => void>();
  private readonly kept = new Map<string, Promise<FeedStretch>>();
  private readonly queue: (() => void)[] = [];
  private reads = 0;
  private end = 0;

  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE_URL) databaseUrl: string,
  ) {
    this.listener = new NotificationListener(databaseUrl, 'event_log', async (client) => {
      const row = await queryRow<{ position: number }>(client, 'select position from log_head');
      this.reach(row.position);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.close();
  }

  /** The end of the log, as far as this node knows. */
  get head(): number {
    return this.end;
  }

  /** Reads the end of the log from the database. */
  async refresh(): Promise<{ logId: string; position: number }> {
    const { logId, position } = await this.store.current();
    this.reach(position);
    return { logId, position };
  }

  /** Resolves once the log goes beyond a position, the time is over or the signal aborts; true if it went on. */
  async goesBeyond(position: number, withinMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.end > position || signal.aborted) return this.end > position;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.waiting.add(done);
      signal.addEventListener('abort', done);
    });
    return this.end > position;
  }

  /** The events after a position, at most `limit`. */
  async read(question: FeedQuestion): Promise<FeedEvent[]> {
    return (await this.stretch(question)).events;
  }

  /** The events after a position, at most `limit`, with their text for readers of server-sent events. */
  stretch(question: FeedQuestion): Promise<FeedStretch> {
    const name = JSON.stringify(question);
    const known = this.kept.get(name);
    if (known) return known;
    const page = this.readNow(question);
    if (this.kept.size < MOST_KEPT) {
      this.kept.set(name, page);
      // Reads failed pages again.
      page.catch(() => this.kept.delete(name));
    }
    return page;
  }

  private async readNow({ after, limit, isPersonal }: FeedQuestion): Promise<FeedStretch> {
    if (this.reads >= MOST_READS) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.reads += 1;
    try {
      const log = await this.store.readLog(after, limit);
      const events = log.map((event) => feedEvent(event, isPersonal));
      let text: string | null = null;
      return {
        events,
        text: () => {
          text ??= eventsText(events);
          return text;
        },
      };
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.reads -= 1;
    }
  }

  private reach(position: number): void {
    if (position <= this.end) return;
    this.end = position;
    // Also of guests who were erased meanwhile.
    this.kept.clear();
    this.tell([...this.waiting]);
  }

  /** Wakes some of the waiting programs, and the others in later turns: a thousand at once would delay the desk. */
  private tell(waiting: (() => void)[]): void {
    for (const wake of waiting.splice(0, TOLD_AT_ONCE)) wake();
    if (waiting.length > 0) setImmediate(() => this.tell(waiting));
  }
}

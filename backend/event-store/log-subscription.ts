import type pg from 'pg';
import { openClient, type Queryable } from '../platform/database.js';
import { logger } from '../platform/logger.js';

const POLL_MS = 3_000;
const RECONNECT_MS = 500;
const MOST_EVENTS = 5_000;

/** A stretch of the log: after `from` up to `to`, and the streams that its events touched. */
export type LogStretch = { from: number; to: number; streams: string[] };

/** Called with each stretch in order; the next waits until it has settled. */
export type StretchHandler = (stretch: LogStretch) => Promise<void>;

/** The streams touched after a position, up to another. */
export async function touchedStreams(client: Queryable, from: number, to: number): Promise<string[]> {
  const { rows } = await client.query({
    name: 'touched-streams',
    text: 'select distinct stream from event_log where position > $1 and position <= $2',
    values: [from, to],
  });
  return rows.map((row) => row.stream);
}

/**
 * Follows the log from a position on. NOTIFY is only a doorbell: it also looks every few seconds and at every
 * (re)connect, and always goes by position, so that nothing is missed, seen twice or out of order.
 */
export class LogSubscription {
  private client: pg.Client | null = null;
  private pulling: Promise<void> | null = null;
  private rung = false;
  private closed = false;
  private readonly poll = setInterval(() => this.ring(), POLL_MS);
  private reconnect: NodeJS.Timeout | null = null;

  constructor(
    private readonly databaseUrl: string,
    private position: number,
    private readonly handle: StretchHandler,
  ) {}

  /** Connects and begins to follow. */
  async start(): Promise<void> {
    await this.connect();
    this.ring();
  }

  /** Stops following; a stretch being handled is waited for. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    if (this.reconnect) clearTimeout(this.reconnect);
    await this.pulling;
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const lost = (error: Error): void => {
      if (this.closed) return;
      this.client = null;
      logger.warn({ error: error.message }, 'log subscription lost its connection');
      this.reconnectLater();
    };
    const client = await openClient(this.databaseUrl, lost, (opened) => {
      opened.on('notification', () => this.ring());
      return opened.query('listen event_log');
    });
    if (this.closed) await client.end();
    else this.client = client;
  }

  private reconnectLater(): void {
    if (this.closed) return;
    this.reconnect = setTimeout(() => {
      this.connect().then(
        () => this.ring(),
        () => this.reconnectLater(),
      );
    }, RECONNECT_MS);
  }

  private ring(): void {
    this.rung = true;
    if (this.closed || !this.client) return;
    this.pulling ??= this.pull()
      .catch((error: Error) => logger.warn({ error: error.message }, 'log subscription failed to read'))
      .finally(() => {
        this.pulling = null;
      });
  }

  private async pull(): Promise<void> {
    while (this.client && !this.closed && this.rung) {
      this.rung = false;
      const { rows } = await this.client.query({ name: 'head', text: 'select position from log_head' });
      const head: number = rows[0].position;
      while (this.client && this.position < head) {
        const to = Math.min(head, this.position + MOST_EVENTS);
        const streams = await touchedStreams(this.client, this.position, to);
        await this.handle({ from: this.position, to, streams });
        this.position = to;
      }
    }
  }
}

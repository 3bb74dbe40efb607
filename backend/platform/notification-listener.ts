import type pg from 'pg';
import { openClient, type Queryable } from './database.js';
import { traceOf } from './error-trace.js';
import { logger } from './logger.js';

const POLL_MS = 3_000;
const RECONNECT_MS = 500;

/** Called for each ring with the bell's own connection; the next ring waits until it has settled. */
type Answer = (client: Queryable) => Promise<void>;

/**
 * Listens for NOTIFY on a channel. It also rings by itself every few seconds and at every (re)connect, so that whoever
 * answers by looking misses nothing; what rings while an answer is under way becomes one more ring.
 */
export class NotificationListener {
  private client: pg.Client | null = null;
  private answering: Promise<void> | null = null;
  private rung = false;
  private answeredAt = performance.now();
  private closed = false;
  private readonly poll = setInterval(() => this.ring(), POLL_MS);
  private reconnect: NodeJS.Timeout | null = null;

  constructor(
    private readonly databaseUrl: string,
    private readonly channel: string,
    private readonly answer: Answer,
  ) {}

  /** Connects and rings for the first time. */
  async start(): Promise<void> {
    await this.connect();
    this.ring();
  }

  /** Stops listening; an answer under way is waited for. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    if (this.reconnect) clearTimeout(this.reconnect);
    await this.answering;
    await this.client?.end();
  }

  /** Whether it has a connection, and for how long nothing has been answered: a few seconds while all is well. */
  get state(): { isListening: boolean; silentSeconds: number } {
    return {
      isListening: this.client !== null,
      silentSeconds: (performance.now() - this.answeredAt) / 1000,
    };
  }

  /** Whether a connection that was handed to an answer is still the bell's, and the bell is to go on. */
  isOpen(client: Queryable): boolean {
    return this.client === client && !this.closed;
  }

  /** Rings by hand; without a connection the answer comes once there is one. */
  ring(): void {
    this.rung = true;
    if (this.closed || !this.client) return;
    this.answering ??= this.answerAll()
      .catch((error: unknown) =>
        logger.warn({ channel: this.channel, error: traceOf(error) }, 'a ring could not be answered'),
      )
      .finally(() => {
        this.answering = null;
      });
  }

  private async connect(): Promise<void> {
    const lost = (error: Error): void => {
      if (this.closed) return;
      this.client = null;
      logger.warn({ channel: this.channel, error: error.message }, 'connection for listening lost');
      this.reconnectLater();
    };
    const prepare = (opened: pg.Client) => {
      opened.on('notification', () => this.ring());
      return opened.query(`listen ${this.channel}`);
    };
    const client = await openClient(this.databaseUrl, lost, { prepare });
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

  private async answerAll(): Promise<void> {
    while (this.client && !this.closed && this.rung) {
      this.rung = false;
      await this.answer(this.client);
      this.answeredAt = performance.now();
    }
  }
}

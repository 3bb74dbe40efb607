import type pg from 'pg';
import { openClient, type Queryable } from './database.js';
import { traceOf } from './errors.js';
import { logger } from './logger.js';
import { socketOf } from './primary-client.js';

const POLL_MS = 2_000;
/** A connection that does not answer within this is cut, even if nothing says so: it is closed, and another one opened. */
const ANSWER_MS = 2_500;
const RECONNECT_MS = 500;

/** Called with the listener's own connection, never concurrently. */
type Handler = (client: Queryable) => Promise<void>;

/**
 * Calls a handler for each NOTIFY on a channel. The handler is also called every few seconds and after every (re)connect,
 * so that no change is missed; notifications that arrive while it runs are coalesced into one more call.
 */
export class NotificationListener {
  private client: pg.Client | null = null;
  /** The same connection as the handler asks by it. */
  private line: Queryable | null = null;
  private running: Promise<void> | null = null;
  private isPending = false;
  /** The number of queries of the handler that wait for their answer. */
  private asking = 0;
  private handledAt = performance.now();
  /** The call that the last poll found running, the bytes received by then, and since when both are the same. */
  private silence: { running: Promise<void> | null; received: number; since: number } | null = null;
  private closed = false;
  private readonly poll = setInterval(() => this.checkConnection(), POLL_MS);
  private reconnect: NodeJS.Timeout | null = null;

  constructor(
    private readonly databaseUrl: string,
    private readonly channel: string,
    private readonly handle: Handler,
    /** True if a notification with this payload calls the handler. */
    private readonly isNews: (payload: string) => boolean = () => true,
  ) {}

  /** Connects and calls the handler for the first time. */
  async start(): Promise<void> {
    await this.connect();
    this.notify();
  }

  /** Stops listening; waits for a running call. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    if (this.reconnect) clearTimeout(this.reconnect);
    await this.running;
    await this.client?.end();
  }

  /** Returns whether it is connected, and the seconds since the last successful call: a few when healthy. */
  get state(): { isListening: boolean; silentSeconds: number } {
    return {
      isListening: this.client !== null,
      silentSeconds: (performance.now() - this.handledAt) / 1000,
    };
  }

  /** Returns whether a connection passed to the handler is still in use and the listener is not closed. */
  isOpen(client: Queryable): boolean {
    return this.line === client && !this.closed;
  }

  /** Calls the handler, or does so once there is a connection. */
  notify(): void {
    this.isPending = true;
    if (this.closed || !this.client) return;
    this.running ??= this.handleAll()
      .catch((error: unknown) =>
        logger.warn({ channel: this.channel, error: traceOf(error) }, 'a notification could not be handled'),
      )
      .finally(() => {
        this.running = null;
      });
  }

  /**
   * Calls the handler if the connection still answers; one that does not is closed by its timed-out query, or while the handler
   * asks something by it, once nothing comes any more. A handler that asks nothing may take as long as it wants.
   */
  private checkConnection(): void {
    const { client } = this;
    if (!client || this.asking > 0) {
      if (client) this.closeWhenSilent(client);
      this.notify();
      return;
    }
    this.silence = null;
    client.query({ text: 'select', query_timeout: ANSWER_MS } as pg.QueryConfig).then(
      () => this.notify(),
      () => undefined, // The loss of the connection is logged where it is noticed.
    );
  }

  private closeWhenSilent(client: pg.Client): void {
    const { running, silence } = this;
    const received = socketOf(client).bytesRead;
    const isSame = silence?.running === running && silence?.received === received;
    const since = isSame && silence ? silence.since : performance.now();
    this.silence = { running, received, since };
    if (performance.now() - since > ANSWER_MS)
      socketOf(client).destroy(new Error('no answer from the server'));
  }

  private async connect(): Promise<void> {
    const lost = (error: Error): void => {
      if (this.closed) return;
      this.client = this.line = null;
      logger.warn({ channel: this.channel, error: error.message }, 'connection for listening lost');
      this.reconnectLater();
    };
    const prepare = (opened: pg.Client) => {
      opened.on('notification', ({ payload = '' }) => {
        if (this.isNews(payload)) this.notify();
      });
      return opened.query(`listen ${this.channel}`);
    };
    const client = await openClient(this.databaseUrl, lost, { prepare, pipeline: true });
    if (this.closed) await client.end();
    else {
      this.client = client;
      this.asking = 0;
      this.line = this.lineOf(client);
    }
  }

  /** Counts what the handler asks by a connection and was not told yet. */
  private lineOf(client: pg.Client): Queryable {
    return {
      query: <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig) => {
        this.asking += 1;
        return client.query<Row>(query).finally(() => {
          if (this.client === client) this.asking -= 1;
        });
      },
    };
  }

  private reconnectLater(): void {
    if (this.closed) return;
    this.reconnect = setTimeout(() => {
      this.connect().then(
        () => this.notify(),
        () => this.reconnectLater(),
      );
    }, RECONNECT_MS);
  }

  private async handleAll(): Promise<void> {
    while (this.line && !this.closed && this.isPending) {
      this.isPending = false;
      await this.handle(this.line);
      this.handledAt = performance.now();
    }
  }
}

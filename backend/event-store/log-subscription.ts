import type { Queryable } from '../platform/database.js';
import { Doorbell } from '../platform/doorbell.js';

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
 * Follows the log from a position on. NOTIFY is only a doorbell: it always goes by position, so that nothing is missed,
 * seen twice or out of order.
 */
export class LogSubscription {
  private readonly bell: Doorbell;

  constructor(
    databaseUrl: string,
    private position: number,
    private readonly handle: StretchHandler,
  ) {
    this.bell = new Doorbell(databaseUrl, 'event_log', (client) => this.pull(client));
  }

  /** Connects and begins to follow. */
  start(): Promise<void> {
    return this.bell.start();
  }

  /** Whether its connection is alive, and for how many seconds it has not looked at the log. */
  get state(): Doorbell['state'] {
    return this.bell.state;
  }

  /** Stops following; a stretch being handled is waited for. */
  close(): Promise<void> {
    return this.bell.close();
  }

  private async pull(client: Queryable): Promise<void> {
    const { rows } = await client.query({ name: 'head', text: 'select position from log_head' });
    const head: number = rows[0].position;
    while (this.bell.isOpen(client) && this.position < head) {
      const to = Math.min(head, this.position + MOST_EVENTS);
      const streams = await touchedStreams(client, this.position, to);
      await this.handle({ from: this.position, to, streams });
      this.position = to;
    }
  }
}

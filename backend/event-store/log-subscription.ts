import { type Queryable, queryRow } from '../platform/database.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { GENESIS_HASH } from './hash-chain.js';

const MOST_EVENTS = 5_000;

/** A range of the log: after `from` up to `to`, where it has this hash (hexadecimal), and the streams that its events touched. */
export type LogRange = { from: number; to: number; hash: string; streams: string[] };

/** Called with each range in order; the next waits until it has settled. */
export type LogRangeHandler = (range: LogRange) => Promise<void>;

/** The streams touched after a position, up to another. */
export async function touchedStreams(client: Queryable, from: number, to: number): Promise<string[]> {
  const { rows } = await client.query<{ stream: string }>({
    name: 'touched-streams',
    text: 'select distinct stream from event_log where position > $1 and position <= $2',
    values: [from, to],
  });
  return rows.map((row) => row.stream);
}

/** The hash of the log at a position, hexadecimal; null where it has no event. */
export async function hashAt(client: Queryable, position: number): Promise<string | null> {
  if (position === 0) return GENESIS_HASH.toString('hex');
  const { rows } = await client.query<{ hash: string }>({
    name: 'hash-at',
    text: `select encode(hash, 'hex') as hash from event_log where position = $1`,
    values: [position],
  });
  return rows[0]?.hash ?? null;
}

/** The next range after a position, and where the log ends: in one query, since terminals wait for it. */
async function nextRange(
  client: Queryable,
  from: number,
): Promise<Omit<LogRange, 'from'> & { head: number }> {
  return queryRow(client, {
    name: 'next-range',
    text: `with head as (select position, greatest($1::bigint, least(position, $1::bigint + ${MOST_EVENTS})) as "to" from log_head)
           select "to", position as head,
                  (select encode(hash, 'hex') from event_log where position = (select "to" from head)) as hash,
                  array(select distinct stream from event_log
                        where position > $1::bigint and position <= (select "to" from head)) as streams
           from head`,
    values: [from],
  });
}

/**
 * Follows the log from a position on. NOTIFY only wakes it; it always reads by position, so that nothing is missed, seen
 * twice or out of order.
 */
export class LogSubscription {
  private readonly listener: NotificationListener;

  constructor(
    databaseUrl: string,
    private position: number,
    private readonly handle: LogRangeHandler,
  ) {
    this.listener = new NotificationListener(databaseUrl, 'event_log', (client) => this.pull(client));
  }

  /** Connects and begins to follow. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Whether its connection is alive, and for how many seconds it has not looked at the log. */
  get state(): NotificationListener['state'] {
    return this.listener.state;
  }

  /** Stops following; a range being handled is waited for. */
  close(): Promise<void> {
    return this.listener.close();
  }

  private async pull(client: Queryable): Promise<void> {
    for (let isBehind = true; isBehind && this.listener.isOpen(client); ) {
      const from = this.position;
      const { to, head, hash, streams } = await nextRange(client, from);
      isBehind = to < head;
      if (to === from) return;
      await this.handle({ from, to, hash, streams });
      this.position = to;
    }
  }
}

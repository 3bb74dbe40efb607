import type { Socket } from 'node:net';
import pg from 'pg';
import { logger } from './logger.js';
import { detailOf } from './thrown.js';

/** Interval at which the servers are asked which one is the primary, while there are connections. */
const LOOK_MS = 2_000;
/** Limit for a server's answer to that. */
const PROBE_MS = 1_500;
/** `read_only_sql_transaction`. */
const READ_ONLY = '25006';

/**
 * The timeline that a server writes on, eight hexadecimal digits; null where it takes no writes. Every promotion begins a
 * later one, so that of two servers that take writes the primary is the one on the later timeline.
 */
const TIMELINE = `
  select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
              then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** The URL of each host that a database URL names, several in libpq's spelling: `postgresql://user@a:5432,b:5432/hotel`. */
export function hostUrls(databaseUrl: string): string[] {
  const parts = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl);
  if (!parts) return [databaseUrl];
  const [, before, hosts = '', after] = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Returns what a database URL says about the server it wants: `read-write` for the primary, null for whichever it names. */
export function targetServer(databaseUrl: string): string | null {
  return new URL(hostUrls(databaseUrl)[0] ?? databaseUrl).searchParams.get('target_session_attrs');
}

/**
 * The socket of a connection, a private member of pg. The public alternative, the option `stream`, creates sockets, but
 * does not say for which client of a pool, and under TLS pg writes to another socket than that.
 */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Returns whether a server refused to write because it is a standby, or no server was found that is none. */
export function isReadOnly(error: unknown): boolean {
  return detailOf(error, 'code') === READ_ONLY;
}

const noPrimary = () => Object.assign(new Error('no server takes writes'), { code: READ_ONLY });

async function timelineOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
  return rows[0]?.timeline ?? null;
}

type Primary = { host: string; port: number; timeline: string };

const isSame = (one: Primary, other: Primary | null | undefined): boolean =>
  one.host === other?.host && one.port === other.port && one.timeline === other.timeline;

async function probe(url: string): Promise<Primary | null> {
  const timeouts = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS };
  const client = new pg.Client({ connectionString: url, ...timeouts });
  client.on('error', () => {}); // A lost connection rejects what is awaited.
  try {
    await client.connect();
    const timeline = await timelineOf(client);
    client.end(() => {});
    return timeline === null ? null : { host: client.host, port: client.port, timeline };
  } catch (error) {
    socketOf(client).destroy();
    throw error;
  }
}

/** Knows which of several servers is the primary, and ends connections to one that no longer is. */
class PrimaryWatch {
  private primary: Primary | null = null;
  /** The latest timeline seen: a server on an earlier one was the primary once and does not know that it no longer is. */
  private timeline = '';
  private looking: Promise<Primary> | null = null;
  private readonly clients = new Map<pg.Client, Primary>();
  private timer: NodeJS.Timeout | null = null;

  constructor(readonly urls: readonly string[]) {}

  /** Connects a client to the primary; the client is ended when another server becomes it. */
  async connect(client: pg.Client, open: () => Promise<unknown>): Promise<void> {
    const primary = this.primary ?? (await this.look());
    this.add(client, primary);
    try {
      client.host = primary.host;
      client.port = primary.port;
      await open();
      // A proxy may lead elsewhere since.
      if ((await timelineOf(client)) !== primary.timeline) throw noPrimary();
    } catch (error) {
      this.forget(primary);
      socketOf(client).destroy();
      throw error;
    }
  }

  private add(client: pg.Client, primary: Primary): void {
    this.clients.set(client, primary);
    this.timer ??= setInterval(() => void this.look().catch(() => undefined), LOOK_MS).unref();
    client.on('error', () => this.forget(primary));
    client.once('end', () => {
      this.clients.delete(client);
      if (this.clients.size > 0 || !this.timer) return;
      clearInterval(this.timer);
      this.timer = null;
    });
  }

  /** The next client looks again. */
  private forget(primary: Primary): void {
    if (this.primary === primary) this.primary = null;
  }

  /** Asks all servers at once; rejects when none is the primary. */
  private look(): Promise<Primary> {
    this.looking ??= this.askAll().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async askAll(): Promise<Primary> {
    const answers = await Promise.allSettled(this.urls.map(probe));
    const found = answers
      .flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []))
      .reduce<Primary | null>((best, one) => (best && best.timeline >= one.timeline ? best : one), null);
    if (!found || found.timeline < this.timeline) {
      if (found) logger.warn(found, 'a server takes writes that is not the primary any more');
      const failed = answers.find((answer) => answer.status === 'rejected');
      const isSomeStandby = answers.some(({ status }) => status === 'fulfilled');
      throw isSomeStandby || !failed ? noPrimary() : failed.reason;
    }
    this.timeline = found.timeline;
    if (!isSame(found, this.primary)) this.moveTo(found);
    return found;
  }

  private moveTo(primary: Primary): void {
    this.primary = primary;
    for (const [client, before] of this.clients) {
      if (isSame(primary, before)) continue;
      socketOf(client).destroy(new Error('connection ended: another server is the primary'));
    }
  }
}

const clientTypes = new Map<string, typeof pg.Client>();

/**
 * The class of the clients of a database: pg's own, or with `target_session_attrs=read-write` one that connects to the
 * primary among the hosts of its URL.
 */
export function clientType(databaseUrl: string): typeof pg.Client {
  if (targetServer(databaseUrl) === null) return pg.Client;
  const known = clientTypes.get(databaseUrl) ?? primaryClientType(new PrimaryWatch(hostUrls(databaseUrl)));
  clientTypes.set(databaseUrl, known);
  return known;
}

function primaryClientType(watch: PrimaryWatch): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: watch.urls[0] });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(
      callback?: (error: Error | null, client?: pg.Client) => void,
    ): Promise<pg.Client> | undefined {
      const connected = watch.connect(this, () => super.connect()).then(() => this);
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error) => callback(error),
      );
    }
  } as typeof pg.Client;
}

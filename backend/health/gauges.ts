import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { CheckpointService } from '../evidence/evidence.module.js';
import { LiveHub } from '../live/live.module.js';
import { type Queryable, type QueryPool, queryRow } from '../platform/database.js';
import { POOL } from '../platform/platform.module.js';

/** The hotel's state in the database; seconds are null without a starting point. */
export type HotelFacts = {
  position: number;
  lagSeconds: number;
  importsRunning: number;
  importRowsWaiting: number;
  oldestImportSeconds: number;
  failedRegistrations: number;
  backupSeconds: number | null;
  databaseBytes: number;
};

const TIMEOUT_MS = 2_000;

/** Rejects when an answer takes more than 2 s. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The log's end, and the age of the first event after a position: 0 when there is none. */
export async function logLag(
  client: Queryable,
  position: number,
): Promise<{ position: number; lagSeconds: number }> {
  return queryRow<{ position: number; lagSeconds: number }>(client, {
    name: 'log-lag',
    text: `select position,
                  coalesce((select extract(epoch from clock_timestamp() - recorded_at)::float
                            from event_log where position = $1 + 1), 0) as "lagSeconds"
           from log_head`,
    values: [position],
  });
}

/** All facts of a scrape. */
async function hotelFacts(client: Queryable, position: number): Promise<HotelFacts> {
  const [facts, lag] = await Promise.all([
    queryRow<Omit<HotelFacts, 'position' | 'lagSeconds'>>(client, {
      name: 'hotel-facts',
      text: `select count(*)::int as "importsRunning",
                    coalesce(sum(rows - done), 0)::int as "importRowsWaiting",
                    coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)::float as "oldestImportSeconds",
                    (select count(*)::int from csv_reservations where status = 'failed') as "failedRegistrations",
                    (select extract(epoch from clock_timestamp() - max(taken_at))::float from backups) as "backupSeconds",
                    pg_database_size(current_database()) as "databaseBytes"
             from csv_imports where status = 'running'`,
    }),
    logLag(client, position),
  ]);
  return { ...facts, ...lag };
}

const GAUGES: { [Fact in keyof HotelFacts]: [name: string, help: string] } = {
  position: ['hotel_log_position', 'Position at which the log ends'],
  lagSeconds: [
    'hotel_log_subscription_lag_seconds',
    'Age of the oldest event that this node has not sent to its terminals',
  ],
  importsRunning: ['hotel_imports_running', 'Imports that are not done'],
  importRowsWaiting: ['hotel_import_rows_waiting', 'Rows of imports that have no result'],
  oldestImportSeconds: ['hotel_import_oldest_age_seconds', 'Age of the oldest import that is not done'],
  failedRegistrations: ['hotel_registrations_failed', 'Imported reservations that wait for staff'],
  backupSeconds: ['hotel_backup_age_seconds', 'Age of the newest backup; NaN while there is none'],
  databaseBytes: ['hotel_database_size_bytes', 'Size of the database on its disk'],
};

/** The hotel's state; the same on every node except for the lag. */
@Injectable()
export class HotelGauges {
  private readonly gauges: [keyof HotelFacts, Gauge][];
  private readonly lag: Gauge;
  private readonly up: Gauge;

  constructor(
    registry: Registry,
    private readonly hub: LiveHub,
    @Inject(POOL) private readonly queries: Queryable,
  ) {
    const registers = [registry];
    this.gauges = Object.entries(GAUGES).map(([fact, [name, help]]) => [
      fact as keyof HotelFacts,
      new Gauge({ name, help, registers }),
    ]);
    this.lag = new Gauge({
      name: 'hotel_log_subscription_lag_events',
      help: 'Events that this node has not sent to its terminals',
      registers,
    });
    this.up = new Gauge({ name: 'hotel_database_up', help: '1 while the database answers', registers });
  }

  /** Queries the database; facts are NaN on a timeout. */
  async refresh(): Promise<void> {
    const { currentPosition } = this.hub;
    const facts = await inTime(hotelFacts(this.queries, currentPosition)).catch(() => null);
    this.up.set(facts ? 1 : 0);
    for (const [fact, gauge] of this.gauges) gauge.set(facts?.[fact] ?? Number.NaN);
    this.lag.set(facts ? Math.max(0, facts.position - currentPosition) : Number.NaN);
  }
}

type Reading = { name: string; help: string; read: () => number };

/** The state of this node: terminals, connections, evidence folder. */
@Injectable()
export class NodeGauges {
  private readonly checkpointAge: Gauge;
  private readonly checkpointPosition: Gauge;
  private readonly diskFree: Gauge;

  constructor(
    private readonly registry: Registry,
    private readonly checkpoints: CheckpointService,
    private readonly hub: LiveHub,
    @Inject(POOL) private readonly pool: QueryPool,
  ) {
    for (const reading of this.readings()) this.show(reading);
    this.countLostConnections();
    const registers = [registry];
    this.checkpointAge = new Gauge({
      name: 'hotel_checkpoint_age_seconds',
      help: 'Age of the newest signed checkpoint; NaN while there is none',
      registers,
    });
    this.checkpointPosition = new Gauge({
      name: 'hotel_checkpoint_position',
      help: 'Log position of the newest signed checkpoint; NaN while there is none',
      registers,
    });
    this.diskFree = new Gauge({
      name: 'hotel_evidence_disk_free_bytes',
      help: 'Free space on the disk of the evidence folder; NaN while there is no folder',
      registers,
    });
  }

  /** Reads the evidence folder. */
  async refresh(): Promise<void> {
    const newest = await this.checkpoints.newest().catch(() => null);
    this.checkpointAge.set(newest ? (Date.now() - Date.parse(newest.created_at)) / 1000 : Number.NaN);
    this.checkpointPosition.set(newest?.position ?? Number.NaN);
    const disk = await statfs(this.checkpoints.folder).catch(() => null);
    this.diskFree.set(disk ? disk.bavail * disk.bsize : Number.NaN);
  }

  private readings(): Reading[] {
    const { hub, checkpoints, pool } = this;
    return [
      { name: 'hotel_live_sockets', help: 'Terminals connected to this node', read: () => hub.terminals },
      {
        name: 'hotel_live_log_position',
        help: 'Log position that the terminals of this node are current as of',
        read: () => hub.currentPosition,
      },
      {
        name: 'hotel_log_subscription_connected',
        help: '1 while this node is notified of changes',
        read: () => (hub.subscriptionState?.isListening ? 1 : 0),
      },
      {
        name: 'hotel_log_tampered',
        help: '1 while the log does not follow from the newest signed checkpoint, as this node last saw it',
        read: () => (checkpoints.isTampered ? 1 : 0),
      },
      {
        name: 'hotel_database_connections_used',
        help: 'Connections of the query pool at work',
        read: () => pool.totalCount - pool.idleCount,
      },
      {
        name: 'hotel_database_connections_idle',
        help: 'Connections of the query pool without work',
        read: () => pool.idleCount,
      },
      {
        name: 'hotel_database_connections_wanted',
        help: 'Queries that wait for a connection of the pool',
        read: () => pool.waitingCount,
      },
    ];
  }

  private show({ name, help, read }: Reading): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  private countLostConnections(): void {
    const lost = new Counter({
      name: 'hotel_database_connections_lost_total',
      help: 'Connections of the query pool that ended by themselves',
      registers: [this.registry],
    });
    // The pool only emits errors of idle clients.
    this.pool.on('error', () => lost.inc());
    this.pool.on('connect', (client) => client.on('error', () => lost.inc()));
  }
}

import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { CheckpointService } from '../evidence/evidence.module.js';
import { LiveHub } from '../live/live.module.js';
import { type Queryable, type QueryPool, queryRow } from '../platform/database.js';
import { POOL } from '../platform/platform.module.js';

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
export async function logLag(client: Queryable, position: number) {
  return queryRow<{ position: number; lagSeconds: number }>(client, {
    name: 'log-lag',
    text: `select position,
                  coalesce((select extract(epoch from clock_timestamp() - recorded_at)::float
                            from event_log where position = $1 + 1), 0) as "lagSeconds"
           from log_head`,
    values: [position],
  });
}

/**
 * The standbys of which a commit waits for one or more, of none where the server asks for none. Whoever is no member of
 * `pg_monitor` does not see which of the connected standbys these are: then all count.
 */
export async function synchronousStandbys(client: Queryable): Promise<number> {
  const { standbys } = await queryRow<{ standbys: number }>(client, {
    name: 'synchronous-standbys',
    text: `select count(*) filter (where coalesce(sync_state, 'sync') in ('sync', 'quorum'))::int as standbys
           from pg_stat_replication where current_setting('synchronous_standby_names') <> ''`,
  });
  return standbys;
}

/** The state of imports, backups and disk; `backupSeconds` is null before the first backup. */
type HotelFacts = {
  importsRunning: number;
  importRowsWaiting: number;
  oldestImportSeconds: number;
  failedRegistrations: number;
  backupSeconds: number | null;
  databaseBytes: number;
};

async function hotelFacts(client: Queryable, position: number) {
  const [facts, lag, standbys] = await Promise.all([
    queryRow<HotelFacts>(client, {
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
    synchronousStandbys(client),
  ]);
  return { ...facts, ...lag, standbys };
}

/** What is measured at each scrape; what can't be measured is NaN. */
const GAUGES = {
  // Of the hotel, the same on every node except for the lag.
  hotel_log_position: 'Position at which the log ends',
  hotel_log_subscription_lag_seconds: 'Age of the oldest event that this node has not sent to its terminals',
  hotel_log_subscription_lag_events: 'Events that this node has not sent to its terminals',
  hotel_imports_running: 'Imports that are not done',
  hotel_import_rows_waiting: 'Rows of imports that have no result',
  hotel_import_oldest_age_seconds: 'Age of the oldest import that is not done',
  hotel_registrations_failed: 'Imported reservations that wait for staff',
  hotel_backup_age_seconds: 'Age of the newest backup; NaN while there is none',
  hotel_database_size_bytes: 'Size of the database on its disk',
  hotel_database_synchronous_standbys: 'Standbys of which a commit waits for one or more',
  // Of this node: terminals, connections, evidence folder.
  hotel_database_up: '1 while the database answers',
  hotel_database_connections_used: 'Connections of the query pool at work',
  hotel_database_connections_idle: 'Connections of the query pool without work',
  hotel_database_connections_wanted: 'Queries that wait for a connection of the pool',
  hotel_live_sockets: 'Terminals connected to this node',
  hotel_live_log_position: 'Log position that the terminals of this node are current as of',
  hotel_log_subscription_connected: '1 while this node is notified of changes',
  hotel_log_tampered:
    '1 while the log does not follow from the newest signed checkpoint, as this node last saw it',
  hotel_checkpoint_refused: '1 while the last checkpoint could not be signed, or copied to its second place',
  hotel_checkpoint_age_seconds: 'Age of the newest signed checkpoint; NaN while there is none',
  hotel_checkpoint_position: 'Log position of the newest signed checkpoint; NaN while there is none',
  hotel_evidence_disk_free_bytes:
    'Free space on the disk of the evidence folder; NaN while there is no folder',
};
type GaugeName = keyof typeof GAUGES;

/** The state of the hotel and of this node. */
@Injectable()
export class Gauges {
  private readonly gauges: [GaugeName, Gauge][];

  constructor(
    registry: Registry,
    private readonly hub: LiveHub,
    private readonly checkpoints: CheckpointService,
    @Inject(POOL) private readonly pool: QueryPool,
  ) {
    const registers = [registry];
    const names = Object.keys(GAUGES) as GaugeName[];
    this.gauges = names.map((name) => [name, new Gauge({ name, help: GAUGES[name], registers })]);
    const lost = new Counter({
      name: 'hotel_database_connections_lost_total',
      help: 'Connections of the query pool that ended by themselves',
      registers,
    });
    // The pool only emits errors of idle clients.
    pool.on('error', () => lost.inc());
    pool.on('connect', (client) => client.on('error', () => lost.inc()));
  }

  /** Measures everything. */
  async refresh(): Promise<void> {
    const values = await this.measure();
    for (const [name, gauge] of this.gauges) gauge.set(values[name] ?? Number.NaN);
  }

  private async measure(): Promise<Record<GaugeName, number | null | undefined>> {
    const { hub, checkpoints, pool } = this;
    const { currentPosition } = hub;
    const [facts, newest, disk] = await Promise.all([
      inTime(hotelFacts(pool, currentPosition)).catch(() => null),
      checkpoints.newest().catch(() => null),
      statfs(checkpoints.folder).catch(() => null),
    ]);
    return {
      hotel_log_position: facts?.position,
      hotel_log_subscription_lag_seconds: facts?.lagSeconds,
      hotel_log_subscription_lag_events: facts && Math.max(0, facts.position - currentPosition),
      hotel_imports_running: facts?.importsRunning,
      hotel_import_rows_waiting: facts?.importRowsWaiting,
      hotel_import_oldest_age_seconds: facts?.oldestImportSeconds,
      hotel_registrations_failed: facts?.failedRegistrations,
      hotel_backup_age_seconds: facts?.backupSeconds,
      hotel_database_size_bytes: facts?.databaseBytes,
      hotel_database_synchronous_standbys: facts?.standbys,
      hotel_database_up: facts ? 1 : 0,
      hotel_database_connections_used: pool.totalCount - pool.idleCount,
      hotel_database_connections_idle: pool.idleCount,
      hotel_database_connections_wanted: pool.waitingCount,
      hotel_live_sockets: hub.terminals,
      hotel_live_log_position: hub.currentPosition,
      hotel_log_subscription_connected: hub.subscriptionState?.isListening ? 1 : 0,
      hotel_log_tampered: checkpoints.isTampered ? 1 : 0,
      hotel_checkpoint_refused: checkpoints.isRefused ? 1 : 0,
      hotel_checkpoint_age_seconds: newest && (Date.now() - Date.parse(newest.created_at)) / 1000,
      hotel_checkpoint_position: newest?.position,
      hotel_evidence_disk_free_bytes: disk && disk.bavail * disk.bsize,
    };
  }
}

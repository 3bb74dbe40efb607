import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { keysOf } from '@domain/records.js';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CheckpointService } from '../evidence/evidence.module.js';
import { LiveHub } from '../live/live.module.js';
import { type Queryable, type QueryPool, queryRow } from '../platform/database.js';
import { routeOf, whenAnswered } from '../platform/http/request-log.js';
import { POOL } from '../platform/platform.module.js';
import { productBuild, productVersion } from '../platform/product-version.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const TIMEOUT_MS = 2_000;

/** Rejects when an answer takes more than 2 s. */
export function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = pause(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('no answer in time');
  });
  return Promise.race([answer, late]);
}

/**
 * The log's end, and the age of the first event after a position: 0 when there is none. By how many seconds the database's
 * clock is ahead of this node's (negative: behind), and the last event ahead of the database's clock (0: it is not).
 */
export async function logLag(client: Queryable, position: number) {
  const asked = Date.now();
  const { now, ...lag } = await queryRow<{
    position: number;
    lagSeconds: number;
    aheadSeconds: number;
    now: number;
  }>(client, {
    name: 'log-lag',
    text: `select position,
                  coalesce((select extract(epoch from clock_timestamp() - recorded_at)::float
                            from event_log where position = $1 + 1), 0) as "lagSeconds",
                  greatest(0, extract(epoch from recorded_at - clock_timestamp()))::float as "aheadSeconds",
                  extract(epoch from clock_timestamp())::float as now
           from log_head`,
    values: [position],
  });
  // The answer's own time is no skew.
  const own = Math.min(Math.max(now * 1_000, asked), Date.now());
  return { ...lag, skewSeconds: now - own / 1_000 };
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

/** Of the hotel; the columns of the query are named like their gauges. */
async function hotelValues(client: Queryable, currentPosition: number): Promise<Values> {
  const [values, { position, lagSeconds, skewSeconds, aheadSeconds }, standbys] = await Promise.all([
    queryRow<Values>(client, {
      name: 'hotel-values',
      text: `select count(*)::int as hotel_imports_running,
                    coalesce(sum(rows - done), 0)::int as hotel_import_rows_waiting,
                    coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)::float as hotel_import_oldest_age_seconds,
                    (select count(*)::int from csv_reservations where status = 'failed') as hotel_registrations_failed,
                    (select count(*)::int from webhook_entries where not is_dead) as hotel_webhook_entries_waiting,
                    (select count(*)::int from webhook_entries where is_dead) as hotel_webhook_dead_letters,
                    (select coalesce(max(extract(epoch from clock_timestamp() - e.recorded_at)), 0)::float
                     from webhooks w join webhook_secrets s on s.webhook_id = w.id join webhook_places p on p.webhook_id = w.id
                     join event_log e on e.position = least(p.position + 1, (
                       select min(k.position) from webhook_entries k where k.webhook_id = w.id and not k.is_dead))
                     where w.state->'isRetired' is null) as hotel_webhook_lag_seconds,
                    (select extract(epoch from clock_timestamp() - max(taken_at))::float from backups) as hotel_backup_age_seconds,
                    pg_database_size(current_database()) as hotel_database_size_bytes
             from csv_imports where status = 'running'`,
    }),
    logLag(client, currentPosition),
    synchronousStandbys(client),
  ]);
  return {
    ...values,
    hotel_log_position: position,
    hotel_log_ahead_seconds: aheadSeconds,
    hotel_database_clock_skew_seconds: skewSeconds,
    hotel_log_subscription_lag_seconds: lagSeconds,
    hotel_log_subscription_lag_events: Math.max(0, position - currentPosition),
    hotel_database_synchronous_standbys: standbys,
    hotel_database_up: 1,
  };
}

/** Figures measured at each scrape; one that can't be measured is NaN. */
const GAUGES = {
  // Of the hotel, the same on every node except for the lag.
  hotel_log_position: 'Position at which the log ends',
  hotel_log_ahead_seconds: "By how much the last event lies ahead of the database's clock; 0 if it does not",
  hotel_database_clock_skew_seconds: "The database's clock minus this node's",
  hotel_log_subscription_lag_seconds: 'Age of the oldest event that this node has not sent to its terminals',
  hotel_log_subscription_lag_events: 'Events that this node has not sent to its terminals',
  hotel_imports_running: 'Imports that are not done',
  hotel_import_rows_waiting: 'Rows of imports that have no result',
  hotel_import_oldest_age_seconds: 'Age of the oldest import that is not done',
  hotel_registrations_failed: 'Imported reservations that wait for staff',
  hotel_webhook_entries_waiting: 'Entries that a webhook did not take, and that are tried again',
  hotel_webhook_dead_letters: 'Entries that a webhook did not take for three days',
  hotel_webhook_lag_seconds: 'Age of the oldest entry that a webhook in use was not sent or did not take',
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
type Values = { [Name in GaugeName]?: number | null | undefined };

/** Prometheus metrics. Labels hold routes, statuses and kinds, never ids or personal data. */
@Injectable()
export class Metrics {
  private readonly requests: Histogram<'method' | 'route' | 'status'>;
  private readonly gauges: [GaugeName, Gauge][];

  constructor(
    private readonly registry: Registry,
    private readonly hub: LiveHub,
    private readonly checkpoints: CheckpointService,
    @Inject(POOL) private readonly pool: QueryPool,
  ) {
    const registers = [registry];
    collectDefaultMetrics({ register: registry });
    this.requests = new Histogram({
      name: 'hotel_http_request_duration_seconds',
      help: 'Time to answer a request; status 499 where the client did not wait',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    });
    const build = new Gauge({
      name: 'hotel_build_info',
      help: 'The version that this node runs and its build, as labels; the value is always 1',
      labelNames: ['version', 'build'],
      registers,
    });
    build.set({ version: productVersion(), build: productBuild() }, 1);
    const names = keysOf(GAUGES);
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

  /** Middleware that times every request by its route. */
  readonly timeRequest = (request: Request, response: Response, next: NextFunction): void => {
    const stop = this.requests.startTimer({ method: request.method });
    whenAnswered(response, (status) => stop({ route: routeOf(request), status }));
    next();
  };

  /** The text that Prometheus scrapes. */
  async text(): Promise<string> {
    const values = await this.measure();
    for (const [name, gauge] of this.gauges) gauge.set(values[name] ?? Number.NaN);
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private async measure(): Promise<Values> {
    const { hub, checkpoints, pool } = this;
    const [ofHotel, newest, disk] = await Promise.all([
      inTime(hotelValues(pool, hub.currentPosition)).catch(() => null),
      checkpoints.newest().catch(() => null),
      statfs(checkpoints.folder).catch(() => null),
    ]);
    return {
      hotel_database_up: 0,
      ...ofHotel,
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

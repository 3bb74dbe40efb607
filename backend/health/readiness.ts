import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import { LARGEST_SKEW_MS } from '../event-store/trusted-clock.js';
import { CheckpointService } from '../evidence/evidence.module.js';
import { LiveHub } from '../live/live.module.js';
import type { Queryable } from '../platform/database.js';
import { GracefulShutdown } from '../platform/http/graceful-shutdown.js';
import { DATABASE_URL, POOL } from '../platform/platform.module.js';
import { targetServer } from '../platform/primary-client.js';
import { inTime, logLag, synchronousStandbys } from './metrics.js';

const LARGEST_LAG_EVENTS = 10_000;
const LARGEST_LAG_SECONDS = 30;
const LONGEST_SILENCE_SECONDS = 20;

/** A dependency of serving, and its problem if it has one; with a remark it serves all the same. */
export type ReadinessPart = { name: string; trouble: string | null; remark?: string | null };

/** The readiness of this node. */
export type ReadinessReport = { position: number | null; lag: number | null; parts: ReadinessPart[] };

/** True if this node can serve: not shutting down, database reachable, log subscription current. */
@Injectable()
export class Readiness {
  constructor(
    private readonly hub: LiveHub,
    private readonly store: EventStore,
    private readonly shutdown: GracefulShutdown,
    private readonly checkpoints: CheckpointService,
    @Inject(POOL) private readonly queries: Queryable,
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
  ) {}

  async report(): Promise<ReadinessReport> {
    const { currentPosition } = this.hub;
    const log = await inTime(logLag(this.queries, currentPosition)).catch(() => null);
    const lag = log && Math.max(0, log.position - currentPosition);
    return {
      position: log?.position ?? null,
      lag,
      parts: [
        { name: 'draining', trouble: this.shutdown.hasBegun ? 'this node is about to end' : null },
        { name: 'database', trouble: log ? null : 'the database does not answer' },
        { name: 'writing', trouble: this.store.isDiskFull ? "the database's disk is full" : null },
        { name: 'clock', trouble: null, remark: log && clockRemark(log) },
        { name: 'log_subscription', trouble: this.subscriptionTrouble() },
        { name: 'log_lag', trouble: lagTrouble(lag ?? 0, lag ? (log?.lagSeconds ?? 0) : 0) },
        {
          name: 'checkpoints',
          trouble: null,
          remark: this.checkpoints.isOutdated ? 'left to the nodes of a newer version' : null,
        },
        ...(await this.standbys()),
      ],
    };
  }

  /** Of a cluster, whether a lost primary would lose nothing. */
  private async standbys(): Promise<ReadinessPart[]> {
    if (targetServer(this.databaseUrl) === null) return [];
    const count = await inTime(synchronousStandbys(this.queries)).catch(() => null);
    const remark = count === 0 ? 'no standby confirms writes' : null;
    return [{ name: 'synchronous_standby', trouble: null, remark: count === null ? 'unknown' : remark }];
  }

  private subscriptionTrouble(): string | null {
    const subscription = this.hub.subscriptionState;
    if (!subscription) return 'live updates have not begun';
    if (!subscription.isListening) return 'the connection that hears of changes is lost';
    const silent = Math.round(subscription.silentSeconds);
    return silent > LONGEST_SILENCE_SECONDS ? `the log has not been looked at for ${silent} seconds` : null;
  }
}

type ClockState = { skewSeconds: number; aheadSeconds: number };

/** Clocks that differ make no node unready: events are recorded by the time that two of three agree on. */
function clockRemark({ skewSeconds, aheadSeconds }: ClockState): string | null {
  const largest = LARGEST_SKEW_MS / 1_000;
  const seconds = Math.round(Math.abs(skewSeconds));
  if (seconds > largest) {
    return `the database's clock is ${seconds} seconds ${skewSeconds > 0 ? 'ahead of' : 'behind'} this node's`;
  }
  return aheadSeconds > largest ? `the last event lies ${Math.round(aheadSeconds)} seconds ahead` : null;
}

function lagTrouble(events: number, seconds: number): string | null {
  if (events <= LARGEST_LAG_EVENTS && seconds <= LARGEST_LAG_SECONDS) return null;
  return `live updates lag ${events} events, ${Math.round(seconds)} seconds behind`;
}

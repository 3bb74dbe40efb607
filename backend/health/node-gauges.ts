import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { CheckpointService } from '../evidence/evidence.module.js';
import { LiveHub } from '../live/live.module.js';
import type { QueryPool } from '../platform/database.js';
import { POOL } from '../platform/platform.module.js';

type Reading = { name: string; help: string; read: () => number };

/** The state of this node: its terminals, its connections, its evidence folder. */
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

  /** Looks at the evidence folder. */
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
        help: 'Log position that the terminals of this node have been brought to',
        read: () => hub.reached,
      },
      {
        name: 'hotel_log_subscription_connected',
        help: '1 while this node hears of changes at once',
        read: () => (hub.following?.isListening ? 1 : 0),
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
    // The pool passes on what happens to idle ones only.
    this.pool.on('error', () => lost.inc());
    this.pool.on('connect', (client) => client.on('error', () => lost.inc()));
  }
}

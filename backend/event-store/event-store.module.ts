import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Registry } from 'prom-client';
import type { HotelDatabase } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { CONFIG, DATABASE, DATABASE_URL, type PlatformConfig, POOL } from '../platform/platform.module.js';
import { AppendMetrics } from './append-metrics.js';
import { EventStore } from './event-store.js';
import type { EventStoreParts } from './event-store-parts.js';
import { deleteOldAnswers } from './idempotency-cache.js';
import { removeLeftShadows } from './personal-data.js';
import { FileRunMetrics } from './resumable-runs.js';
import { type ErrorTranslator, Writer } from './writer.js';

const AN_HOUR_MS = 3_600_000;

/** The event store and its writer, configured with the product's streams and projections. */
@Global()
@Module({})
export class EventStoreModule implements OnApplicationShutdown {
  private readonly housekeeping = setInterval(() => this.cleanUp(), AN_HOUR_MS).unref();

  constructor(
    private readonly writer: Writer,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {}

  static forRoot(parts: EventStoreParts, translate: ErrorTranslator): DynamicModule {
    return {
      module: EventStoreModule,
      providers: [
        {
          provide: FileRunMetrics,
          useFactory: (registry: Registry) => new FileRunMetrics(registry),
          inject: [Registry],
        },
        {
          provide: Writer,
          useFactory: (url: string, registry: Registry, { decidesFromMemory }: PlatformConfig) =>
            new Writer(url, parts, translate, { metrics: new AppendMetrics(registry), decidesFromMemory }),
          inject: [DATABASE_URL, Registry, CONFIG],
        },
        {
          provide: EventStore,
          useFactory: (url: string, database: HotelDatabase, pool: pg.Pool, writer: Writer) =>
            new EventStore(url, database, pool, writer, parts),
          inject: [DATABASE_URL, DATABASE, POOL, Writer],
        },
      ],
      exports: [EventStore, FileRunMetrics],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.housekeeping);
    await this.writer.close();
  }

  /** Deletes old answers, and the shadow tables of an interrupted rebuild that nobody resumed. */
  private cleanUp(): void {
    Promise.all([deleteOldAnswers(this.pool), removeLeftShadows(this.pool)]).catch((error: Error) =>
      logger.warn({ error: error.message }, 'old answers and tables were not removed; next try in an hour'),
    );
  }
}

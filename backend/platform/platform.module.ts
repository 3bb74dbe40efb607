import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Clock } from './clock.js';
import type { Config } from './config.js';
import { type HotelDatabase, kyselyOn, openPool } from './database.js';
import { GracefulShutdown } from './http/graceful-shutdown.js';

/** Token of the query pool as Kysely. */
export const DATABASE = Symbol('database');
/** Token of another pool as Kysely, for queries that may take minutes. */
export const LONG_RUNNING_DATABASE = Symbol('long running database');
/** Token of the query pool itself. */
export const POOL = Symbol('pool');
/** Token of the database's address, for dedicated connections. */
export const DATABASE_URL = Symbol('database url');
/** Token of the settings that every feature may use. */
export const CONFIG = Symbol('config');
/** Token of the access mode and its settings. */
export const ACCESS = Symbol('access');

const LONG_RUNNING_MS = 300_000;

/** The settings that every feature may use. */
export type PlatformConfig = Pick<
  Config,
  | 'hotelTimezone'
  | 'guestRetentionYears'
  | 'importRetentionDays'
  | 'access'
  | 'evidenceDir'
  | 'checkpointMinutes'
  | 'checkpointCopyDir'
  | 'decidesFromMemory'
  | 'serviceRequestsPerMinute'
  | 'webhooksToPrivateAddresses'
>;

/** Shared by all features: pools, the hotel's clock, metrics and graceful shutdown. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(LONG_RUNNING_DATABASE) private readonly longRunning: HotelDatabase,
  ) {}

  static forRoot(config: PlatformConfig, databaseUrl: string): DynamicModule {
    const providers: Provider[] = [
      { provide: DATABASE_URL, useValue: databaseUrl },
      { provide: POOL, useFactory: () => openPool(databaseUrl) },
      { provide: DATABASE, useFactory: (pool: pg.Pool) => kyselyOn(pool), inject: [POOL] },
      {
        provide: LONG_RUNNING_DATABASE,
        useFactory: () => kyselyOn(openPool(databaseUrl, LONG_RUNNING_MS)),
      },
      { provide: CONFIG, useValue: config },
      { provide: ACCESS, useValue: config.access },
      { provide: Registry, useFactory: () => new Registry() },
      { provide: Clock, useValue: new Clock(config.hotelTimezone) },
      GracefulShutdown,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
    await this.longRunning.destroy();
  }
}

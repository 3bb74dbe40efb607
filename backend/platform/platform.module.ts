import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Clock } from './clock.js';
import type { Config } from './config.js';
import { type HotelDatabase, kyselyOn, openPool } from './database.js';
import { GracefulShutdown } from './http/graceful-shutdown.js';
import { SignInMetrics } from './sign-in-metrics.js';

/** Token of the query pool as Kysely. */
export const DATABASE = Symbol('database');
/** Token of another pool as Kysely, for the few queries that take minutes. */
export const LONG_RUNNING_DATABASE = Symbol('patient database');
/** Token of the query pool itself. */
export const POOL = Symbol('pool');
/** Token of the database's address, for connections of one's own. */
export const DATABASE_URL = Symbol('database url');
/** Token of how many years a guest's data is kept after check-out. */
export const RETENTION_YEARS = Symbol('retention years');

/** Token of how people get in. */
export const ACCESS = Symbol('access');
const PATIENCE_MS = 300_000;

/** The settings that every feature may look at. */
export type PlatformConfig = Pick<Config, 'hotelTimezone' | 'guestRetentionYears' | 'access'>;

/** What every feature stands on: the query pool, the hotel's clock, and how a node takes its leave. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(LONG_RUNNING_DATABASE) private readonly patient: HotelDatabase,
  ) {}

  static forRoot(config: PlatformConfig, databaseUrl: string): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: DATABASE_URL, useValue: databaseUrl },
        { provide: POOL, useFactory: () => openPool(databaseUrl) },
        { provide: DATABASE, useFactory: (pool: pg.Pool) => kyselyOn(pool), inject: [POOL] },
        { provide: LONG_RUNNING_DATABASE, useFactory: () => kyselyOn(openPool(databaseUrl, PATIENCE_MS)) },
        { provide: RETENTION_YEARS, useValue: config.guestRetentionYears },
        { provide: ACCESS, useValue: config.access },
        { provide: Registry, useFactory: () => new Registry() },
        SignInMetrics,
        { provide: Clock, useValue: new Clock(config.hotelTimezone) },
        GracefulShutdown,
      ],
      exports: [
        DATABASE,
        LONG_RUNNING_DATABASE,
        POOL,
        DATABASE_URL,
        RETENTION_YEARS,
        ACCESS,
        Registry,
        SignInMetrics,
        Clock,
        GracefulShutdown,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
    await this.patient.destroy();
  }
}

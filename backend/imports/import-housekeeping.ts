import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { DATABASE } from '../platform/platform.module.js';
import { removeStaleUploads } from './upload-storage.js';

const AN_HOUR_MS = 3_600_000;

/** Forgets, at the start and once an hour, dry runs older than a day and files that a killed process left behind. */
@Injectable()
export class ImportHousekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly timer = setInterval(() => this.tidy(), AN_HOUR_MS).unref();

  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  onApplicationBootstrap(): Promise<void> {
    return this.tidy();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async tidy(): Promise<void> {
    try {
      await this.database
        .deleteFrom('csv_imports')
        .where('dry_run', '=', true)
        .where('received_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
        .execute();
      await removeStaleUploads();
    } catch (error) {
      logger.warn(
        { error: (error as Error).message },
        'old dry runs could not be forgotten; next try in an hour',
      );
    }
  }
}

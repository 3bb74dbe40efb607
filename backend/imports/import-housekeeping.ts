import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { removeStaleFolders } from '../platform/incoming-file.js';
import { logger } from '../platform/logger.js';
import { DATABASE } from '../platform/platform.module.js';

const HOUR_MS = 3_600_000;

/** Deletes dry runs older than a day and temporary files of killed processes, at the start and once an hour. */
@Injectable()
export class ImportHousekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly timer = setInterval(() => this.cleanUp(), HOUR_MS).unref();

  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  onApplicationBootstrap(): Promise<void> {
    return this.cleanUp();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async cleanUp(): Promise<void> {
    try {
      await this.database
        .deleteFrom('csv_imports')
        .where('dry_run', '=', true)
        .where('received_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
        .execute();
      await removeStaleFolders();
    } catch (error) {
      logger.warn(
        { error: (error as Error).message },
        'old dry runs could not be deleted; next try in an hour',
      );
    }
  }
}

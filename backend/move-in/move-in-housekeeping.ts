import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { DATABASE } from '../platform/platform.module.js';

const HOUR_MS = 3_600_000;

/** Forgets what rows of files say that became no bookings within 30 days, at the start and once an hour. */
@Injectable()
export class MoveInHousekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
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
      await sql`
        update move_in_rows r set cells = null, result = null from move_ins m
        where m.id = r.move_in_id and m.status = 'idle' and r.cells is not null
          and m.received_at < clock_timestamp() - interval '30 days'`.execute(this.database);
    } catch (error) {
      logger.warn(
        { error: (error as Error).message },
        'old rows of move-in files could not be forgotten; next try in an hour',
      );
    }
  }
}

import { Controller, Get, Inject } from '@nestjs/common';
import type { HotelRecord } from '@wire/hotel-record.js';
import { EventStore } from '../event-store/event-store.js';
import { failedCounts } from '../imports/failed-counts.public.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { DATABASE } from '../platform/platform.module.js';

const HOTEL_NAME = 'サンプルホテル';

/** What a terminal needs first, above all the hotel's today, whatever its own time zone. */
@Controller('api/hotel')
@Permit('look')
export class HotelController {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get()
  async hotel(): Promise<HotelRecord> {
    const { logId, position, hash } = await this.store.current();
    const today = this.clock.today();
    const failed = await failedCounts(this.database, today);
    return {
      name: HOTEL_NAME,
      timezone: this.clock.timezone,
      today,
      log_id: logId,
      position,
      hash,
      auto_registration_failed: failed.failed,
      auto_registration_today: failed.today,
    };
  }
}

import { addMonths, addYears, type Day, lastDayOf, monthOf } from '@domain/dates.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Clock } from '../platform/clock.js';
import { CreatedAhead, type OwnRequest } from '../platform/created-ahead.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { RecordHolidays } from './commands/record-holidays.handler.js';

/**
 * Records the public holidays some months ahead, where the hotel has marked a day of the past year or later as one; a hotel
 * that doesn't mark any is left alone.
 */
@Injectable()
export class HolidaysAhead extends CreatedAhead {
  constructor(
    private readonly commands: CommandBus,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    clock: Clock,
  ) {
    super(clock, 'public holidays');
  }

  protected async create(today: Day, monthsAhead: number, request: OwnRequest): Promise<number> {
    if (!(await this.marksHolidays(today))) return 0;
    const last = lastDayOf(addMonths(monthOf(today), monthsAhead));
    return (await this.commands.execute(new RecordHolidays(today, last, request))).added;
  }

  private async marksHolidays(today: Day): Promise<boolean> {
    const marked = await this.database
      .selectFrom('weather_days')
      .select('id')
      .where('date', '>=', addYears(today, -1))
      .where(sql<boolean>`state->>'holidayFlag' = '1'`)
      .limit(1)
      .executeTakeFirst();
    return marked !== undefined;
  }
}

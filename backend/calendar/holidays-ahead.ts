import { randomUUID } from 'node:crypto';
import { addMonths, addYears, type Day, lastDayOf, monthOf } from '@domain/dates.js';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Clock } from '../platform/clock.js';
import { DailyTask } from '../platform/daily-task.js';
import type { HotelDatabase } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { DATABASE } from '../platform/platform.module.js';
import { RecordHolidays } from './commands/record-holidays.handler.js';

/**
 * Records the public holidays ahead, at the start and on each new day of the hotel, where the hotel has marked a day of the
 * past year or later as one; a hotel that doesn't mark any is left alone.
 */
@Injectable()
export class HolidaysAhead implements OnApplicationShutdown {
  private monthsAhead = 0;
  private readonly task: DailyTask;

  constructor(
    private readonly commands: CommandBus,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    clock: Clock,
  ) {
    this.task = new DailyTask(clock, 'public holidays could not be recorded', (today) => this.record(today));
  }

  /** Starts to keep this many months ahead; 0 for none. */
  start(monthsAhead: number): void {
    if (monthsAhead === 0) return;
    this.monthsAhead = monthsAhead;
    this.task.start();
  }

  /** Checks for a new day; resolves once its holidays are recorded. */
  check(): Promise<void> {
    return this.task.check();
  }

  onApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async record(today: Day): Promise<void> {
    if (!(await this.marksHolidays(today))) return;
    const last = lastDayOf(addMonths(monthOf(today), this.monthsAhead));
    const write = { staffId: null, terminal: null, requestId: randomUUID() };
    const { added } = await this.commands.execute(
      new RecordHolidays(today, last, { write, idempotency: null }),
    );
    if (added > 0) logger.info({ added }, 'public holidays were recorded ahead');
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

import { addYears, type Day } from '@domain/dates.js';
import { REGISTER_YEARS } from '@domain/guest-register/guest-register.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Clock } from '../platform/clock.js';
import { DailyTask, type OwnRequest } from '../platform/daily-task.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { type DueEntry, ExpireEntries } from './expire-entries.handler.js';

/** Entries that one command erases at most. */
const BATCH = 200;

/** Erases the entries of the register whose time is over, on each new day. */
@Injectable()
export class RegisterExpiry extends DailyTask {
  constructor(
    private readonly commands: CommandBus,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    clock: Clock,
  ) {
    super(clock, {
      done: 'entries of the guest register expired',
      failed: 'entries of the guest register could not be erased',
    });
  }

  /** Begins to erase what is due, now and on each new day. */
  start(): void {
    this.begin();
  }

  protected async work(today: Day, request: OwnRequest): Promise<number> {
    let [erased, after] = [0, 0];
    for (;;) {
      const due = await this.due(today, after);
      if (due.length === 0) return erased;
      const { expired } = await this.commands.execute(new ExpireEntries(due, today, request));
      erased += expired;
      after = due.at(-1)?.id ?? after;
    }
  }

  /** The next entries of stays that ended long enough ago, or did not take place; the decision looks at all parts of a stay. */
  private async due(today: Day, after: number): Promise<DueEntry[]> {
    const { rows } = await sql<DueEntry>`
      select r.id, r.booking_id as "bookingId" from guest_registers r join bookings b on b.id = r.booking_id
      where not r.is_erased and r.id > ${after} and b.stay_end < ${today}::date
        and (b.is_cancelled or b.state ? 'isNoShow'
             or coalesce(b.checkout_date, b.stay_end) < ${addYears(today, -REGISTER_YEARS)}::date)
      order by r.id limit ${BATCH}`.execute(this.database);
    return rows;
  }
}

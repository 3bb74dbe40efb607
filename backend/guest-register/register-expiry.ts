import { addYears, type Day } from '@domain/dates.js';
import { REGISTER_YEARS } from '@domain/guest-register/guest-register.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Clock } from '../platform/clock.js';
import { DailyErasure, type OwnRequest } from '../platform/daily-task.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { type DueEntry, ExpireEntries } from './expire-entries.handler.js';

/** Entries that one command erases at most. */
const BATCH = 200;

/** Erases the entries of the register whose time is over, on each new day. */
@Injectable()
export class RegisterExpiry extends DailyErasure<DueEntry> {
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

  protected async erase(due: readonly DueEntry[], today: Day, request: OwnRequest): Promise<number> {
    return (await this.commands.execute(new ExpireEntries(due, today, request))).expired;
  }

  /** The next entries of stays that ended long enough ago, or did not take place; the decision looks at all parts of a stay. */
  protected async due(today: Day, after: number): Promise<DueEntry[]> {
    const { rows } = await sql<DueEntry>`
      select r.id, r.booking_id as "bookingId" from guest_registers r join bookings b on b.id = r.booking_id
      where not r.is_erased and r.id > ${after} and b.stay_end < ${today}::date
        and (b.is_cancelled or b.state ? 'isNoShow'
             or coalesce(b.checkout_date, b.stay_end) < ${addYears(today, -REGISTER_YEARS)}::date)
      order by r.id limit ${BATCH}`.execute(this.database);
    return rows;
  }
}

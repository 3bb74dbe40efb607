import { addDays, type Day, daysFromTo, monthOf } from '@domain/dates.js';
import { inUse } from '@domain/masters/masters.js';
import type { HotelReference } from '@domain/reference.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { isPreparing, SETUP_STEPS, stepStates } from '@domain/setup/setup.js';
import { Inject, Injectable } from '@nestjs/common';
import { COMPARED_DAYS, type ComparedDay, type SetupRecord } from '@wire/setup.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';

function bookableRooms({ byNumber }: RoomDirectory, date: Day): number {
  const month = monthOf(date);
  return [...byNumber.values()].filter((room) => room.months.get(month)?.reservableStatus === BOOKABLE)
    .length;
}

/** Reads the progress of the hotel with its first day, and compares it with the old system. */
@Injectable()
export class SetupService {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Returns whether the hotel is not open yet; bookings are only looked for where it has not begun to set up. */
  async isPreparing({ setup }: HotelReference): Promise<boolean> {
    return isPreparing(setup, { bookings: setup === null ? await this.bookings(1) : 0 });
  }

  async status(): Promise<SetupRecord> {
    const { reference } = await this.store.current();
    const { hotel, setup, rooms, payments, corporates, staff } = reference;
    const months = [...rooms.byId.values()].map(({ month }) => month);
    const counts = {
      rooms: rooms.byNumber.size,
      payments: inUse(payments.values()).length,
      corporates: inUse(corporates.values()).length,
      staff: inUse(staff.values()).length,
      bookings: await this.bookings(null),
    };
    const states = stepStates(setup, { isHotelDefined: hotel !== null, ...counts });
    return {
      is_preparing: isPreparing(setup, counts) ? 1 : 0,
      opened_on: setup?.openedOn ?? null,
      steps: SETUP_STEPS.map((step) => ({ step, state: states[step] })),
      next: SETUP_STEPS.find((step) => states[step] === 'open') ?? null,
      ...counts,
      rooms_until: months.sort().at(-1) ?? null,
    };
  }

  /** The next days, beside what the old system says of them. */
  async comparison(): Promise<ComparedDay[]> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const days = daysFromTo(today, addDays(today, COMPARED_DAYS - 1));
    const { rows } = await sql<{ night: Day; nights: number }>`
      select night, count(*)::int as nights from room_claims
      where reservation_id is not null and night >= ${today}::date and night < ${addDays(today, COMPARED_DAYS)}::date
      group by night`.execute(this.database);
    const nights = new Map(rows.map((row) => [row.night, row.nights]));
    const old = new Map((reference.setup?.oldFigures ?? []).map((figure) => [figure.date, figure]));
    return days.map((date) => ({
      date,
      rooms: bookableRooms(reference.rooms, date),
      nights: nights.get(date) ?? 0,
      old_rooms: old.get(date)?.rooms ?? null,
      old_nights: old.get(date)?.nights ?? null,
    }));
  }

  /** Returns how many bookings there are, counted up to a limit. */
  private async bookings(most: number | null): Promise<number> {
    const { rows } = await sql<{ bookings: number }>`
      select count(*)::int as bookings from (select from bookings limit ${most}::int) as counted`.execute(
      this.database,
    );
    return rows[0]?.bookings ?? 0;
  }
}

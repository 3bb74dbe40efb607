import { type IcalAddress } from '@domain/ical/ical-addresses.js';
import { arrivalEntry, bookingEntry, closureEntry, daysHeld } from '@domain/ical/ical-entries.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { calendarFile, type DatedEntry } from './calendar-file.js';

/** A booking or a closure, and the moment of the last event of it or of the calendar. */
type HeldRow = { booking: Reservation | null; closure: RoomClosure | null; changed_at: Date };

/** Reads calendars from the read models as they are now, each in one statement. */
@Injectable()
export class IcalCalendars {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The text of a calendar. */
  async read(calendar: IcalAddress): Promise<string> {
    const { logId } = await this.store.current();
    const entries =
      calendar.roomNumber === null
        ? await this.arrivals(calendar)
        : await this.nights(calendar, calendar.roomNumber);
    return calendarFile({ calendar, logId }, entries);
  }

  /** Everything that holds a night of a room. */
  private async nights({ id, showsNames, ...calendar }: IcalAddress, room: string): Promise<DatedEntry[]> {
    const { start, end } = daysHeld(calendar, this.clock.today());
    const { rows } = await sql<HeldRow>`
      with held as (
        select state as booking, null::jsonb as closure, position, stay_start as first_night, id from bookings
        where room_number = ${room} and not is_cancelled
          and daterange(stay_start, stay_end) && daterange(${start}::date, ${end}::date)
        union all
        select null, state, position, (state ->> 'start')::date, id from room_closures
        where state ->> 'roomNumber' = ${room} and not (state ->> 'isEnded')::boolean
          and daterange((state ->> 'start')::date, (state ->> 'end')::date) && daterange(${start}::date, ${end}::date)
      )
      select booking, closure, ${this.changedAt(id)} as changed_at from held
      order by first_night, held.id`.execute(this.database);
    return rows.flatMap(({ booking, closure, changed_at: changedAt }) => [
      ...(booking ? [{ ...bookingEntry(booking, showsNames), changedAt }] : []),
      ...(closure ? [{ ...closureEntry(closure, showsNames), changedAt }] : []),
    ]);
  }

  /** The arrivals of the house, without guests who go on in another room. */
  private async arrivals({ id, showsNames, ...calendar }: IcalAddress): Promise<DatedEntry[]> {
    const { start, end } = daysHeld(calendar, this.clock.today());
    const { rows } = await sql<{ booking: Reservation; changed_at: Date }>`
      select held.state as booking, ${this.changedAt(id)} as changed_at from bookings held
      where not is_cancelled and stay_start >= ${start} and stay_start < ${end} and not state ? 'continues'
        and not state ? 'isNoShow'
      order by stay_start, room_number, held.id`.execute(this.database);
    return rows.map(({ booking, changed_at: changedAt }) => ({
      ...arrivalEntry(booking, showsNames),
      changedAt,
    }));
  }

  /** The moment at which `held` or the calendar itself was last changed. */
  private changedAt(calendarId: number) {
    return sql`(
      select max(recorded_at) from event_log
      where position in (held.position, (select position from ical_addresses where id = ${calendarId})))`;
  }
}

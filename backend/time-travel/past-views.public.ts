import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { type Day, monthOf } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Corporate, Payment } from '@domain/masters/masters.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type RoomDirectory, roomDirectory } from '@domain/room/room-directory.js';
import { Inject, Injectable } from '@nestjs/common';
import type { LogMoment } from '@wire/looking-back.js';
import { type RawBuilder, sql } from 'kysely';
import { weatherDayStream } from '../calendar/weather-day.stream.js';
import { EventStore } from '../event-store/event-store.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { corporateStream, paymentStream } from '../masters/master.stream.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { roomMonthStream } from '../rooms/room-month.stream.js';
import { readAsOf } from './as-of.public.js';
import { logMoment } from './log-moment.public.js';

/** Days of a calendar, both included. */
export type Days = { start: Day; end: Day };

const EVERYTHING = sql`true`;

/**
 * Those that lay in the days at any time; which of them did so then, their states tell. The ids come as an array, since a
 * plan for a join reads the whole table.
 */
function everIn({ start, end }: Days): RawBuilder<unknown> {
  const days = sql`daterange(${start}::date, ${end}::date, '[]')`;
  return sql`id = any(array(
    select id from stay_traces where daterange(first_night, last_night, '[]') && ${days}))`;
}

/** The hotel as it stood when the log stood at a position. */
@Injectable()
export class PastViews {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The moment that a query's `as_of` names; the end of the log when it is left out. */
  moment(asOf: unknown): Promise<LogMoment> {
    return logMoment(this.database, asOf === undefined ? null : readAsOf(asOf, this.clock.timezone));
  }

  /** The position that a query's `as_of` names, null when it is left out: now. */
  async position(asOf: unknown): Promise<number | null> {
    return asOf === undefined ? null : (await this.moment(asOf)).position;
  }

  /**
   * Bookings, cancelled ones included, that had a night in the days at any time, as they stood at a position and in the
   * order of stays; with `changedSince` only those that events changed after it.
   */
  async bookings(days: Days, position: number, changedSince = 0): Promise<Reservation[]> {
    const condition = sql`position > ${changedSince} and ${everIn(days)}`;
    const ever = await this.store.statesAt({ definition: reservationStream, condition, position });
    return ever.sort((a, b) =>
      a.stayStart === b.stayStart ? a.id - b.id : a.stayStart < b.stayStart ? -1 : 1,
    );
  }

  /** Imported records that had a night in the days at any time. */
  imports(days: Days, position: number): Promise<CsvReservation[]> {
    return this.store.statesAt({ definition: csvReservationStream, condition: everIn(days), position });
  }

  /** The rooms in the months of the days, and in no other. */
  async rooms({ start, end }: Days, position: number): Promise<RoomDirectory> {
    const condition = sql`month between ${monthOf(start)} and ${end}`;
    return roomDirectory(await this.store.statesAt({ definition: roomMonthStream, condition, position }));
  }

  /** Weather and holidays of the days that have a record, in order. */
  async weather({ start, end }: Days, position: number): Promise<WeatherDay[]> {
    const condition = sql`date between ${start} and ${end}`;
    const days = await this.store.statesAt({ definition: weatherDayStream, condition, position });
    return days.sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Companies in the order they were entered. */
  async corporates(position: number): Promise<Corporate[]> {
    const all = await this.store.statesAt({ definition: corporateStream, condition: EVERYTHING, position });
    return all.sort((a, b) => a.id - b.id);
  }

  /** Ways of paying in the order they were entered. */
  async payments(position: number): Promise<Payment[]> {
    const all = await this.store.statesAt({ definition: paymentStream, condition: EVERYTHING, position });
    return all.sort((a, b) => a.id - b.id);
  }
}

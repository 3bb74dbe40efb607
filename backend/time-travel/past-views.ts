import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { type Day, monthOf } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Corporate, Payment } from '@domain/masters/masters.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { type RoomDirectory, roomDirectory } from '@domain/room/room-directory.js';
import { Inject, Injectable } from '@nestjs/common';
import type { LogMoment } from '@wire/time-travel.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { StreamDefinition, Versioned } from '../event-store/event-stream.js';
import { positionAt, utcText } from '../event-store/log-head.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { unreadable } from '../platform/errors.js';
import { type AsOf, readAsOf } from '../platform/http/read-as-of.js';
import { DATABASE } from '../platform/platform.module.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { corporateStream, paymentStream } from '../streams/master.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { roomClosureStream } from '../streams/room-closure.stream.js';
import { roomMonthStream } from '../streams/room-month.stream.js';
import { weatherDayStream } from '../streams/weather-day.stream.js';

/** Days of a calendar, both included. */
export type Days = { start: Day; end: Day };

/**
 * Stays that had a night in the days at any time; their states tell whether they did at a position. The ids are passed
 * as an array, since a join would be planned as a scan of the whole table.
 */
function everIn({ start, end }: Days): RawBuilder<unknown> {
  const days = sql`daterange(${start}::date, ${end}::date, '[]')`;
  return sql`id = any(array(
    select id from stay_traces where daterange(first_night, last_night, '[]') && ${days}))`;
}

/** The hotel as of a position of the log. */
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
   * Bookings, cancelled ones included, that had a night in the days at any time, as they stood at a position, ordered by
   * stay; with `changedSince` only those that were changed after that position.
   */
  async bookings(days: Days, position: number, changedSince = 0): Promise<Reservation[]> {
    const condition = sql`position > ${changedSince} and ${everIn(days)}`;
    const bookings = await this.store.statesAt({ definition: reservationStream, condition, position });
    return bookings.sort((a, b) =>
      a.stayStart === b.stayStart ? a.id - b.id : a.stayStart < b.stayStart ? -1 : 1,
    );
  }

  /** Imported records that had a night in the days at any time. */
  imports(days: Days, position: number): Promise<CsvReservation[]> {
    return this.store.statesAt({ definition: csvReservationStream, condition: everIn(days), position });
  }

  /** The rooms in the months of the days, with when they were 売り止め on those days. */
  async rooms(days: Days, position: number): Promise<RoomDirectory> {
    const condition = sql`month between ${monthOf(days.start)} and ${days.end}`;
    const [months, closures] = await Promise.all([
      this.store.statesAt({ definition: roomMonthStream, condition, position }),
      this.closures(days, position),
    ]);
    return roomDirectory(months, closures);
  }

  /** Every 売り止め that had a night in the days at any time, taken back or not, as it stood at a position, by its first day. */
  async closures({ start, end }: Days, position: number): Promise<RoomClosure[]> {
    const condition = sql`first_day <= ${end} and last_day > ${start}`;
    const closures = await this.store.statesAt({ definition: roomClosureStream, condition, position });
    return closures.sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1));
  }

  /** Weather and holidays of the days that have a record, in order. */
  async weather({ start, end }: Days, position: number): Promise<WeatherDay[]> {
    const condition = sql`date between ${start} and ${end}`;
    const days = await this.store.statesAt({ definition: weatherDayStream, condition, position });
    return days.sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Companies in the order they were entered. */
  corporates(position: number): Promise<Corporate[]> {
    return this.allById(corporateStream, position);
  }

  /** Payment methods in the order they were entered. */
  payments(position: number): Promise<Payment[]> {
    return this.allById(paymentStream, position);
  }

  private async allById<State extends Versioned>(
    definition: StreamDefinition<State>,
    position: number,
  ): Promise<State[]> {
    const states = await this.store.statesAt({ definition, condition: sql`true`, position });
    return states.sort((a, b) => a.id - b.id);
  }
}

/** A moment of the log and its current end; without `asOf` both are the same. */
async function logMoment(database: HotelDatabase, asOf: AsOf | null): Promise<LogMoment> {
  const position = asOf && ('position' in asOf ? asOf.position : await positionAt(database, asOf.instant));
  const { rows } = await sql<LogMoment>`
    select coalesce(${position}::bigint, h.position) as position,
           (select ${sql.raw(utcText('e.recorded_at'))} from event_log e
            where e.position = coalesce(${position}::bigint, h.position)) as recorded_at,
           h.position as head,
           case when h.position > 0 then ${sql.raw(utcText('h.recorded_at'))} end as head_recorded_at
    from log_head h`.execute(database);
  const [moment] = rows;
  if (!moment) throw new Error('the log has no head');
  if (moment.position <= moment.head) return moment;
  throw unreadable('as_of', `as_ofはログの末尾（位置 ${moment.head}）より後を指定できません。`);
}

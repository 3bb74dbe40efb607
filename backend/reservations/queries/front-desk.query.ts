import { oldestRecentDay } from '@domain/calendar/front-desk.js';
import { addDays, type Day, day, instantIn } from '@domain/dates.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import {
  type DeskRecord,
  type InvoicePage,
  MOST_UNPAID_COUNTED,
  type OlderUnpaid,
  unpaidCursor,
} from '@wire/older-unpaid.js';
import type { RoomChange } from '@wire/room-change.js';
import { type RawBuilder, sql } from 'kysely';
import { isReadable } from '../../event-store/event-history.js';
import { EventStore } from '../../event-store/event-store.js';
import { isOf } from '../../event-store/event-stream.js';
import { positionAt } from '../../event-store/log-head.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { reservationStream } from '../../streams/reservation.stream.js';

/** The stay that a page begins after, by its check-out date and id. */
export type UnpaidCursor = { stayEnd: Day; id: number };

/** `isAtDesk` of the domain in SQL, a part for each index. */
export function isAtDeskSql(today: Day): RawBuilder<boolean> {
  return sql<boolean>`not is_cancelled and id in (
    select id from bookings
    where daterange(stay_start, stay_end) && daterange(${addDays(today, -1)}::date, ${today}::date, '[]')
    union select id from bookings where checkout_date = ${today}::date
    union select id from open_stays where is_in_house
    union select id from open_stays where is_unpaid and stay_end >= ${oldestRecentDay(today)}::date)`;
}

/** `isOlderUnpaid` of the domain in SQL, for bookings joined with `open_stays`. */
export function isOlderUnpaidSql(today: Day): RawBuilder<boolean> {
  return sql<boolean>`open_stays.is_unpaid and not open_stays.is_in_house
    and open_stays.stay_end < ${oldestRecentDay(today)}::date and bookings.checkout_date <> ${today}::date`;
}

function withRoom(booking: Reservation, { rooms }: HotelReference): DeskRecord {
  const record = bookingRecord(booking, rooms);
  const room = record.room_id === null ? undefined : rooms.byId.get(record.room_id);
  return {
    ...record,
    room_number: booking.roomNumber,
    room_type: room?.roomType ?? '',
    smoking_status: room?.smokingStatus ?? '禁煙',
  };
}

/** Most days after its end on which a stay may still have been in the house. */
const LONGEST_OVERDUE_DAYS = 30;

/** The bookings of which the lists of another day than today may have some, in SQL. */
function isOnDaySql(day: Day): RawBuilder<boolean> {
  return sql<boolean>`not is_cancelled
    and daterange(stay_start, stay_end) && daterange(${addDays(day, -LONGEST_OVERDUE_DAYS)}::date, ${day}::date, '[]')
    and (stay_end >= ${day}::date or checkout_date >= ${day}::date
         or (checkout_date is null and state ->> 'checkinDate' is not null))`;
}

/** Returns whether a company pays a booking by invoice, in SQL. */
function isByInvoiceSql({ payments }: HotelReference): RawBuilder<boolean> {
  const invoices = [...payments.values()].filter(({ kind }) => kind === '請求書').map(({ id }) => id);
  return sql<boolean>`((state ->> 'corporateId')::int > 0
    and coalesce((state ->> 'paymentType')::int = any(${invoices}::int[]), false))`;
}

/** A page of stays: which come after one, in which order, and how many. */
type WantedPage = {
  after: (stay: UnpaidCursor) => RawBuilder<boolean>;
  order: 'asc' | 'desc';
  limit: number;
};

/** Before the stays of any hotel. */
const BEFORE_ALL: UnpaidCursor = { stayEnd: day('1970-01-01'), id: 0 };

const ROOM_CHANGES_AT_MOST = 500;
/** The version of a booking that was begun as the continuation of another one: after its creation and its party. */
const NEWLY_BEGUN = 3;

/** The bookings that the front desk deals with today and on other days, and older unpaid ones. */
@Injectable()
export class FrontDeskQuery {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records in the order of stays (GET /api/front-desk). */
  async today(): Promise<BookingRecord[]> {
    const { reference } = await this.store.current();
    const bookings = await this.inOrder(isAtDeskSql(this.clock.today()));
    return bookings.map((booking) => bookingRecord(booking, reference.rooms));
  }

  /** The first-night records, with their rooms, that the lists of a day may have (GET /api/front-desk?date=). */
  async on(day: Day): Promise<DeskRecord[]> {
    const { reference } = await this.store.current();
    const bookings = await this.inOrder(isOnDaySql(day));
    return bookings.map((booking) => withRoom(booking, reference));
  }

  /** A page of the stays that companies owe by invoice, the oldest check-out date first (GET /api/front-desk/invoices). */
  async invoices(start: UnpaidCursor | null, limit: number): Promise<InvoicePage> {
    const { reference } = await this.store.current();
    const after = ({ stayEnd, id }: UnpaidCursor) => sql<boolean>`open_stays.is_unpaid
      and ${isByInvoiceSql(reference)}
      and (open_stays.stay_end, open_stays.id) > (${stayEnd}::date, ${id}::bigint)`;
    const { rows, ...page } = await this.page(start ?? BEFORE_ALL, { after, order: 'asc', limit });
    return { bookings: rows.map((booking) => withRoom(booking, reference)), ...page };
  }

  /** The rooms of bookings that others continue, by their ids. */
  private async formerRooms(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database
      .selectFrom('bookings')
      .select(['id', 'room_number'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, room_number }) => [id, room_number]));
  }

  /** The moves of bookings to other rooms on a day, today by default, the newest first. */
  async roomChanges(date: Day | undefined): Promise<RoomChange[]> {
    const { reference } = await this.store.current();
    const { timezone } = this.clock;
    const day = date ?? this.clock.today();
    const midnight = (of: Day) => positionAt(this.database, instantIn(timezone, of, '00:00:00'), '<');
    const [first, last] = [await midnight(day), await midnight(addDays(day, 1))];
    const { rows } = await sql<{ position: number }>`
      select position from event_log
      where position > ${first} and position <= ${last}
        and (type = 'ReservationAmended' and payload -> 'roomNumber' is not null or type = 'StayContinued')
      order by position desc limit ${ROOM_CHANGES_AT_MOST}`.execute(this.database);
    const events = await this.store.eventHistory().read(rows.map(({ position }) => position).reverse());
    const steps = events.filter(isReadable).filter((step) => isOf(reservationStream, step));
    const former = await this.formerRooms(steps.flatMap(({ after }) => after.continues ?? []));
    return steps
      .flatMap(({ event, before: old, after: now }) => {
        // A stay that goes on in another room was begun there; one that was so before follows a move before it.
        const isBegun = event.type === 'StayContinued' && now.version <= NEWLY_BEGUN;
        const from = isBegun ? former.get(now.continues ?? 0) : old?.roomNumber;
        if (from === undefined || from === now.roomNumber) return [];
        return {
          position: event.position,
          recorded_at: event.recordedAt,
          staff_name: staffName(reference, event.staffId),
          terminal: event.terminal,
          booking_id: now.id,
          guest_name: now.guestName1,
          stay_start: now.stayStart,
          stay_end: now.stayEnd,
          from_room: from,
          to_room: now.roomNumber,
        };
      })
      .reverse();
  }

  /**
   * A page of departed guests who have owed for more than 30 days, as first-night records, the latest check-out date
   * first (GET /api/front-desk/unpaid); those by invoice are not among them.
   */
  async olderUnpaid(before: UnpaidCursor | null, limit: number): Promise<OlderUnpaid> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const start = before ?? { stayEnd: oldestRecentDay(today), id: 0 };
    const after = ({ stayEnd, id }: UnpaidCursor) => sql<boolean>`${isOlderUnpaidSql(today)}
      and not ${isByInvoiceSql(reference)}
      and (open_stays.stay_end, open_stays.id) < (${stayEnd}::date, ${id}::bigint)`;
    const { rows, ...page } = await this.page(start, { after, order: 'desc', limit });
    return { bookings: rows.map((booking) => bookingRecord(booking, reference.rooms)), ...page };
  }

  private async inOrder(condition: RawBuilder<boolean>): Promise<Reservation[]> {
    const bookings = this.database.selectFrom('bookings').select('state').where(condition);
    const rows = await bookings.orderBy('stay_start').orderBy('id').execute();
    return rows.map(({ state }) => state);
  }

  /** A page of the stays after one, and how many come after the page. */
  private async page(start: UnpaidCursor, { after, order, limit }: WantedPage) {
    const from = (stay: UnpaidCursor) =>
      this.database
        .selectFrom('open_stays')
        .innerJoin('bookings', 'bookings.id', 'open_stays.id')
        .where(after(stay));
    const found = await from(start)
      .select('state')
      .orderBy('open_stays.stay_end', order)
      .orderBy('open_stays.id', order)
      .limit(limit)
      .execute();
    const rows = found.map(({ state }) => state);
    const end = rows.at(-1) ?? start;
    const { more } = await this.database
      .selectFrom(from(end).select('bookings.id').limit(MOST_UNPAID_COUNTED).as('later'))
      .select(sql<number>`count(*)::int`.as('more'))
      .executeTakeFirstOrThrow();
    return { rows, more, next: unpaidCursor(end.stayEnd, end.id) };
  }
}

import { isInHouse } from '@domain/calendar/front-desk.js';
import {
  type CleaningBegin,
  type CleaningNow,
  cleaningNow,
  type RoomCleaning,
  stayInRoom,
} from '@domain/cleaning/room-cleaning.js';
import { addDays, type Day, hotelDay, instantIn, monthOf, overlaps } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { HOTEL_KEY } from '@domain/masters/hotel.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { type RoomMonth, STOREROOM } from '@domain/room/room-month.js';
import { inDisplayOrder } from '@domain/room/room-order.js';
import { Inject, Injectable } from '@nestjs/common';
import type { CleaningList, CleaningRoom } from '@wire/cleaning.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { utcText } from '../event-store/log-head.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { readAsOf } from '../platform/http/read-as-of.js';
import { DATABASE } from '../platform/platform.module.js';
import { hotelStream } from '../streams/hotel.stream.js';
import { roomCleaningStream } from '../streams/room-cleaning.stream.js';
import { PastViews } from '../time-travel/time-travel.module.js';

/** The states that the list follows from: those of now, or of a position of the log. */
type Sources = {
  today: Day;
  /** Null in a hotel that does not manage the cleaning of its rooms. */
  begin: CleaningBegin | null;
  /** Null for now. */
  position: number | null;
  rooms: RoomDirectory;
  records: readonly RoomCleaning[];
  bookings: readonly Reservation[];
};

/** Most days that a guest may have stayed beyond the end of the stay, in the past. */
const LONGEST_OVERDUE_DAYS = 30;
const LAST_POSITION = Number.MAX_SAFE_INTEGER;

const isDueOn = (today: Day) => (booking: Reservation) =>
  booking.checkinDate === null && !booking.isNoShow && booking.stayStart <= today && booking.stayEnd > today;

const guestsOf = (booking: Reservation | undefined): number =>
  booking ? booking.mensCount + booking.womensCount : 0;

function useOf(bookings: readonly Reservation[], today: Day) {
  const guest = bookings.find(isInHouse);
  const group = guest ? groupIdOf(guest) : 0;
  const others = bookings.filter((booking) => isDueOn(today)(booking) && groupIdOf(booking) !== group);
  const [due] = others.sort((a, b) => (a.checkinTime < b.checkinTime ? -1 : 1));
  const inHouse = guest ? stayInRoom(guest) : null;
  const occupancy = !inHouse ? '空室' : inHouse.stayEnd > today ? '連泊' : '出発';
  return {
    inHouse,
    group,
    fields: {
      occupancy,
      until: inHouse?.stayEnd ?? null,
      guests: guestsOf(guest),
      arrival: due?.checkinTime ?? null,
      arriving_guests: guestsOf(due),
    } satisfies Partial<CleaningRoom>,
  };
}

/** Returns why a room is not for sale tonight and until when; null for one that is, and for one that is held for a guest. */
function closureOf({ byNumber }: RoomDirectory, roomNumber: string, today: Day): CleaningRoom['closure'] {
  const tonight = { start: today, end: addDays(today, 1) };
  const closures = byNumber.get(roomNumber)?.closures ?? [];
  const closed = closures.find((closure) => closure.tentative === null && overlaps(closure, tonight));
  return closed ? { reason: closed.reason, end_date: closed.end } : null;
}

/** The cleaning of the rooms, as of now or of any moment. */
@Injectable()
export class CleaningReader {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The rooms of this month but storerooms, in display order; none where cleaning is not managed. */
  async list(asOf: unknown): Promise<CleaningList> {
    const sources = asOf === undefined ? await this.now() : await this.at(asOf);
    const { today, begin } = sources;
    if (!begin) return { is_managed: 0, today, rooms: [] };
    return { is_managed: 1, today, rooms: await this.rooms(sources, begin) };
  }

  private async rooms(sources: Sources, begin: CleaningBegin): Promise<CleaningRoom[]> {
    const { today, position } = sources;
    const months = inDisplayOrder(sources.rooms)
      .map(({ months: own }) => own.get(monthOf(today)))
      .filter((month): month is RoomMonth => month !== undefined && month.roomType !== STOREROOM);
    const numbers = months.map(({ roomNumber }) => roomNumber);
    const bookings = groupBy(sources.bookings, ({ roomNumber }) => roomNumber);
    const uses = numbers.map((roomNumber) => useOf(bookings.get(roomNumber) ?? [], today));
    const records = new Map(sources.records.map((record) => [record.roomNumber, record]));
    const rooms = numbers.map((room, index) => {
      const recorded = records.get(room)?.day ?? begin.day;
      const since = recorded > begin.day ? recorded : begin.day;
      return { room, since, group: uses[index]?.group ?? 0 };
    });
    const departures = await this.departures(rooms, begin.position, position ?? LAST_POSITION);
    const found = months.map(({ roomNumber, roomType }) => {
      const { inHouse, fields } = useOf(bookings.get(roomNumber) ?? [], today);
      const record = records.get(roomNumber) ?? null;
      const use = { inHouse, departed: departures.get(roomNumber) ?? null };
      const now = cleaningNow(record, use, { today, begin });
      return { roomNumber, roomType, fields, record, now };
    });
    const since = await this.instants(found.map(({ now }) => now));
    return found.map(({ roomNumber, roomType, fields, record, now }) => ({
      room_number: roomNumber,
      version: record?.version ?? 0,
      state: now?.state ?? null,
      since: now && since(now),
      remark: record?.remark ?? '',
      room_type: roomType,
      ...fields,
      closure: closureOf(sources.rooms, roomNumber, today),
    }));
  }

  private async now(): Promise<Sources> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const begin = reference.hotel?.cleaningBegin ?? null;
    const records = begin ? await this.database.selectFrom('room_cleanings').select('state').execute() : [];
    const { rows } = begin
      ? await sql<{ state: Reservation }>`
          select state from bookings where not is_cancelled and id in (
            select id from bookings where daterange(stay_start, stay_end) @> ${today}::date
            union select id from open_stays where is_in_house)`.execute(this.database)
      : { rows: [] };
    return {
      ...{ today, begin, position: null, rooms: reference.rooms },
      records: records.map(({ state }) => state),
      bookings: rows.map(({ state }) => state),
    };
  }

  private async at(asOf: unknown): Promise<Sources> {
    const { timezone, dayTurnsAt } = this.clock;
    const wanted = readAsOf(asOf, timezone);
    const { position, recorded_at } = await this.past.moment(asOf);
    const instant = 'instant' in wanted ? wanted.instant : recorded_at;
    const today = instant ? hotelDay(timezone, dayTurnsAt, new Date(instant)) : this.clock.today();
    const condition = sql`number = ${HOTEL_KEY}`;
    const [hotel] = await this.store.statesAt({ definition: hotelStream, condition, position });
    const days = { start: addDays(today, -LONGEST_OVERDUE_DAYS), end: today };
    const all = { definition: roomCleaningStream, condition: sql`true`, position };
    const [records, rooms, bookings] = await Promise.all([
      this.store.statesAt(all),
      this.past.rooms({ start: today, end: today }, position),
      this.past.bookings(days, position),
    ]);
    const begin = hotel?.cleaningBegin ?? null;
    return { today, begin, position, rooms, records, bookings: bookings.filter(isActive) };
  }

  /**
   * The last place in the log at which a guest left each of these rooms for good, after one place and up to another; who goes
   * on there by another part of the stay (the group) has not left, and who left before the day `since`, though it was entered
   * later, left the room before it was cleaned.
   */
  private async departures(
    rooms: readonly { room: string; since: Day; group: number }[],
    after: number,
    upTo: number,
  ): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ room: string; position: number }>`
      select room, position from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as wanted(room text, since date, "group" int)
      cross join lateral (
        select d.position from room_departures d join bookings b on b.id = d.id
        where d.room_number = room and d.position > ${after} and d.position <= ${upTo}
          and (returned is null or returned > ${upTo}) and b.group_id <> "group"
          and not b.is_cancelled and (b.room_number <> room or b.checkout_date is null or b.checkout_date >= since)
        order by d.position desc limit 1) as last`.execute(this.database);
    return new Map(rows.map(({ room, position }) => [room, Number(position)]));
  }

  /** Returns a function that tells since when each of these states has lasted, in UTC. */
  private async instants(states: readonly (CleaningNow | null)[]): Promise<(state: CleaningNow) => string> {
    const positions = states.flatMap((now) => (now && 'position' in now.since ? [now.since.position] : []));
    const { rows } = await sql<{ position: number; at: string }>`
      select position, ${sql.raw(utcText('recorded_at'))} as at from event_log
      where position = any(${positions}::bigint[])`.execute(this.database);
    const at = new Map(rows.map((row) => [Number(row.position), row.at]));
    const { timezone, dayTurnsAt } = this.clock;
    return ({ since }) =>
      'turnOf' in since
        ? new Date(instantIn(timezone, since.turnOf, `${dayTurnsAt}:00`)).toISOString()
        : (at.get(since.position) ?? '');
  }
}

const isActive = ({ status }: Reservation): boolean => status === 'active';

import { isInHouse } from '@domain/calendar/front-desk.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type ChangedStreams, changesOf, type DerivedTable, firstFault } from '../event-store/projection.js';
import type { TableWrite } from '../event-store/table-writes.js';
import { reservationStream } from '../streams/reservation.stream.js';

type Moment = { id: number; room: string; position: number };

/** The room that a booking's guest is in; null for none. */
const roomInUse = (booking: Reservation | null): string | null =>
  booking && isInHouse(booking) ? booking.roomNumber : null;

const LEAVE = {
  name: 'added_departures',
  sql: (rows: string) => `
    insert into room_departures (id, position, room_number, returned)
    select id, position, room, returned
    from jsonb_to_recordset(${rows}) as added(id int, position bigint, room text, returned bigint)`,
};
/** Each departure ends with the first return after it; those of the same statement are added with their ends. */
const RETURN = {
  name: 'ended_departures',
  sql: (rows: string) => `
    update room_departures d set returned = r.position
    from (select d.id, d.position as departed, min(r.position) as position
          from room_departures d
          join jsonb_to_recordset(${rows}) as r(id int, position bigint, room text)
            on r.id = d.id and r.room = d.room_number and r.position > d.position
          where d.returned is null group by d.id, d.position) r
    where d.id = r.id and d.position = r.departed`,
};

type RoomDeparture = Moment & { returned: number | null };

/** A check-in that is reverted is no departure: nobody was there. */
function departureWrites({ steps }: Pick<ChangedStreams, 'steps'>): TableWrite[] {
  const left: RoomDeparture[] = [];
  const returned: Moment[] = [];
  for (const { before, after, position } of changesOf(reservationStream, steps)) {
    const [was, is] = [roomInUse(before), roomInUse(after)];
    if (was === is) continue;
    const { id } = after;
    const isReverted = is === null && after.checkoutDate === null;
    if (was !== null && !isReverted) left.push({ id, room: was, position, returned: null });
    if (is !== null && (was !== null || before?.checkoutDate)) returned.push({ id, room: is, position });
  }
  for (const back of returned) {
    for (const departure of left) {
      const isEnded = departure.id === back.id && departure.room === back.room;
      if (isEnded && departure.returned === null && departure.position < back.position)
        departure.returned = back.position;
    }
  }
  return [
    { ...RETURN, rows: returned },
    { ...LEAVE, rows: left },
  ];
}

/**
 * The places in the log at which guests left their rooms, by check-out or by moving to another, and came back to it, when
 * that was reverted: so the rooms that wait for cleaning are known now and as of any position.
 */
export const roomDepartures: DerivedTable = {
  table: 'room_departures',
  fault: firstFault(`
    select id::text as fault from bookings b
    where not is_cancelled and checkout_date is not null
      and not exists (select from room_departures d where d.id = b.id and d.returned is null)
    union all
    select d.id::text from room_departures d join bookings b on b.id = d.id and b.room_number = d.room_number
    where d.returned is null and not b.is_cancelled
      and b.state ->> 'checkinDate' is not null and b.state ->> 'checkoutDate' is null
    union all
    select d.id::text from room_departures d
    where not exists (select from event_log e where e.position = d.position and e.stream = 'reservation-' || d.id)
    limit 1`),
  writes: departureWrites,
};

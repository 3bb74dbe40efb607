import type { Day } from '@domain/dates.js';
import { type AnyStream, streamName, type Versioned } from '../event-store/event-stream.js';
import {
  type BatchLoader,
  type DataRequirement,
  requirement,
  requireStream,
} from '../event-store/unit-of-work.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { reservationStream } from './reservation.stream.js';

/**
 * A request for a reservation by id, those in a room over some days, and all members of their groups. Null parts are
 * taken from the reservation as it is stored.
 */
export type AdjacentStays = {
  id: number | null;
  roomId: number | null;
  roomNumber: string | null;
  from: Day | null;
  to: Day | null;
};

type StateRow = { key: string; state: Versioned };

const ADJACENT_STAYS = `
  with need as (
    select b.id, coalesce(n.room, r.room_number, b.room_number) as room,
           coalesce(n.first_day, b.stay_start) as first_day, coalesce(n.last_day, b.stay_end) as last_day
    from unnest($1::int[], $2::int[], $3::date[], $4::date[], $5::text[])
         as n(id, room_id, first_day, last_day, room)
    left join bookings b on b.id = n.id
    left join room_months r on r.id = n.room_id
  ), seed as (
    select id from need where id is not null
    union
    select c.reservation_id from need n join room_claims c
      on c.room_number = n.room and c.night >= n.first_day - 1 and c.night <= n.last_day
  )
  select id::text as key, state from bookings
  where group_id in (select b.group_id from bookings b join seed on seed.id = b.id)`;

const loadAdjacentStays: BatchLoader<AdjacentStays> = async (client, requests, begun) => {
  const { rows }: { rows: StateRow[] } = await client.query({
    name: 'neighbourhoods',
    text: ADJACENT_STAYS,
    values: [
      requests.map((request) => request.id),
      requests.map((request) => request.roomId),
      requests.map((request) => request.from),
      requests.map((request) => request.to),
      requests.map((request) => request.roomNumber),
    ],
  });
  (await begun).load(rows.map((row) => ({ definition: reservationStream, ...row })));
};

/**
 * Requires the reservations around one. When only a part of its room and dates is given, the rest must be what it is
 * when the command is decided; when none is given, the command that moved it has loaded what is around it now.
 */
export function requireAdjacentStays(wanted: Partial<AdjacentStays>): DataRequirement {
  const { id = null, roomId = null, roomNumber = null, from = null, to = null } = wanted;
  const given = [roomId ?? roomNumber, from, to].filter((part) => part !== null).length;
  const isPart = given > 0 && given < 3;
  const followsFrom = id !== null && isPart ? streamName(reservationStream, id) : null;
  return requirement(loadAdjacentStays, { id, roomId, roomNumber, from, to }, followsFrom);
}

/** Loads the states that a query finds by ids. */
function loaderByIds(definition: AnyStream, name: string, text: string): BatchLoader<number> {
  return async (client, ids, begun) => {
    const { rows }: { rows: StateRow[] } = await client.query({ name, text, values: [ids] });
    (await begun).load(rows.map((row) => ({ definition, ...row })));
  };
}

const loadImportsOfBookings = loaderByIds(
  csvReservationStream,
  'imports-of-bookings',
  `select c.id::text as key, c.state from csv_reservations c
   where c.id in (select (b.state ->> 'csvReservationId')::int from bookings b where b.id = any($1::int[]))`,
);

const loadBookingsOfImports = loaderByIds(
  reservationStream,
  'bookings-of-imports',
  `select b.id::text as key, b.state from bookings b
   where b.id in (select c.booking_id from csv_reservations c where c.id = any($1::int[]))`,
);

/** Requires the imported record that a booking came from. */
export function requireImportOf(bookingId: number): DataRequirement {
  return requirement(loadImportsOfBookings, bookingId);
}

/** Requires an imported record and the booking that it became, if any. */
export function requireImport(importId: number): DataRequirement[] {
  return [requireStream(csvReservationStream, importId), requirement(loadBookingsOfImports, importId)];
}

import type { Day } from '@domain/dates.js';
import {
  type BatchLoader,
  type DataRequirement,
  requirement,
  requireStream,
} from '../event-store/data-requirements.js';
import { streamName } from '../event-store/stream-definition.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { reservationStream } from './reservation.stream.js';

/**
 * The reservations around one: itself by id, those that touch a room over some days, and all members of their groups.
 * What is left out is taken from the reservation as it is stored.
 */
export type AdjacentStays = {
  id: number | null;
  roomId: number | null;
  roomNumber: string | null;
  from: Day | null;
  to: Day | null;
};

const QUERY = `
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

const loadNeighbourhoods: BatchLoader<AdjacentStays> = async (client, requests, begun) => {
  const { rows } = await client.query({
    name: 'neighbourhoods',
    text: QUERY,
    values: [
      requests.map((request) => request.id),
      requests.map((request) => request.roomId),
      requests.map((request) => request.from),
      requests.map((request) => request.to),
      requests.map((request) => request.roomNumber),
    ],
  });
  (await begun).load(rows.map((row) => ({ definition: reservationStream, key: row.key, state: row.state })));
};

/**
 * The need for the reservations around one. Where a part of its place is to change and the rest to stay, the rest must be
 * what it is when the command is decided; where none is to change, whoever moved it has loaded what is around.
 */
export function requireAdjacentStays(wanted: Partial<AdjacentStays>): DataRequirement {
  const { id = null, roomId = null, roomNumber = null, from = null, to = null } = wanted;
  const given = [roomId ?? roomNumber, from, to].filter((part) => part !== null).length;
  const isPart = given > 0 && given < 3;
  const followsFrom = id !== null && isPart ? streamName(reservationStream, id) : null;
  return requirement(loadNeighbourhoods, { id, roomId, roomNumber, from, to }, followsFrom);
}

const loadImportsOfBookings: BatchLoader<number> = async (client, bookingIds, begun) => {
  const { rows } = await client.query({
    name: 'imports-of-bookings',
    text: `select c.id::text as key, c.state from csv_reservations c
           where c.id in (select (b.state ->> 'csvReservationId')::int from bookings b where b.id = any($1::int[]))`,
    values: [bookingIds],
  });
  (await begun).load(
    rows.map((row) => ({ definition: csvReservationStream, key: row.key, state: row.state })),
  );
};

/** The need for the imported record that a booking came from. */
export function requireImportOf(bookingId: number): DataRequirement {
  return requirement(loadImportsOfBookings, bookingId);
}

const loadBookingsOfImports: BatchLoader<number> = async (client, importIds, begun) => {
  const { rows } = await client.query({
    name: 'bookings-of-imports',
    text: `select b.id::text as key, b.state from bookings b
           where b.id in (select c.booking_id from csv_reservations c where c.id = any($1::int[]))`,
    values: [importIds],
  });
  (await begun).load(rows.map((row) => ({ definition: reservationStream, key: row.key, state: row.state })));
};

/** The needs for an imported record and the booking it became before, if any. */
export function requireImport(importId: number): DataRequirement[] {
  return [requireStream(csvReservationStream, importId), requirement(loadBookingsOfImports, importId)];
}

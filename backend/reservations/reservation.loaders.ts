import { addDays, type Day, daysBetween } from '@domain/dates.js';
import type { HotelReference } from '@domain/reference.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import { type AnyStream, isOf, streamName, type Versioned } from '../event-store/event-stream.js';
import type { FactCache, LoadedDocument } from '../event-store/fact-cache.js';
import {
  type BatchLoader,
  type DataRequirement,
  readDocuments,
  requirement,
  requireStream,
} from '../event-store/unit-of-work.js';
import { queryRow } from '../platform/database.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { roomClosureStream } from '../streams/room-closure.stream.js';
import { type NightsOfRoom, ROOM_NIGHTS } from './room-nights.js';

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

/** The stays, and who is in each room in the months concerned and the three after: what the next decisions there need. */
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
  ), months as (
    select distinct room, date_trunc('month', first_day - 1)::date as first,
           (date_trunc('month', last_day) + interval '4 months')::date as last
    from need where room is not null
  )
  select (select coalesce(json_agg(json_build_object('key', id::text, 'state', state)), '[]') from bookings
          where group_id in (select b.group_id from bookings b join seed on seed.id = b.id)) as stays,
         (select coalesce(json_agg(json_build_object('room', room, 'from', first, 'end', last, 'nights',
            (select coalesce(json_agg(json_build_array(c.night, c.reservation_id)), '[]') from room_claims c
             where c.room_number = months.room and c.night >= months.first and c.night < months.last
               and c.reservation_id is not null))), '[]')
          from months) as nights`;

const loadAdjacentStays: BatchLoader<AdjacentStays> = async (client, requests, begun) => {
  const { stays, nights } = await queryRow<{ stays: StateRow[]; nights: NightsOfRoom[] }>(client, {
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
  const unit = await begun;
  unit.load(stays.map((row) => ({ definition: reservationStream, ...row })));
  const known = unit.cache.index(ROOM_NIGHTS);
  for (const ofRoom of nights) known.add(ofRoom);
};

const bookingOf = (document: LoadedDocument | null | undefined): Reservation | undefined =>
  document && isOf(reservationStream, document) ? document.state : undefined;

/** Returns what the loader finds, from memory; null when that does not hold all of it. */
function recallAdjacentStays(
  cache: FactCache,
  { rooms }: HotelReference,
  { id, roomId, roomNumber, from, to }: AdjacentStays,
): LoadedDocument[] | null {
  const found = new Map<number, LoadedDocument>();
  const nights = cache.index(ROOM_NIGHTS);
  const add = (ids: Iterable<number> | null): boolean => {
    for (const each of ids ?? []) {
      const document = cache.document(reservationStream, each);
      if (!document) return false;
      found.set(each, document);
    }
    return ids !== null;
  };
  if (id !== null && !add([id])) return null;
  const own = id === null ? undefined : bookingOf(found.get(id));
  const room = roomNumber ?? rooms.byId.get(roomId ?? 0)?.roomNumber ?? own?.roomNumber;
  const [start, end] = [from ?? own?.stayStart, to ?? own?.stayEnd];
  if (!room || !start || !end || !add(nights.idsIn(room, addDays(start, -1), addDays(end, 1)))) return null;
  // The members of a group follow each other, mostly in its room, from its base on.
  for (const document of [...found.values()]) {
    const member = bookingOf(document);
    if (!member || member.groupEndDate === null) continue;
    const baseId = groupIdOf(member);
    const base = bookingOf(cache.document(reservationStream, baseId));
    if (!base || !add(nights.idsIn(member.roomNumber, base.stayStart, member.groupEndDate))) return null;
    if (
      !isWhole(
        base,
        [...found.values()].flatMap((one) => bookingOf(one) ?? []),
      )
    )
      return null;
  }
  return [...found.values()];
}

/** Returns false if some member of a group is not among the bookings: one that changed rooms is elsewhere. */
function isWhole(base: Reservation, bookings: readonly Reservation[]): boolean {
  const members = bookings.filter((one) => groupIdOf(one) === base.id);
  const nights = members.reduce((sum, { stayStart, stayEnd }) => sum + daysBetween(stayStart, stayEnd), 0);
  return base.groupEndDate !== null && nights === daysBetween(base.stayStart, base.groupEndDate);
}

/**
 * Requires the reservations around one. When only a part of its room and dates is given, the rest must be what it is
 * when the command is decided; when none is given, the command that moved it has loaded what is around it now.
 */
export function requireAdjacentStays(wanted: Partial<AdjacentStays>): DataRequirement {
  const { id = null, roomId = null, roomNumber = null, from = null, to = null } = wanted;
  const given = [roomId ?? roomNumber, from, to].filter((part) => part !== null).length;
  const isPart = given > 0 && given < 3;
  const followsFrom = id !== null && isPart ? streamName(reservationStream, id) : null;
  const request = { id, roomId, roomNumber, from, to };
  const recall: DataRequirement['recall'] = (cache, reference) =>
    recallAdjacentStays(cache, reference, request);
  return requirement(loadAdjacentStays, request, { followsFrom, recall });
}

/** Loads the states that a query finds by ids. */
function loaderByIds(definition: AnyStream, name: string, text: string): BatchLoader<number> {
  return async (client, ids, begun) => {
    const documents = await readDocuments(client, definition, { name, text, values: [ids] });
    (await begun).load(documents);
  };
}

/** A closure, and the nights that it is to have; null as it is stored. */
type ChangedClosure = { id: number; start: Day | null; end: Day | null };
type ClosureRow = StateRow & { bookings: StateRow[] };

const CHANGED_CLOSURES = `
  with wanted as (
    select c.id, c.state, coalesce(n.first_day, (c.state ->> 'start')::date) as first_day,
           coalesce(n.last_day, (c.state ->> 'end')::date) as last_day
    from unnest($1::int[], $2::date[], $3::date[]) as n(id, first_day, last_day) join room_closures c using (id)
  )
  select id::text as key, state,
         (select coalesce(json_agg(json_build_object('key', b.id::text, 'state', b.state)), '[]') from bookings b
          where b.id in (select c.reservation_id from room_claims c
                         where c.room_number = wanted.state ->> 'roomNumber'
                           and c.night >= first_day and c.night < last_day)) as bookings
  from wanted`;

const loadClosures: BatchLoader<ChangedClosure> = async (client, requests, begun) => {
  const { rows } = await client.query<ClosureRow>({
    name: 'changed-closures',
    text: CHANGED_CLOSURES,
    values: [
      requests.map(({ id }) => id),
      requests.map(({ start }) => start),
      requests.map(({ end }) => end),
    ],
  });
  const unit = await begun;
  for (const { bookings, ...closure } of rows) {
    unit.load([
      { definition: roomClosureStream, ...closure },
      ...bookings.map((row) => ({ definition: reservationStream, ...row })),
    ]);
  }
};

/** Requires a closure, and the bookings on the nights that it is to have. */
export function requireClosure(closure: ChangedClosure): DataRequirement {
  return requirement(loadClosures, closure, { followsFrom: streamName(roomClosureStream, closure.id) });
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

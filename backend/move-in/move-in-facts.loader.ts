import { originKey } from '@domain/move-in/origin.js';
import { groupIdOf, type MoveInOrigin } from '@domain/reservation/reservation.js';
import {
  type BatchLoader,
  type DataRequirement,
  readDocuments,
  requirement,
} from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { loadEventsOf } from './later-changes.loader.js';

/** Rooms for a row, its file, and the keys by which it is found again. */
type Request = Pick<MoveInOrigin, 'stayStart' | 'stayEnd' | 'fileId'> & {
  rooms: readonly string[];
  keys: readonly string[];
};

/** `offset 0` keeps the conditions of a stay within the views of a dry run, where an index answers them. */
const AROUND = `
  select distinct near.reservation_id as id
  from unnest($1::text[], $2::date[], $3::date[]) as stay(room, first_day, last_day)
  cross join lateral (
    select c.reservation_id from room_claims c
    where c.room_number = stay.room and c.reservation_id is not null and c.night >= stay.first_day - 1 and c.night <= stay.last_day
    offset 0) near`;

function loadBookings(client: Queryable, column: 'id' | 'group_id' | 'origin_key', values: unknown[]) {
  const type = column === 'origin_key' ? 'text' : 'int';
  return readDocuments(client, reservationStream, {
    name: `moved-in-by-${column}`,
    text: `select id::text as key, state from bookings where ${column} = any($1::${type}[])`,
    values: [values],
  });
}

/**
 * Loads the bookings in the rooms around the stays with all members of their groups, and those that rows may have become
 * before. Every condition is one that an index answers in a dry run as well, however many bookings there are.
 */
const load: BatchLoader<Request> = async (client, requests, begun) => {
  const places = requests.flatMap(({ rooms, stayStart, stayEnd }) =>
    rooms.map((room) => [room, stayStart, stayEnd] as const),
  );
  const { rows: around } = await client.query<{ id: number }>({
    name: 'moved-in-around',
    text: AROUND,
    values: [0, 1, 2].map((column) => places.map((place) => place[column])),
  });
  const keys = [...new Set(requests.flatMap((request) => request.keys))];
  const neighbours = await loadBookings(
    client,
    'id',
    around.map(({ id }) => id),
  );
  const origins = await loadBookings(client, 'origin_key', keys);
  const found = [...neighbours, ...origins];
  const groups = found.flatMap(({ state }) => (state.groupEndDate === null ? [] : [groupIdOf(state)]));
  const members = groups.length === 0 ? [] : await loadBookings(client, 'group_id', [...new Set(groups)]);
  const unit = await begun;
  unit.load([...found, ...members]);
  const files = new Set(requests.map(({ fileId }) => fileId));
  const earlier = origins.filter(({ state }) => state.movedInFrom && !files.has(state.movedInFrom.fileId));
  await loadEventsOf(
    client,
    earlier.map(({ state }) => state.id),
    unit,
  );
};

/** Requires what decides on a row that was booked in these rooms in the system that it comes from, or may be put into more. */
export function requirementsOfArrival(
  origins: readonly MoveInOrigin[],
  { party, more }: { party: string; more: readonly string[] },
): DataRequirement[] {
  const [first] = origins;
  if (!first) return [];
  const { stayStart, stayEnd, fileId } = first;
  const keys = [...origins.map(originKey), ...(party === '' ? [] : [`#${party}`])];
  const rooms = [...origins.map(({ roomNumber }) => roomNumber), ...more];
  return [requirement(load, { rooms, stayStart, stayEnd, fileId, keys })];
}

/** Loads bookings with their groups, and what happened to them. */
const loadMovedIn: BatchLoader<number[]> = async (client, requests, begun) => {
  const ids = requests.flat();
  const bookings = await loadBookings(client, 'id', ids);
  const groups = bookings.flatMap(({ state }) => (state.groupEndDate === null ? [] : [groupIdOf(state)]));
  const members = groups.length === 0 ? [] : await loadBookings(client, 'group_id', [...new Set(groups)]);
  const unit = await begun;
  unit.load([...bookings, ...members]);
  await loadEventsOf(client, ids, unit);
};

/** Requires what decides on taking these bookings back. */
export function requirementsOfTakeBack(ids: readonly number[]): DataRequirement[] {
  return [requirement(loadMovedIn, [...ids])];
}

import { reservationKey } from '@domain/auto-registration/channel-reservation.js';
import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { guestKey } from '@domain/auto-registration/guest-key.js';
import { addDays, type Day, monthOf } from '@domain/dates.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { csvReservationStream } from '../../../backend/auto-registration/csv-reservation.stream.js';
import type { AnyStream } from '../../../backend/event-store/stream-definition.js';
import type { Queryable } from '../../../backend/platform/database.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { roomMonthStream } from '../../../backend/rooms/room-month.stream.js';
import { STREAMS } from '../../../backend/streams.js';
import type { MemoryDatabase } from './memory-database.js';

type Lists<Types extends readonly unknown[]> = { [Index in keyof Types]: readonly Types[Index][] };
type Statement = (database: MemoryDatabase, values: never) => unknown[];

const stateOf = <State>(
  database: MemoryDatabase,
  { category }: AnyStream,
  id: number | null,
): State | undefined =>
  id === null ? undefined : (database.documents.get(`${category}-${id}`)?.state as State | undefined);

const asRow = (state: { id: number }) => ({ key: String(state.id), state });

function withGroups(database: MemoryDatabase, ids: ReadonlySet<number>): unknown[] {
  const { bookings } = database;
  const groups = new Set(bookings.filter(({ id }) => ids.has(id)).map(groupIdOf));
  return bookings.filter((booking) => groups.has(groupIdOf(booking))).map(asRow);
}

/** The bookings that have a room in some nights. */
function claiming(database: MemoryDatabase, isMeant: (room: string, night: Day) => boolean): Set<number> {
  const found = new Set<number>();
  for (const [place, id] of database.claims) {
    const cut = place.lastIndexOf(' ');
    if (isMeant(place.slice(0, cut), place.slice(cut + 1) as Day)) found.add(id);
  }
  return found;
}

function neighbourhoods(
  database: MemoryDatabase,
  [ids, roomIds, froms, tos, numbers]: Lists<
    [number | null, number | null, Day | null, Day | null, string | null]
  >,
): unknown[] {
  const seeds = new Set<number>();
  for (const [index, id] of ids.entries()) {
    const booking = stateOf<Reservation>(database, reservationStream, id);
    const { roomNumber } = stateOf<RoomMonth>(database, roomMonthStream, roomIds[index] ?? null) ?? {};
    const room = numbers[index] ?? roomNumber ?? booking?.roomNumber;
    const first = froms[index] ?? booking?.stayStart;
    const last = tos[index] ?? booking?.stayEnd;
    if (id !== null) seeds.add(id);
    if (!room || !first || !last) continue;
    const dayBefore = addDays(first, -1);
    const touching = claiming(
      database,
      (other, night) => other === room && night >= dayBefore && night <= last,
    );
    for (const other of touching) seeds.add(other);
  }
  return withGroups(database, seeds);
}

const occupancyRow = ({ id, roomNumber, stayStart, stayEnd }: Reservation) => ({
  id,
  room_number: roomNumber,
  start: stayStart,
  end: stayEnd,
});

function namesakes(database: MemoryDatabase, [keys]: Lists<[string]>): unknown[] {
  const records = database.of(csvReservationStream).map(({ state }) => state as CsvReservation);
  const own = database.bookings.filter(({ csvReservationId }) => csvReservationId === null);
  return [
    ...records.map((record) => ({
      guest_key: record.isErased ? null : guestKey(record),
      reservation_key: reservationKey(record),
      site: record.site,
      booking_number: record.bookingNumber,
    })),
    ...own.map((booking) => ({
      guest_key: booking.isErased ? null : guestKey(booking),
      reservation_key: null,
      site: '',
      booking_number: booking.bookingNumber,
    })),
  ].filter(({ guest_key: key }) => key !== null && keys.includes(key));
}

/** What the loaders ask for, by the names of their statements. */
const STATEMENTS: Record<string, Statement> = {
  neighbourhoods,
  'imports-of-bookings': (database, [ids]: Lists<[number]>) =>
    ids.flatMap((id) => {
      const booking = stateOf<Reservation>(database, reservationStream, id);
      const record = stateOf<CsvReservation>(
        database,
        csvReservationStream,
        booking?.csvReservationId ?? null,
      );
      return record ? asRow(record) : [];
    }),
  'bookings-of-imports': (database, [ids]: Lists<[number]>) =>
    ids.flatMap((id) => {
      const record = stateOf<CsvReservation>(database, csvReservationStream, id);
      const booking = stateOf<Reservation>(database, reservationStream, record?.bookingId ?? null);
      return booking ? asRow(booking) : [];
    }),
  'bookings-of-room-months': (database, [rooms, months]: Lists<[string, Day]>) => {
    const isClosed = (room: string, night: Day): boolean =>
      rooms.some((other, index) => other === room && months[index] === monthOf(night));
    const ids = claiming(database, isClosed);
    return database.bookings.filter(({ id }) => ids.has(id)).map(asRow);
  },
  'events-of-request': (
    { rows },
    [requestId, terminal, staffId, limit]: [string, string | null, number | null, number],
  ) =>
    rows
      .filter((row) => row.requestId === requestId && row.terminal === terminal && row.staffId === staffId)
      .slice(0, limit),
  'read-streams': ({ rows, keys }, [streams, upTo]: [string[], number | null]) =>
    streams.flatMap((stream) =>
      rows
        .filter((row) => row.stream === stream && (upTo === null || row.position <= upTo))
        .map((row) => ({ ...row, key: keys.get(stream) ?? null })),
    ),
  'taken-rooms': (database, [rooms, start, end]: [string[], Day, Day]) =>
    rooms
      .filter(
        (room) =>
          claiming(database, (other, night) => other === room && night >= start && night < end).size > 0,
      )
      .map((room) => ({ room })),
  'imports-by-reservation': (database, [keys, ids]: Lists<[string, number]>) =>
    database
      .of(csvReservationStream)
      .map(({ state }) => state as CsvReservation)
      .filter((record) => keys.includes(reservationKey(record)) || ids.includes(record.id))
      .map(asRow),
  'bookings-with-groups': (database, [ids]: Lists<[number]>) => withGroups(database, new Set(ids)),
  occupancy: ({ bookings }) =>
    bookings
      .filter(({ status }) => status === 'active')
      .sort((one, other) => (one.stayStart < other.stayStart ? -1 : 1))
      .map(occupancyRow),
  namesakes,
};

for (const definition of STREAMS) {
  STATEMENTS[`by-key-${definition.table}`] = ({ documents }, [keys]: Lists<[string]>) =>
    keys.flatMap((key) => documents.get(`${definition.category}-${key}`) ?? []);
}

function answer(database: MemoryDatabase, query: Parameters<Queryable['query']>[0]): unknown[] {
  // The one statement without a name reads all master data.
  if (typeof query === 'string') {
    return STREAMS.filter(({ isReference }) => isReference).flatMap((definition) =>
      database.of(definition).map(({ state }) => ({ kind: definition.table, state })),
    );
  }
  const statement = STATEMENTS[query.name ?? ''];
  if (!statement) throw new Error(`in memory nobody knows the statement ${query.name}`);
  return statement(database, (query.values ?? []) as never);
}

/** Answers the statements of the product's loaders from memory. */
export function memoryQueries(database: MemoryDatabase): Queryable {
  return { query: async (query) => ({ rows: answer(database, query) }) as never };
}

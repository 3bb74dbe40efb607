import { type Day, day, daysFromTo, lastDayOf, type Month, nightsOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { bookingRecord } from '@wire/booking-record.js';
import { type ChangeFrame, MASTER_NAMES, type MasterName } from '@wire/live.js';
import { encodeRoomClosure } from '@wire/room-closure-record.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { encodeWeatherDay } from '@wire/weather-record.js';
import { sql } from 'kysely';
import { type CountRow, countRecords, countsOfDays } from '../calendar/daily-counts.public.js';
import type { EventStore } from '../event-store/event-store.js';
import { isStream, parseStream } from '../event-store/event-stream.js';
import type { LogRange } from '../event-store/log-subscription.js';
import { changesOf } from '../event-store/projection.js';
import { noteRecords } from '../handover/handover.public.js';
import { csvRecords } from '../imports/csv-records.public.js';
import { failedCounts } from '../imports/failed-counts.public.js';
import { type HotelDatabase, type Queryable, queryRow } from '../platform/database.js';
import type { ReferenceVersion } from '../platform/log-end.js';
import { touchedWaiting } from '../reservations/waiting/touched-waiting.public.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** Kinds of streams that are shown within a list of another kind. */
const SHOWN_IN: Readonly<Record<string, MasterName>> = {
  'service-key': 'service-account',
  'webhook-secret': 'webhook',
  'ical-secret': 'ical-address',
};

const isMaster = (name: string): name is MasterName => MASTER_NAMES.some((one) => one === name);

/** Returns the lists of master records in which changed kinds of streams are shown. */
function mastersOf(categories: Iterable<string>): MasterName[] {
  const names = new Set([...categories].map((category) => SHOWN_IN[category] ?? category));
  return [...names].filter(isMaster);
}

function keysByCategory(streams: readonly string[]): Map<string, string[]> {
  const groups = groupBy(streams.filter(isStream).map(parseStream), ({ category }) => category);
  return new Map([...groups].map(([category, same]) => [category, same.map(({ key }) => key)]));
}

type ChangedRows = ReferenceVersion & { bookings: Reservation[]; counts: CountRow[] };

/** Returns what this node has just written, as it was written; otherwise bookings and counts as they are now, in one query. */
async function changedRows(
  { queries, store }: FrameSource,
  { from, to, written }: LogRange,
  bookings: readonly number[],
): Promise<ChangedRows> {
  if (written) {
    const { changes, results, referencePosition, readModels } = written;
    return {
      ...{ referencePosition, readModels },
      bookings: changesOf(reservationStream, changes).map(({ after }) => after),
      counts: (results.added_counts ?? []) as CountRow[],
    };
  }
  return queryRow<ChangedRows>(queries, {
    name: 'changed-rows',
    text: `
      select reference_position as "referencePosition", ${store.endColumns},
             (select coalesce(json_agg(state order by position), '[]') from bookings
              where id = any($1::int[])) as bookings,
             (select coalesce(json_agg(json_build_object('date', date, 'category', category,
                                                         'actual', actual, 'tema', tema)), '[]')
              from daily_counts
              where date = any(array(select date from daily_counts
                                     where position > $2::bigint and position <= $3::bigint))) as counts
      from log_head`,
    values: [bookings, from, to],
  });
}

async function weatherRecords(database: HotelDatabase, dates: readonly string[]) {
  if (dates.length === 0) return [];
  const rows = await database.selectFrom('weather_days').select('state').where('date', 'in', dates).execute();
  return rows.map((row) => encodeWeatherDay(row.state));
}

async function closuresById(database: HotelDatabase, ids: readonly number[]): Promise<RoomClosure[]> {
  if (ids.length === 0) return [];
  const rows = await database.selectFrom('room_closures').select('state').where('id', 'in', ids).execute();
  return rows.map(({ state }) => state);
}

async function changedNotes(
  database: HotelDatabase,
  reference: HotelReference,
  ids: readonly number[],
): Promise<ChangeFrame['notes']> {
  return ids.length === 0 ? [] : noteRecords(database, reference, sql`n.id = any(${ids}::int[])`);
}

async function queueChanges(database: HotelDatabase, ids: readonly number[]): Promise<ChangeFrame['queue']> {
  if (ids.length === 0) return { failed: [], settled: [] };
  const failed = await csvRecords(database, sql<boolean>`c.id = any(${ids}::int[]) and c.status = 'failed'`);
  const failedIds = new Set(failed.map(({ id }) => id));
  return { failed, settled: ids.filter((id) => !failedIds.has(id)) };
}

/** Picks the imported records, or entries of the waiting list, of erased guests. */
async function erasedOf(
  table: 'csv_reservations' | 'waiting_entries',
  database: HotelDatabase,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`state @> '{"isErased": true}'`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Sources of frames. */
export type FrameSource = {
  queries: Queryable;
  database: HotelDatabase;
  store: Pick<EventStore, 'referenceAt' | 'endColumns'>;
  today: Day;
};

/**
 * The rows that a range of the log changed: bookings as this node has just written them, other rows as they are now. Those may
 * be newer than `to` and are sent again with the range that changed them (contract 6); counts that changed again later may
 * only be sent with that range.
 */
export async function changeFrame(source: FrameSource, range: LogRange): Promise<ChangeFrame> {
  const { database } = source;
  const keys = keysByCategory(range.streams);
  const ids = (category: string) => (keys.get(category) ?? []).map(Number);
  const rows = await changedRows(source, range, ids('reservation'));
  const { bookings } = rows;
  const reference = await source.store.referenceAt(rows);
  const rooms = ids('room-month').flatMap((id) => reference.rooms.byId.get(id) ?? []);
  const months = [...new Set(rooms.map((room) => room.month))];
  const daysOfMonths = months.flatMap((month: Month) => daysFromTo(month, lastDayOf(month)));
  const counted = keys.has('csv-reservation') ? await failedCounts(database, source.today) : null;
  const closed = keys.get('day-close');
  const closures = await closuresById(database, ids('room-closure'));
  const daysOfClosures = closures.flatMap(({ firstDay, lastDay }) =>
    nightsOf({ start: firstDay, end: lastDay }),
  );
  const waiting = await touchedWaiting(source.queries, range.streams, source.today);
  const days = [...new Set(rows.counts.map(({ date }) => day(date)))];
  return {
    from: range.from,
    to: range.to,
    hash: range.hash,
    bookings: bookings.map((booking) => bookingRecord(booking, reference.rooms)),
    counts: {
      ...countRecords(rows.counts, reference.rooms, days),
      ...(await countsOfDays(database, reference.rooms, [...new Set([...daysOfMonths, ...daysOfClosures])])),
    },
    weather: await weatherRecords(database, keys.get('day') ?? []),
    notes: await changedNotes(database, reference, ids('handover-note')),
    rooms: rooms.map(encodeRoomMonth),
    ...(closures.length > 0 && { closures: closures.map(encodeRoomClosure) }),
    masters: mastersOf(keys.keys()),
    ...(closed && { closed_days: closed.map(day) }),
    ...(keys.has('room-cleaning') && { cleaning: ids('room-cleaning') }),
    ...(keys.has('guest-register') && { registers: ids('guest-register') }),
    ...(waiting.length > 0 && { waiting }),
    ...(keys.has('guest-card') && { guest_cards: ids('guest-card') }),
    ...(keys.has('invoice') && { invoices: ids('invoice') }),
    failed_imports: counted?.failed ?? null,
    failed_today: counted?.today ?? null,
    queue: await queueChanges(database, ids('csv-reservation')),
    erased: [
      ...[...bookings, ...closures].filter(({ isErased }) => isErased).map(({ id }) => id),
      ...(await erasedOf('csv_reservations', database, ids('csv-reservation'))),
      ...(await erasedOf('waiting_entries', database, ids('waiting-entry'))),
    ],
  };
}

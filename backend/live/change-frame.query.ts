import { type Day, daysFromTo, lastDayOf, type Month } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ChangeFrame, MasterName } from '@wire/live.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { encodeWeatherDay } from '@wire/weather-record.js';
import { sql } from 'kysely';
import { csvRecords } from '../auto-registration/csv-records.catalog.js';
import { countsOfDays } from '../calendar/daily-counts.catalog.js';
import { isStream, parseStream } from '../event-store/event.js';
import { noteRecords } from '../handover/handover-notes.catalog.js';
import type { HotelDatabase } from '../platform/database.js';
import { bookingRecord } from '../reservations/booking-answer.catalog.js';

const MASTERS: readonly string[] = [
  'corporate',
  'payment',
  'blacklist',
  'staff',
  'room-type-mapping',
] satisfies MasterName[];

type Stretch = { from: number; to: number; streams: readonly string[] };

function keysByCategory(streams: readonly string[]): Map<string, string[]> {
  const groups = groupBy(streams.filter(isStream).map(parseStream), ({ category }) => category);
  return new Map([...groups].map(([category, same]) => [category, same.map(({ key }) => key)]));
}

async function bookingStates(database: HotelDatabase, ids: readonly number[]): Promise<Reservation[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('bookings')
    .select('state')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.state);
}

async function changedDays(database: HotelDatabase, after: number): Promise<Day[]> {
  const rows = await database
    .selectFrom('daily_counts')
    .select('date')
    .distinct()
    .where('position', '>', after)
    .execute();
  return rows.map((row) => row.date as Day);
}

async function weatherRecords(database: HotelDatabase, dates: readonly string[]) {
  if (dates.length === 0) return [];
  const rows = await database.selectFrom('weather_days').select('state').where('date', 'in', dates).execute();
  return rows.map((row) => encodeWeatherDay(row.state));
}

async function changedNotes(
  database: HotelDatabase,
  reference: HotelReference,
  ids: readonly number[],
): Promise<ChangeFrame['notes']> {
  return ids.length === 0 ? [] : noteRecords(database, reference, sql`n.id = any(${ids}::int[])`);
}

async function failedImports(database: HotelDatabase): Promise<number> {
  const { count } = await database
    .selectFrom('csv_reservations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}

async function queueChanges(database: HotelDatabase, ids: readonly number[]): Promise<ChangeFrame['queue']> {
  if (ids.length === 0) return { failed: [], settled: [] };
  const failed = await csvRecords(database, sql<boolean>`c.id = any(${ids}::int[]) and c.status = 'failed'`);
  const still = new Set(failed.map(({ id }) => id));
  return { failed, settled: ids.filter((id) => !still.has(id)) };
}

/**
 * The rows that a stretch of the log changed, as they stand now: they may be newer than `to`, and are sent again with
 * the stretch that changed them, which does no harm (contract 6).
 */
export async function changeFrame(
  database: HotelDatabase,
  reference: HotelReference,
  { from, to, streams }: Stretch,
): Promise<ChangeFrame> {
  const keys = keysByCategory(streams);
  const rooms = (keys.get('room-month') ?? []).flatMap((id) => reference.rooms.byId.get(Number(id)) ?? []);
  const months = [...new Set(rooms.map((room) => room.month))];
  const daysOfMonths = months.flatMap((month: Month) => daysFromTo(month, lastDayOf(month)));
  const days = [...new Set([...(await changedDays(database, from)), ...daysOfMonths])];
  const bookings = await bookingStates(database, (keys.get('reservation') ?? []).map(Number));
  return {
    from,
    to,
    bookings: bookings.map((booking) => bookingRecord(booking, reference.rooms)),
    counts: await countsOfDays(database, reference.rooms, days),
    weather: await weatherRecords(database, keys.get('day') ?? []),
    notes: await changedNotes(database, reference, (keys.get('handover-note') ?? []).map(Number)),
    rooms: rooms.map(encodeRoomMonth),
    masters: [...keys.keys()].filter((category): category is MasterName => MASTERS.includes(category)),
    failed_imports: keys.has('csv-reservation') ? await failedImports(database) : null,
    queue: await queueChanges(database, (keys.get('csv-reservation') ?? []).map(Number)),
  };
}

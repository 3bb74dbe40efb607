import { addMonths, type Month } from '@domain/dates.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

type Booked = { room_number: string; nights: number };

/** Room-months of one month as the masters screen has them, with how many active nights are booked in each. */
export async function managedRoomMonths(
  database: HotelDatabase,
  month: Month,
  rooms: readonly RoomMonth[],
): Promise<ManagedRoomMonth[]> {
  const { rows } = await sql<Booked>`
    select room_number, count(*)::int as nights from room_claims
    where room_number = any(${rooms.map(({ roomNumber }) => roomNumber)}::text[])
      and night >= ${month}::date and night < ${addMonths(month, 1)}::date
    group by room_number`.execute(database);
  const nights = new Map(rows.map((row) => [row.room_number, row.nights]));
  return rooms.map((room) => ({
    ...encodeRoomMonth(room),
    version: room.version,
    booked_nights: nights.get(room.roomNumber) ?? 0,
  }));
}

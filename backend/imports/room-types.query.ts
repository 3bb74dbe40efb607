import { categoriesSold } from '@domain/imports/record-details.js';
import type { HotelReference } from '@domain/reference.js';
import type { RoomTypeMappings } from '@wire/csv-actions.js';
import { sql } from 'kysely';
import { ROOM_TYPES } from '../masters/masters.module.js';
import type { HotelDatabase } from '../platform/database.js';

type Seen = { roomSymbol: string; roomName: string; count: number };

/** All mappings, and the room types of failed records without one, most frequent first. */
export async function roomTypes(
  database: HotelDatabase,
  { roomTypeMappings }: HotelReference,
): Promise<RoomTypeMappings> {
  const { rows } = await sql<Seen>`
    select state ->> 'roomSymbol' as "roomSymbol", state ->> 'roomName' as "roomName", count(*)::int as count
    from csv_reservations where status = 'failed' and state -> 'soldCategories' = '[]'
    group by 1, 2 order by count desc, 1, 2`.execute(database);
  const unmapped = rows.filter(
    (seen) =>
      `${seen.roomSymbol}${seen.roomName}` !== '' && categoriesSold(seen, roomTypeMappings).length === 0,
  );
  return {
    mappings: [...roomTypeMappings.values()].map(ROOM_TYPES.encode),
    unmapped: unmapped.map(({ roomSymbol, roomName, count }) => ({
      room_symbol: roomSymbol,
      room_name: roomName,
      count,
    })),
  };
}

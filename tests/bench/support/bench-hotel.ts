import { addDays, type Day, day, daysBetween, monthOf, monthsFromTo } from '@domain/dates.js';
import { SAMPLE_ROOMS } from '../../../backend/sample/rooms.js';
import { defineHotel } from '../../support/channel-desk.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { openNode } from '../../support/store-node.js';

const MONTHS_AHEAD = 48;

/** Every room and day that can be booked: the room-month ids of each room by month. */
export type Slots = { firstDay: Day; days: number; rooms: Record<string, number>[] };

/** `booked`: how many bookings there are to begin with. */
export type BenchHotel = TestDatabase & { slots: Slots; booked: number };

/** The product's database with the rooms of the sample hotel, all of them free and for anybody, for four years. */
export async function createBenchHotel(): Promise<BenchHotel> {
  const database = await createTestDatabase();
  const today = day(new Date().toISOString().slice(0, 10));
  const months = monthsFromTo(monthOf(today), monthOf(addDays(today, MONTHS_AHEAD * 30)));
  const node = openNode(database.url);
  const rooms = SAMPLE_ROOMS.map(({ roomNumber }) => ({ roomNumber }));
  await defineHotel(node.store, rooms, months);
  await node.close();
  await rawQuery(database.url, 'analyze');
  const firstDay = addDays(today, 2);
  const days = daysBetween(firstDay, day(`${months.at(-1)}`));
  return { ...database, slots: { firstDay, days, rooms: await roomIds(database.url) }, booked: 0 };
}

async function roomIds(databaseUrl: string): Promise<Record<string, number>[]> {
  const rows = await rawQuery(
    databaseUrl,
    `select json_object_agg(to_char(month, 'YYYY-MM'), id)::text as ids from room_months group by room_number`,
  );
  return rows.map(({ ids }) => JSON.parse(String(ids)));
}

import { addDays, type Stay } from '@domain/dates.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { Hotel } from './hotel.js';

/** Rooms that are bookable and free for a whole stay, in display order. */
export type FreeRooms = { wanted: string[]; others: string[] };

/** Floors from the top, positions from the left. */
function inDisplayOrder(a: string, b: string): number {
  return Math.floor(Number(b) / 100) - Math.floor(Number(a) / 100) || Number(a) - Number(b);
}

/** Numbers of the rooms that are bookable and free for the whole stay, in display order, split by a wish. */
export async function freeRoomNumbers(
  hotel: Pick<Hotel, 'rooms' | 'bookings'>,
  stay: Stay,
  isWanted: (room: RoomRecord) => boolean,
): Promise<FreeRooms> {
  const lastNight = addDays(stay.end, -1);
  const months = await hotel.rooms(stay.start, lastNight);
  const nights = (await hotel.bookings(stay.start, lastNight)).filter(
    ({ is_cancelled }) => is_cancelled === 0,
  );
  const numberOf = new Map(months.map((room) => [room.id, room.room_number]));
  const taken = new Set(nights.map(({ room_id }) => room_id !== null && numberOf.get(room_id)));
  const closed = months
    .filter((room) => room.reservable_status !== '予約可能')
    .map((room) => room.room_number);
  const free = [...new Set(months.map((room) => room.room_number))]
    .filter((number) => !taken.has(number) && !closed.includes(number))
    .sort(inDisplayOrder);
  const wanted = new Set(
    free.filter((number) => months.filter((room) => room.room_number === number).every(isWanted)),
  );
  return {
    wanted: free.filter((number) => wanted.has(number)),
    others: free.filter((number) => !wanted.has(number)),
  };
}

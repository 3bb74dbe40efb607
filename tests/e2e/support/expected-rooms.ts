import { addDays, type Stay } from '@domain/dates.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { Hotel } from './hotel.js';

/** Numbers of the rooms that are bookable and free for the whole stay, in display order, split by a wish. */
export async function freeRoomNumbers(
  hotel: Hotel,
  stay: Stay,
  isWanted: (room: RoomRecord) => boolean,
): Promise<{ wanted: string[]; others: string[] }> {
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
    .sort(compareRoomNumbers);
  const wanted = new Set(
    free.filter((number) => months.filter((room) => room.room_number === number).every(isWanted)),
  );
  return {
    wanted: free.filter((number) => wanted.has(number)),
    others: free.filter((number) => !wanted.has(number)),
  };
}

import { addDays, addMonths, lastDayOf, monthOf, type Stay } from '@domain/dates.js';
import type { RoomRecord } from '@wire/room-record.js';
import { freeRoomNumbers } from './expected-rooms.js';
import type { Hotel } from './hotel.js';

/** A stay for which a room of each of these kinds is free. */
export async function stayWith(hotel: Hotel, ...kinds: ((room: RoomRecord) => boolean)[]): Promise<Stay> {
  for (let ahead = 120; ahead < 150; ahead++) {
    const stay = { start: addDays(hotel.today, ahead), end: addDays(hotel.today, ahead + 2) };
    const free = await Promise.all(kinds.map((kind) => freeRoomNumbers(hotel, stay, kind)));
    if (free.every(({ wanted }) => wanted.length > 0)) return stay;
  }
  throw new Error('no stay has such rooms free');
}

type Status = RoomRecord['reservable_status'];

/** A month's last day, and a room for one that is `before` in that month and `after` in the next, free around. */
export async function turnOfMonth({ today, rooms, bookings }: Hotel, before: Status, after: Status) {
  for (let ahead = 5; ahead <= 12; ahead++) {
    const last = lastDayOf(addMonths(monthOf(today), ahead));
    const first = addDays(last, 1);
    const next = await rooms(first, first);
    const taken = (await bookings(addDays(last, -1), addDays(last, 2))).map(({ room_id }) => room_id);
    const room = (await rooms(last, last)).find((one) => {
      const then = next.find(({ room_number }) => room_number === one.room_number);
      const turns = one.reservable_status === before && then?.reservable_status === after;
      return turns && one.room_type !== 'ツイン' && !taken.includes(one.id) && !taken.includes(then.id);
    });
    if (room) return { last, first, room };
  }
  throw new Error(`no room turns from ${before} to ${after}`);
}

import { addDays, type Day, monthsFromTo, nightsOf, type Stay } from '@domain/dates.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { FreeRoom, Hotel } from './hotel.js';

/** Two smoking men: only smoking twins suit them, of which there are few. */
export const TWO_SMOKING_MEN = { 男性: '2', 喫煙: true };

/** A hotel whose smoking twins have no two nights together left: one has only the second night, one only the first. */
export type FullTwins = {
  stay: Stay;
  change: Day;
  /** Free on the second night; `guest` has it on the first. */
  first: FreeRoom;
  /** Free on the first night; somebody locked has it on the second. */
  second: FreeRoom;
  guest: BookingRecord;
};

const isSmokingTwin = (room: RoomRecord): boolean =>
  room.room_type === 'ツイン' &&
  room.smoking_status === '喫煙' &&
  room.reservable_status === '予約可能' &&
  room.corporate === 0 &&
  room.room_number !== '916';

/** Smoking twins that nobody has around the stay, and others that may have free nights. */
async function twinsOf(hotel: Hotel, stay: Stay) {
  const rooms = (await hotel.rooms(stay.start, stay.end)).filter(isSmokingTwin);
  const months = monthsFromTo(stay.start, addDays(stay.end, -1));
  const numbers = [...new Set(rooms.map((room) => room.room_number))].sort(compareRoomNumbers);
  const nights = await hotel.bookings(addDays(stay.start, -2), addDays(stay.end, 2));
  const active = nights.filter(({ is_cancelled }) => is_cancelled === 0);
  const all = await hotel.rooms(addDays(stay.start, -2), addDays(stay.end, 2));
  const numberOf = new Map(all.map((room) => [room.id, room.room_number]));
  return numbers.flatMap((number) => {
    const roomId = rooms.find(
      (room) =>
        room.room_number === number &&
        `${room.year}-${String(room.month).padStart(2, '0')}` === stay.start.slice(0, 7),
    )?.id;
    const own = rooms.filter((room) => room.room_number === number);
    if (roomId === undefined || own.length < months.length) return [];
    const taken = active.filter(({ room_id }) => room_id !== null && numberOf.get(room_id) === number);
    return [{ number, roomId, taken: new Set(taken.map(({ date }) => date)) }];
  });
}

const MOST_STAYS = 10;

/** A stay for which two of the smoking twins are free, those two and the others; the sample hotel may have booked them for some. */
async function stayWithTwins(hotel: Hotel) {
  for (let looked = 0; looked < MOST_STAYS; looked++) {
    const stay = hotel.nextStay(2);
    const twins = await twinsOf(hotel, stay);
    const [first, second, ...free] = twins.filter(({ taken }) => taken.size === 0);
    if (first && second)
      return { stay, first, second, others: [...free, ...twins.filter(({ taken }) => taken.size > 0)] };
  }
  throw new Error(`two smoking twins are free for none of ${MOST_STAYS} stays`);
}

/** Fills the smoking twins so that two nights are only to be had by moving `guest`, or in two rooms. */
export async function fillTwins(hotel: Hotel): Promise<FullTwins> {
  const { stay, first, second, others } = await stayWithTwins(hotel);
  const change = addDays(stay.start, 1);
  const party = { mens_count: 2, guest_name_2: '次郎' };
  const book = (room: FreeRoom, night: Day, fields: object) =>
    hotel.book({ start: night, end: addDays(night, 1) }, room, { ...party, ...fields });
  const guest = await book(first, stay.start, { guest_name_1: '移動 一郎' });
  await book(second, change, { guest_name_1: '固定 一郎', room_move_lock: 1 });
  for (const room of others) {
    for (const night of nightsOf(stay)) {
      if (!room.taken.has(night)) await book(room, night, { guest_name_1: '満室 一郎', room_move_lock: 1 });
    }
  }
  return { stay, change, first, second, guest };
}

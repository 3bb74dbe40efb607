import { gzipSync } from 'node:zlib';
import { addDays, type Day, daysFromTo, monthOf } from '@domain/dates.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { Hotel } from '../../e2e/support/hotel.js';

const STAY_NIGHTS = 4;
const GAP_NIGHTS = 1;
const EXTRA_ID = 50_000_000;

/** The answers of a hotel with this many rooms, 80 % occupied, by path and query. */
export type LargeHotel = { answer: (url: URL) => Buffer | null };

/**
 * The real rooms of a hotel and copies of them up to `rooms`, every night but each fifth booked; one room has its real
 * bookings.
 */
export async function largeHotel(
  hotel: Hotel,
  rooms: number,
  first: Day,
  last: Day,
  realRoom: string,
): Promise<LargeHotel> {
  const months = copied(await hotel.rooms(first, last), rooms);
  const real = await hotel.bookings(first, last);
  const sample = real.find(({ is_cancelled }) => is_cancelled === 0);
  if (!sample) throw new Error('nobody is booked');
  const kept = new Set(months.filter((room) => room.room_number === realRoom).map(({ id }) => id));
  const bookings = [
    ...real.filter(({ room_id }) => room_id !== null && kept.has(room_id)),
    ...nightsOf(months, sample, first, last).filter(({ room_id }) => room_id === null || !kept.has(room_id)),
  ];
  const zipped = gzipSync(JSON.stringify(bookings), { level: 1 });
  return {
    answer(url) {
      if (url.pathname === '/api/bookings') return zipped;
      if (url.pathname !== '/api/rooms') return null;
      const month = url.searchParams.get('year_month');
      const wanted = months.filter((room) => `${room.year}-${pad(room.month)}-01` === month);
      return gzipSync(JSON.stringify(wanted), { level: 1 });
    },
  };
}

const pad = (value: number) => String(value).padStart(2, '0');

function copied(real: RoomRecord[], rooms: number): RoomRecord[] {
  const numbers = [...new Set(real.map(({ room_number }) => room_number))].sort(compareRoomNumbers);
  const kept = new Set(numbers.slice(0, rooms));
  const model = real.filter(({ room_number }) => room_number === numbers[0]);
  const copies = Math.max(0, rooms - numbers.length);
  const extra = Array.from({ length: copies }, (_, copy) =>
    model.map((room, month) => ({
      ...room,
      id: EXTRA_ID + copy * 100 + month,
      room_number: String(2001 + copy),
    })),
  );
  return [...real.filter(({ room_number }) => kept.has(room_number)), ...extra.flat()];
}

function nightsOf(months: RoomRecord[], sample: BookingRecord, first: Day, last: Day): BookingRecord[] {
  const idOf = new Map(
    months.map((room) => [`${room.room_number} ${room.year}-${pad(room.month)}-01`, room.id]),
  );
  const numbers = [...new Set(months.map(({ room_number }) => room_number))];
  const days = daysFromTo(first, last);
  let id = EXTRA_ID;
  return numbers.flatMap((roomNumber, row) =>
    days.flatMap((date, column): BookingRecord[] => {
      const within = (column + row * 2) % (STAY_NIGHTS + GAP_NIGHTS);
      if (within === STAY_NIGHTS) return [];
      if (within === 0 || column === 0) id++;
      const stayStart = addDays(date, -within);
      return [
        {
          ...sample,
          id,
          room_id: idOf.get(`${roomNumber} ${monthOf(date)}`) ?? null,
          date,
          stay_start: stayStart,
          stay_end: addDays(stayStart, STAY_NIGHTS),
          payment_flag: id % 3 === 0 ? 0 : 1,
          checkin_date: null,
          checkout_date: null,
        },
      ];
    }),
  );
}

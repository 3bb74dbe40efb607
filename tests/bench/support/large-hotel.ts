import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { addDays, type Day, daysFromTo, monthOf } from '@domain/dates.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import { createProxyServer } from 'httpxy';
import type { Hotel } from '#tests/e2e/support/hotel.js';

const STAY_NIGHTS = 4;
const GAP_NIGHTS = 1;
const EXTRA_ID = 50_000_000;

/** Answers of a hotel with this many rooms, 80 % occupied: by path and query. */
type LargeHotel = (url: URL) => Buffer | null;
type Size = { rooms: number; first: Day; last: Day; realRoom: string };

/**
 * The real rooms of a hotel and copies of them up to `rooms`, every night but each fifth booked; one room has its real
 * bookings.
 */
export async function largeHotel(hotel: Hotel, { rooms, first, last, realRoom }: Size): Promise<LargeHotel> {
  const months = copied(await hotel.rooms(first, last), rooms);
  const real = await hotel.bookings(first, last);
  const sample = real.find(({ is_cancelled }) => is_cancelled === 0);
  if (!sample) throw new Error('nobody is booked');
  const kept = new Set(months.filter((room) => room.room_number === realRoom).map(({ id }) => id));
  const isReal = ({ room_id }: BookingRecord) => room_id !== null && kept.has(room_id);
  const made = nightsOf(months, sample, first, last).filter((night) => !isReal(night));
  const zipped = (records: unknown[]) => gzipSync(JSON.stringify(records), { level: 1 });
  const bookings = zipped([...real.filter(isReal), ...made]);
  return ({ pathname, searchParams }) => {
    if (pathname === '/api/bookings') return bookings;
    if (pathname !== '/api/rooms') return null;
    return zipped(months.filter((room) => monthOfRoom(room) === searchParams.get('year_month')));
  };
}

const monthOfRoom = ({ year, month }: RoomRecord) => `${year}-${String(month).padStart(2, '0')}-01`;

function copied(real: RoomRecord[], rooms: number): RoomRecord[] {
  const numbers = [...new Set(real.map(({ room_number }) => room_number))].sort(compareRoomNumbers);
  const kept = new Set(numbers.slice(0, rooms));
  const model = real.filter(({ room_number }) => room_number === numbers[0]);
  const extra = Array.from({ length: Math.max(0, rooms - numbers.length) }, (_, copy) => {
    const room_number = String(2001 + copy);
    return model.map((room, month) => ({ ...room, id: EXTRA_ID + copy * 100 + month, room_number }));
  });
  return [...real.filter(({ room_number }) => kept.has(room_number)), ...extra.flat()];
}

function nightsOf(months: RoomRecord[], sample: BookingRecord, first: Day, last: Day): BookingRecord[] {
  const idOf = new Map(months.map((room) => [`${room.room_number} ${monthOfRoom(room)}`, room.id]));
  const numbers = [...new Set(months.map(({ room_number }) => room_number))];
  const days = daysFromTo(first, last);
  let id = EXTRA_ID;
  return numbers.flatMap((roomNumber, row) =>
    days.flatMap((date, column): BookingRecord[] => {
      const within = (column + row * 2) % (STAY_NIGHTS + GAP_NIGHTS);
      if (within === STAY_NIGHTS) return [];
      if (within === 0 || column === 0) id++;
      const stay_start = addDays(date, -within);
      const room_id = idOf.get(`${roomNumber} ${monthOf(date)}`) ?? null;
      const stay = { id, room_id, date, stay_start, stay_end: addDays(stay_start, STAY_NIGHTS) };
      const payment_flag = id % 3 === 0 ? 0 : 1;
      return [{ ...sample, ...stay, payment_flag, checkin_date: null, checkout_date: null }];
    }),
  );
}

/** The product with the answers of a large hotel in place of its own; everything else goes through. */
export async function serveLargeHotel(productUrl: string) {
  const proxy = createProxyServer({ target: productUrl, changeOrigin: true });
  const headers = { origin: new URL(productUrl).origin };
  let answer: LargeHotel = () => null;
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', productUrl));
    if (body === null)
      return void proxy
        .web(request, response, request.headers.origin ? { headers } : {})
        .catch(() => response.destroy());
    const type = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    response.writeHead(200, { ...type, 'content-length': body.length }).end(body);
  });
  server.on('upgrade', (request, socket, head) => {
    proxy.ws(request, socket as Socket, { headers }, head).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers as this hotel from now on. */
    show: (shown: LargeHotel) => {
      answer = shown;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

import { addDays, type Day } from '@domain/dates.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { somebody, someTel } from '../../../backend/sample/guests.js';
import { randomFrom } from '../../../backend/sample/prng.js';
import { aReservation } from '../../support/builders.js';
import type { Planned } from '../../support/large-log.js';
import { copyLog } from '../../support/large-log.js';
import { type BenchHotel, createBenchHotel } from './bench-hotel.js';

/** So many rooms were booked night after night, on floors that the hotel has no more. */
const ROOMS = 1_000;
const FIRST_ROOM = 20_001;
const LONGEST_STAY = 3;

/** Bookings of days gone by, one behind the other in each room, the latest first. */
function* pastStays(count: number, today: Day): Generator<Planned> {
  const random = randomFrom(1);
  const at = Date.now();
  const ends: Day[] = Array(ROOMS).fill(today);
  for (let index = 0; index < count; index++) {
    const stayEnd = ends[index % ROOMS] ?? today;
    const stayStart = addDays(stayEnd, -random.whole(1, LONGEST_STAY));
    ends[index % ROOMS] = stayStart;
    const { name, kana } = somebody(random, random.pick(['male', 'female'] as const));
    const { id, version, status, checkinDate, checkoutDate, changedRoom, ...data } = aReservation({
      reserverName: name,
      reserverNameKana: kana,
      guestName1: name,
      guestName1Kana: kana,
      tel: someTel(random),
      bookingNumber: `B${index}`,
      roomNumber: String(FIRST_ROOM + (index % ROOMS)),
      stayStart,
      stayEnd,
    });
    const event = () => ({ type: 'ReservationCreated', data });
    yield { at, subject: { definition: reservationStream, key: null }, event };
  }
}

/** The hotel that is written to, with so many bookings of earlier years in its log and its read models. */
export async function createBookedHotel(bookings: number): Promise<BenchHotel> {
  const hotel = await createBenchHotel();
  await copyLog(hotel.url, pastStays(bookings, hotel.slots.firstDay));
  return { ...hotel, booked: bookings };
}

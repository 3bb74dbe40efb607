import { addDays, type Day, day, daysBetween, type Month, monthOf, monthsFromTo } from '@domain/dates.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { somePerson, someTel } from '#backend/tools/sample/guests.js';
import { randomFrom } from '#backend/tools/sample/prng.js';
import { SAMPLE_ROOMS } from '#backend/tools/sample/rooms.js';
import { aReservation } from '#tests/support/builders.js';
import { defineHotel, type RoomSketch } from '#tests/support/channel-desk.js';
import { copyLog, type Planned } from '#tests/support/large-log.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { openNode } from '#tests/support/store-node.js';
import { emptyDatabase } from './product.js';

const MONTHS_AHEAD = 48;
/** Number of rooms that were booked night after night, on floors that the hotel has no more. */
const ROOMS = 1_000;
const FIRST_ROOM = 20_001;
const LONGEST_STAY = 3;
/** A company whose guests, one in a hundred, came for a while, long ago. */
const GONE_COMPANY = { reserverName: '帰省物産株式会社', reserverNameKana: 'キセイブッサン' };
const COMPANY_CAME = { from: 0.7, to: 0.71 };

/** Every room and day that can be booked: the room-month ids of each room by month. */
export type Slots = { firstDay: Day; days: number; rooms: Record<string, number>[] };

/** The product's database, and how many bookings there are to begin with. */
export type BenchHotel = { url: string; slots: Slots; booked: number };

/** Bookings of days gone by, one behind the other in each room, the latest first. */
function* pastStays(count: number, today: Day): Generator<Planned> {
  const random = randomFrom(1);
  const at = Date.now();
  const ends: Day[] = Array(ROOMS).fill(today);
  for (let index = 0; index < count; index++) {
    const stayEnd = ends[index % ROOMS] ?? today;
    const stayStart = addDays(stayEnd, -random.whole(1, LONGEST_STAY));
    ends[index % ROOMS] = stayStart;
    const { name, kana } = somePerson(random, random.pick(['male', 'female'] as const));
    const { id, version, status, checkinDate, checkoutDate, changedRoom, partyId, ...data } = aReservation({
      reserverName: name,
      reserverNameKana: kana,
      ...(index >= count * COMPANY_CAME.from && index < count * COMPANY_CAME.to ? GONE_COMPANY : {}),
      guestName1: name,
      guestName1Kana: kana,
      tel: someTel(random),
      bookingNumber: `RY${random.whole(10_000_000, 99_999_999)}`,
      roomNumber: String(FIRST_ROOM + (index % ROOMS)),
      stayStart,
      stayEnd,
    });
    const event = () => ({ type: 'ReservationCreated', data });
    yield { at, subject: { definition: reservationStream, key: null }, event };
  }
}

/** A hotel in which nobody has booked yet; its database. */
export async function emptyHotel(rooms: readonly RoomSketch[], months: readonly Month[]): Promise<string> {
  const url = await emptyDatabase();
  const node = openNode(url);
  await defineHotel(node.store, rooms, months).finally(node.close);
  return url;
}

/** The rooms of the sample hotel, all of them free and for anybody, for four years; with so many bookings of years before. */
export async function createHotel(booked = 0): Promise<BenchHotel> {
  const today = day(new Date().toISOString().slice(0, 10));
  const months = monthsFromTo(monthOf(today), monthOf(addDays(today, MONTHS_AHEAD * 30)));
  const rooms = SAMPLE_ROOMS.map(({ roomNumber }) => ({ roomNumber }));
  const url = await emptyHotel(rooms, months);
  const firstDay = addDays(today, 2);
  if (booked > 0) await copyLog(url, pastStays(booked, firstDay));
  const [, ids] = [await rawQuery(url, 'analyze'), await rawQuery(url, ROOM_IDS)];
  const days = daysBetween(firstDay, day(`${months.at(-1)}`));
  return { url, slots: { firstDay, days, rooms: ids.map((row) => JSON.parse(String(row.ids))) }, booked };
}

const ROOM_IDS = `select json_object_agg(to_char(month, 'YYYY-MM'), id)::text as ids from room_months group by room_number`;

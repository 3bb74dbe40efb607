import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addDays, type Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { somebody } from '../../../backend/sample/guests.js';
import { type Random, randomFrom } from '../../../backend/sample/prng.js';
import { aReservation } from '../../support/builders.js';
import { rawQuery } from '../../support/log-rows.js';

/** Bookings reach so many days beyond today, and back from there for a decade. */
const DAYS_AHEAD = 200;
const DAYS = 3_650;
/** Bookings are made in another order than they begin. */
const JITTER_DAYS = 60;
/** A company whose guests came for a year, long ago. */
const GONE_COMPANY = { name: '帰省物産株式会社', kana: 'キセイブッサン' };

const COLUMNS = ['id', 'version', 'position', 'state', ...reservationStream.columns];

function aBooking(id: number, all: number, today: Day, random: Random): Reservation {
  const share = id / all;
  const guest = somebody(random, random.pick(['male', 'female'] as const));
  const jitter = random.whole(-JITTER_DAYS, JITTER_DAYS);
  const stayStart = addDays(today, DAYS_AHEAD - JITTER_DAYS - Math.round((1 - share) * DAYS) + jitter);
  const isGone = share > 0.3 && share < 0.4;
  const booker = isGone ? GONE_COMPANY : guest;
  return aReservation({
    id,
    guestName1: guest.name,
    guestName1Kana: guest.kana,
    reserverName: booker.name,
    reserverNameKana: booker.kana,
    tel: `0${random.pick(['90', '80', '70'])}-${random.whole(1000, 9999)}-${random.whole(1000, 9999)}`,
    bookingNumber: random.chance(0.7) ? `RY${random.whole(10_000_000, 99_999_999)}` : '',
    roomNumber: String(1000 + (id % 997)),
    stayStart,
    stayEnd: addDays(stayStart, random.whole(1, 4)),
  });
}

const cell = (value: unknown): string => {
  if (value === null) return '\\N';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
};

function* lines(count: number, today: Day): Generator<string> {
  const random = randomFrom(1);
  for (let id = 1; id <= count; id++) {
    const state = aBooking(id, count, today, random);
    const row: Record<string, unknown> = {
      ...reservationStream.row(state),
      id,
      version: 1,
      position: id,
      state,
    };
    yield `${COLUMNS.map((column) => cell(row[column])).join('\t')}\n`;
  }
}

/** Fills the table of bookings with so many of a decade, as their events would. */
export async function writeBookings(databaseUrl: string, count: number, today: Day): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const into = client.query(copyFrom(`copy bookings (${COLUMNS.join(', ')}) from stdin`));
  await pipeline(Readable.from(lines(count, today)), into);
  await client.end();
  await rawQuery(databaseUrl, 'vacuum analyze bookings');
}

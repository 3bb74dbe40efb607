import { addDays } from '@domain/dates.js';
import { justBefore } from './booking-times.js';
import { newBooking, sourceFor } from './bookings.js';
import { DAY, HOUR, instantOf, MINUTE } from './hotel-time.js';
import type { PlannedBooking } from './planned-booking.js';
import type { RoomNights } from './room-nights.js';
import { SAMPLE_ROOMS } from './rooms.js';
import type { Setting } from './setting.js';
import { isOpenThrough, type PlacedStay } from './stays.js';

const TRIES_IN_GAPS = 900;
const GAPS_FROM = -40;
const GAPS_TO = 75;
const REBOOKED = 0.035;

function cancelled(stay: PlacedStay, setting: Setting): PlannedBooking {
  const source = sourceFor(stay, setting);
  return newBooking(stay, source === '訪問' ? '電話' : source, setting);
}

/** A booking once made for a stay that is free again. */
function cancelledInGap(stay: PlacedStay, setting: Setting): PlannedBooking {
  const booking = cancelled(stay, setting);
  const latest = justBefore(instantOf(stay.start, 14.5 * 60), setting);
  const at = setting.random.between(booking.createdAt, Math.max(booking.createdAt, latest));
  booking.cancelledAt = Math.round(at) + MINUTE / 2;
  return booking;
}

/** A booking made and cancelled before another guest took its place. */
function cancelledBefore(successor: PlannedBooking, stay: PlacedStay, setting: Setting): PlannedBooking {
  const { random, opening } = setting;
  const until = successor.createdAt;
  const booking = cancelled(stay, setting);
  booking.createdAt = Math.round(
    random.between(Math.max(opening + HOUR, until - 20 * DAY), until - 2 * HOUR),
  );
  booking.cancelledAt = Math.round(random.between(booking.createdAt + 10 * MINUTE, until - 10 * MINUTE));
  return booking;
}

function somePlace({ random, today }: Setting): PlacedStay {
  const start = addDays(today, random.whole(GAPS_FROM, GAPS_TO));
  const nights = random.weighted([
    [1, 5],
    [2, 3],
    [3, 1],
  ] as const);
  return { room: random.pick(SAMPLE_ROOMS), start, end: addDays(start, nights), previous: null };
}

/** Cancelled bookings: some left their room free, others gave it to a later booking. */
export function planCancellations(
  kept: readonly PlannedBooking[],
  taken: RoomNights,
  setting: Setting,
): PlannedBooking[] {
  const bookings: PlannedBooking[] = [];
  for (let tries = 0; tries < TRIES_IN_GAPS; tries++) {
    const stay = somePlace(setting);
    if (!isOpenThrough(stay, setting) || !taken.areFree(stay)) continue;
    taken.take(stay);
    bookings.push(cancelledInGap(stay, setting));
  }
  for (const booking of kept) {
    const early = booking.createdAt - setting.opening < 3 * DAY;
    if (early || booking.group.length > 1 || !setting.random.chance(REBOOKED)) continue;
    const { stayStart: start, stayEnd: end } = booking.details;
    bookings.push(cancelledBefore(booking, { room: booking.room, start, end, previous: null }, setting));
  }
  return bookings;
}

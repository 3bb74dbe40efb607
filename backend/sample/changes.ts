import { addDays } from '@domain/dates.js';
import {
  justBefore,
  newBooking,
  type PlannedBooking,
  type PlannedDetails,
  someCheckinTime,
  sourceFor,
} from './bookings.js';
import { isAlike, isOpenThrough, type RoomNights, type RoomStay, SAMPLE_ROOMS } from './rooms.js';
import { DAY, HOUR, instantOf, MINUTE, type Setting } from './setting.js';

const AMENDED = 0.08;
const TRIES_IN_GAPS = 900;
const GAPS_FROM = -40;
const GAPS_TO = 75;
const REBOOKED = 0.035;

/** Cancelled bookings: some left their room free, others gave it to a later booking. */
export function planCancellations(
  bookings: readonly PlannedBooking[],
  taken: RoomNights,
  setting: Setting,
): PlannedBooking[] {
  const cancelled: PlannedBooking[] = [];
  for (let tries = 0; tries < TRIES_IN_GAPS; tries++) {
    const stay = someStay(setting);
    if (!isOpenThrough(stay, setting) || !taken.areFree(stay)) continue;
    taken.take(stay);
    cancelled.push(cancelledInGap(stay, setting));
  }
  for (const booking of bookings) {
    const isEarly = booking.createdAt - setting.opening < 3 * DAY;
    if (isEarly || booking.group.length > 1 || !setting.random.chance(REBOOKED)) continue;
    cancelled.push(cancelledBefore(booking, setting));
  }
  return cancelled;
}

function someStay({ random, today }: Setting): RoomStay {
  const start = addDays(today, random.whole(GAPS_FROM, GAPS_TO));
  const nights = 1 + random.weighted([5, 3, 1].map((weight, index) => [index, weight] as const));
  return { room: random.pick(SAMPLE_ROOMS), start, end: addDays(start, nights) };
}

function bookingToCancel(stay: RoomStay, setting: Setting): PlannedBooking {
  const source = sourceFor(stay, setting);
  return newBooking(stay, source === '訪問' ? '電話' : source, setting);
}

/** A cancelled booking for a stay that is free again. */
function cancelledInGap(stay: RoomStay, setting: Setting): PlannedBooking {
  const booking = bookingToCancel(stay, setting);
  const latest = justBefore(instantOf(stay.start, 14.5 * 60), setting);
  const at = setting.random.between(booking.createdAt, Math.max(booking.createdAt, latest));
  booking.cancelledAt = Math.round(at) + MINUTE / 2;
  return booking;
}

/** A booking that was cancelled before another one took its place. */
function cancelledBefore(
  { room, details, createdAt: until }: PlannedBooking,
  setting: Setting,
): PlannedBooking {
  const { random, opening } = setting;
  const booking = bookingToCancel({ room, start: details.stayStart, end: details.stayEnd }, setting);
  const earliest = Math.max(opening + HOUR, until - 20 * DAY);
  booking.createdAt = Math.round(random.between(earliest, until - 2 * HOUR));
  booking.cancelledAt = Math.round(random.between(booking.createdAt + 10 * MINUTE, until - 10 * MINUTE));
  return booking;
}

/** Gives some bookings former details, which staff changed before the guest came. */
export function planAmendments(
  bookings: readonly PlannedBooking[],
  taken: RoomNights,
  setting: Setting,
): void {
  const { random } = setting;
  for (const booking of bookings) {
    if (booking.group.length > 1 || !random.chance(AMENDED)) continue;
    const earliest = booking.createdAt + 10 * MINUTE;
    const latest = justBefore(instantOf(booking.details.stayStart, 14 * 60), setting);
    if (earliest >= latest) continue;
    const at = Math.round(random.between(earliest, latest));
    const before = formerDetails(booking, taken, setting);
    if (before !== null) booking.amendment = { at, before };
  }
}

function formerDetails(
  booking: PlannedBooking,
  taken: RoomNights,
  setting: Setting,
): Partial<PlannedDetails> | null {
  const { random } = setting;
  const { notes, checkinTime, bookingSource, totalFee } = booking.details;
  switch (random.byWeight({ room: 4, notes: 3, checkinTime: 3, totalFee: 1 })) {
    case 'room':
      return formerRoom(booking, taken, setting);
    case 'notes':
      return { notes: notes === '' ? '到着時間を確認中' : '' };
    case 'checkinTime': {
      const former = someCheckinTime(random);
      return former === checkinTime || bookingSource === '訪問' ? null : { checkinTime: former };
    }
    case 'totalFee':
      return { totalFee: totalFee + random.whole(2, 10) * 100 };
  }
}

/** Another room of the same kind, which no other booking ever had during the stay. */
function formerRoom({ room, details }: PlannedBooking, taken: RoomNights, setting: Setting) {
  const { stayStart: start, stayEnd: end, roomMoveLock } = details;
  const former = setting.random
    .shuffled(SAMPLE_ROOMS)
    .map((other): RoomStay => ({ room: other, start, end }))
    .filter((stay) => stay.room !== room && isAlike(stay.room, room))
    .find((stay) => isOpenThrough(stay, setting) && taken.areFree(stay));
  if (!former || roomMoveLock === 1) return null;
  taken.take(former);
  return { roomNumber: former.room.roomNumber };
}

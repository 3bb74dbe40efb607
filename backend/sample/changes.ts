import { addDays, daysBetween } from '@domain/dates.js';
import { TWIN } from '@domain/room/room-month.js';
import {
  justBefore,
  newBooking,
  type PlannedBooking,
  type PlannedDetails,
  someCheckinTime,
  sourceFor,
} from './bookings.js';
import { isOnline } from './channels.js';
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

const PARTIES = 5;
const PARTIES_FROM = -2;
const PARTIES_TO = 10;
/** Who is expected later is still waited for then. */
const LATEST_DUE = '23:00';
const MISSED_YESTERDAY = 2;

/** Whether a booking is of a guest who pays here, and has nothing that ties it to others. */
const isPlain = ({ group, company, amendment, blacklisted, noShow, payment, details }: PlannedBooking) =>
  group.length === 1 &&
  !company &&
  !amendment &&
  !blacklisted &&
  !noShow &&
  !payment &&
  details.bookingSource !== '訪問';

/** Whether the party of one room would get the other. */
function isSuited({ room: one }: PlannedBooking, { room: other }: PlannedBooking): boolean {
  const isSameSize = (one.roomType === TWIN) === (other.roomType === TWIN);
  return isSameSize && one.smokingStatus === other.smokingStatus && one.priority === other.priority;
}

function isSecondRoomOf(second: PlannedBooking, first: PlannedBooking): boolean {
  const [one, other] = [first.details, second.details];
  const isSameStay = one.stayStart === other.stayStart && one.stayEnd === other.stayEnd;
  return first.createdAt < second.createdAt && isSameStay && isSuited(first, second);
}

/**
 * Makes some bookings of these days the second room of an earlier one; draws nothing at random, so that all
 * else stays as it is.
 */
export function planParties(bookings: readonly PlannedBooking[], { today }: Setting): void {
  const near = bookings.filter((booking) => {
    const days = daysBetween(today, booking.details.stayStart);
    return isPlain(booking) && days >= PARTIES_FROM && days <= PARTIES_TO;
  });
  const used = new Set<PlannedBooking>();
  for (const first of near) {
    const second = near.find((other) => !used.has(other) && isSecondRoomOf(other, first));
    if (!second || used.has(first)) continue;
    for (const booking of [first, second]) used.add(booking);
    second.partyOf = first;
    const { roomNumber, totalFee } = second.details;
    second.details = { ...first.details, roomNumber, totalFee, usedPoints: 0, coupon: 0 };
    if (used.size === 2 * PARTIES) return;
  }
}

/** Some guests who were to come yesterday and did not. */
export function planMissed(bookings: readonly PlannedBooking[], { today }: Setting): void {
  const yesterday = addDays(today, -1);
  const due = bookings.filter(
    ({ details: { stayStart, stayEnd, bookingSource, checkinTime }, group, partyOf, noShow }) =>
      stayStart === yesterday &&
      checkinTime < LATEST_DUE &&
      stayEnd > today &&
      isOnline(bookingSource) &&
      group.length === 1 &&
      !partyOf &&
      !noShow,
  );
  for (const booking of due.slice(0, MISSED_YESTERDAY)) booking.missed = true;
}

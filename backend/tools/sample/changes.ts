import { addDays, daysBetween } from '@domain/dates.js';
import { TWIN } from '@domain/room/room-month.js';
import { type Booking, newBooking, someCheckinTime, someStaff, sourceFor } from './bookings.js';
import { isOnline } from './channels.js';
import type { Draft } from './desk.js';
import { type House, isAlike, type RoomStay, SAMPLE_ROOMS } from './rooms.js';
import { DAY, HOUR, instantOf, MINUTE } from './setting.js';

const AMENDED = 0.08;
const TRIES_IN_GAPS = 700;
const GAPS_FROM = -40;
const GAPS_TO = 75;
const REBOOKED = 0.035;
/** In the last days somebody cancels every few hours: whoever looks back a little finds it. */
const STEADY_FROM = -4 * DAY;
const STEADY_EVERY = 2.5 * HOUR;
const STEADY_TRIES = 200;

/** Cancelled bookings: some left their room free, others gave it to a later booking. */
export function planCancellations(bookings: readonly Booking[], house: House): Booking[] {
  const { random, midnight, tonight, opening } = house;
  const cancelled: Booking[] = [];
  for (let at = midnight + STEADY_FROM; at < tonight; at += STEADY_EVERY) {
    const daysPassed = Math.floor((at - midnight) / DAY);
    for (let tries = 0; tries < STEADY_TRIES; tries++) {
      const stay = someStay(daysPassed + 2, 24, house);
      if (!house.nights.take(stay)) continue;
      const booking = bookingToCancel(stay, house);
      booking.createdAt = Math.min(
        booking.createdAt,
        midnight - Math.round(random.between(9 * DAY, 30 * DAY)),
      );
      cancelled.push(cancelledAt(at + random.between(0, HOUR), booking, house));
      break;
    }
  }
  for (let tries = 0; tries < TRIES_IN_GAPS; tries++) {
    const stay = someStay(GAPS_FROM, GAPS_TO, house);
    if (!house.nights.take(stay)) continue;
    const booking = bookingToCancel(stay, house);
    const latest = Math.min(instantOf(stay.start, 14.5 * 60), tonight) - MINUTE;
    const at = random.between(booking.createdAt, Math.max(booking.createdAt, latest)) + MINUTE / 2;
    cancelled.push(cancelledAt(at, booking, house));
  }
  for (const { room, draft, createdAt: until, group } of bookings) {
    if (until - opening < 3 * DAY || group.length > 1 || !random.chance(REBOOKED)) continue;
    const booking = bookingToCancel({ room, start: draft.stayStart, end: draft.stayEnd }, house);
    const earliest = Math.max(opening + HOUR, until - 20 * DAY);
    booking.createdAt = Math.round(random.between(earliest, until - 2 * HOUR));
    const at = random.between(booking.createdAt + 10 * MINUTE, until - 10 * MINUTE);
    cancelled.push(cancelledAt(at, booking, house));
  }
  return cancelled;
}

function someStay(from: number, to: number, { random, today }: House): RoomStay {
  const start = addDays(today, random.whole(from, to));
  const nights = 1 + random.weighted([5, 3, 1].map((weight, index) => [index, weight] as const));
  return { room: random.pick(SAMPLE_ROOMS), start, end: addDays(start, nights) };
}

function bookingToCancel(stay: RoomStay, house: House): Booking {
  const source = sourceFor(stay, house);
  return newBooking(stay, source === '訪問' ? '電話' : source, house);
}

function cancelledAt(at: number, booking: Booking, house: House): Booking {
  const cancel = { at: Math.round(at), by: someStaff(house) };
  booking.cancellation = { ...cancel, run: (desk) => desk.change(booking.id, { type: 'cancel' }) };
  return booking;
}

/** Gives some bookings former details, which staff changed before the guest came. */
export function planAmendments(bookings: readonly Booking[], house: House): void {
  const { random, tonight } = house;
  for (const booking of bookings) {
    if (booking.group.length > 1 || !random.chance(AMENDED)) continue;
    const earliest = booking.createdAt + 10 * MINUTE;
    const latest = Math.min(instantOf(booking.draft.stayStart, 14 * 60), tonight) - MINUTE;
    if (earliest >= latest) continue;
    const at = Math.round(random.between(earliest, latest));
    const before = formerDetails(booking, house);
    if (before !== null) booking.amendment = { at, before };
  }
}

function formerDetails({ room, draft }: Booking, house: House): Partial<Draft> | null {
  const { random, nights } = house;
  const { notes, checkinTime, bookingSource, totalFee, stayStart: start, stayEnd: end } = draft;
  switch (random.byWeight({ room: 4, notes: 3, checkinTime: 3, totalFee: 1 })) {
    case 'room': {
      const others = random.shuffled(SAMPLE_ROOMS).filter((other) => other !== room && isAlike(other, room));
      const former = draft.roomMoveLock === 1 ? [] : others.map((other) => ({ room: other, start, end }));
      const free = former.find((stay) => nights.take(stay));
      return free ? { roomId: nights.roomIdOf(free) } : null;
    }
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

const PARTIES = 5;
const PARTIES_FROM = -2;
const PARTIES_TO = 10;
/** Time until which guests count as missing; one who is expected later is still waited for. */
const LATEST_DUE = '23:00';
const MISSED_YESTERDAY = 2;

/** Returns whether a booking has nothing that ties it to others or to a company. */
export function isPlain({ group, draft, amendment, isMissed, partyOf, row }: Booking): boolean {
  return group.length === 1 && draft.corporateId === 0 && !amendment && !isMissed && !partyOf && !row;
}

/** Returns whether the party of one room would get the other. */
function isSuited({ room: one }: Booking, { room: other }: Booking): boolean {
  const isSameSize = (one.roomType === TWIN) === (other.roomType === TWIN);
  return isSameSize && one.smokingStatus === other.smokingStatus && one.priority === other.priority;
}

function isSecondRoomOf(second: Booking, first: Booking): boolean {
  const [one, other] = [first.draft, second.draft];
  const isSameStay = one.stayStart === other.stayStart && one.stayEnd === other.stayEnd;
  return first.createdAt < second.createdAt && isSameStay && isSuited(first, second);
}

/** Makes some bookings of these days the second room of an earlier one, whose guest pays here. */
export function planParties(bookings: readonly Booking[], { today, midnight }: House): void {
  const near = bookings.filter((booking) => {
    const days = daysBetween(today, booking.draft.stayStart);
    const isHere = booking.payment === null && booking.draft.bookingSource !== '訪問';
    const isNear = days >= PARTIES_FROM && days <= PARTIES_TO && booking.createdAt < midnight;
    return isPlain(booking) && isHere && isNear;
  });
  const used = new Set<Booking>();
  for (const first of near) {
    const second = near.find((other) => !used.has(other) && isSecondRoomOf(other, first));
    if (!second || used.has(first)) continue;
    for (const booking of [first, second]) used.add(booking);
    second.partyOf = first;
    const { roomId, totalFee } = second.draft;
    second.draft = { ...first.draft, roomId, totalFee, usedPoints: 0, coupon: 0 };
    if (used.size === 2 * PARTIES) return;
  }
}

/** Some guests who were to come yesterday and did not. */
export function planMissed(bookings: readonly Booking[], { today }: House): void {
  const due = bookings.filter(
    ({ draft: { stayStart, stayEnd, bookingSource, checkinTime }, group, partyOf, row }) =>
      stayStart === addDays(today, -1) &&
      stayEnd > today &&
      checkinTime < LATEST_DUE &&
      isOnline(bookingSource) &&
      group.length === 1 &&
      !partyOf &&
      !row,
  );
  for (const booking of due.slice(0, MISSED_YESTERDAY)) booking.isMissed = true;
}

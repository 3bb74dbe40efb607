import { addDays, type Day, daysBetween } from '../dates.js';
import type { Reservation } from '../reservation/reservation.js';
import { compareRoomNumbers } from '../room/room-order.js';

/** The fields of a booking that the lists of the front desk depend on. */
export type DeskStay = Pick<
  Reservation,
  | 'id'
  | 'status'
  | 'roomNumber'
  | 'stayStart'
  | 'stayEnd'
  | 'checkinTime'
  | 'checkinDate'
  | 'checkoutDate'
  | 'paymentFlag'
  | 'nextdayOutFlag'
  | 'isNoShow'
> & {
  /** True if a company pays by invoice; left out for most. */
  isByInvoice?: boolean;
};

/** The lists of the front desk, in the order of its tabs. */
export const DESK_LISTS = [
  'arrivals',
  'inHouse',
  'departures',
  'unpaid',
  'nextDayOut',
  'invoices',
  'noShows',
] as const;
export type DeskList = (typeof DESK_LISTS)[number];

/** Returns whether the guest is checked in and not checked out. */
export function isInHouse({ status, checkinDate, checkoutDate }: DeskStay): boolean {
  return status === 'active' && checkinDate !== null && checkoutDate === null;
}

/** Returns whether the guest has checked in and not paid, even if checked out long ago. */
export function isOwing({ checkinDate, paymentFlag }: DeskStay): boolean {
  return checkinDate !== null && paymentFlag === 0;
}

const MINUTES_PER_DAY = 24 * 60;
const UNPAID_DAYS = 30;

/** The earliest check-out date of unpaid stays in the lists. */
export function oldestRecentDay(today: Day): Day {
  return addDays(today, -UNPAID_DAYS);
}

/** Returns whether a booking is listed today: it includes today, or its guest is in, left today, or left unpaid within 30 days. */
export function isAtDesk(stay: DeskStay, today: Day): boolean {
  if (stay.status !== 'active') return false;
  const isToday = stay.stayStart <= today && stay.stayEnd >= today;
  const isRecent = stay.stayEnd >= oldestRecentDay(today);
  return isToday || isInHouse(stay) || stay.checkoutDate === today || (isOwing(stay) && isRecent);
}

/** Returns whether the stay has been unpaid for so long that it is only listed page by page. */
export function isOlderUnpaid(stay: DeskStay, today: Day): boolean {
  return stay.status === 'active' && isOwing(stay) && !isAtDesk(stay, today);
}

/** Returns whether the guest, due on an earlier day, has not come by the time that was named; `now` is in minutes since today began. */
export function isLateArrival(stay: DeskStay, today: Day, now: number): boolean {
  const { status, stayStart, stayEnd, checkinDate, checkinTime } = stay;
  const isAwaited = status === 'active' && checkinDate === null && !stay.isNoShow;
  if (!isAwaited || stayStart >= today || stayEnd < today) return false;
  const [hours = 0, minutes = 0] = checkinTime.split(':').map(Number);
  return now > hours * 60 + minutes - daysBetween(stayStart, today) * MINUTES_PER_DAY;
}

/** Returns whether the guest is overdue to leave. */
export function isOverdue(stay: DeskStay, today: Day): boolean {
  return isInHouse(stay) && stay.stayEnd < today;
}

const BELONGS: Record<DeskList, (stay: DeskStay, today: Day) => boolean> = {
  arrivals: (stay, today) =>
    stay.checkoutDate === null &&
    (stay.checkinDate === today || (stay.checkinDate === null && !stay.isNoShow)),
  inHouse: isInHouse,
  departures: (stay, today) => stay.checkoutDate === today || (isInHouse(stay) && stay.stayEnd <= today),
  unpaid: (stay) => isOwing(stay) && !stay.isByInvoice,
  nextDayOut: (stay) => stay.nextdayOutFlag === 1 && stay.checkoutDate === null && !stay.isNoShow,
  invoices: (stay) => isOwing(stay) && stay.isByInvoice === true,
  noShows: (stay) => stay.isNoShow === true,
};

/** Returns whether the guest left on a day, or is to leave then. */
function leavesOn(stay: DeskStay, day: Day, today: Day): boolean {
  const { checkinDate, checkoutDate, stayEnd } = stay;
  if (checkoutDate !== null) return checkoutDate === day;
  return stayEnd === day && !stay.isNoShow && (day > today || checkinDate !== null);
}

/** Content of each list on another day than today: guests who came and left then, or are to; debts are those of now. */
const BELONGED: Record<DeskList, (stay: DeskStay, day: Day, today: Day) => boolean> = {
  arrivals: (stay, day) => !stay.isNoShow && (stay.checkinDate === day || stay.stayStart === day),
  inHouse: (stay, day, today) => {
    const { checkinDate, checkoutDate, stayStart, stayEnd } = stay;
    if (day > today) return checkoutDate === null && !stay.isNoShow && stayStart <= day && day < stayEnd;
    return checkinDate !== null && checkinDate <= day && (checkoutDate === null || checkoutDate > day);
  },
  departures: leavesOn,
  unpaid: () => false,
  nextDayOut: (stay, day, today) => stay.nextdayOutFlag === 1 && leavesOn(stay, day, today),
  invoices: () => false,
  noShows: (stay, day) => stay.isNoShow === true && stay.stayStart <= day && day <= stay.stayEnd,
};

/** Returns whether a booking in a list is done: an arrival has checked in, a departure has checked out. */
export function isDone(list: DeskList, { checkinDate, checkoutDate }: DeskStay): boolean {
  if (list === 'arrivals') return checkinDate !== null;
  return list === 'departures' && checkoutDate !== null;
}

const LATEST = '9999-12-31';
const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Guests in the house by check-out date, then those who left, newest first. */
function byDebt(a: DeskStay, b: DeskStay): number {
  if (a.checkoutDate === null && b.checkoutDate === null) return byText(a.stayEnd, b.stayEnd);
  return byText(b.checkoutDate ?? LATEST, a.checkoutDate ?? LATEST);
}

/** Arrivals by date and expected time, departures by check-out date; null: by room alone. */
const ORDER: Record<DeskList, ((a: DeskStay, b: DeskStay) => number) | null> = {
  arrivals: (a, b) => byText(`${a.stayStart} ${a.checkinTime}`, `${b.stayStart} ${b.checkinTime}`),
  inHouse: null,
  departures: (a, b) => byText(a.stayEnd, b.stayEnd),
  unpaid: byDebt,
  nextDayOut: (a, b) => byText(a.stayEnd, b.stayEnd),
  invoices: (a, b) => byText(a.checkoutDate ?? a.stayEnd, b.checkoutDate ?? b.stayEnd),
  noShows: (a, b) => byText(a.stayStart, b.stayStart),
};

/**
 * The bookings of a front desk list, sorted, in the end by the order of the hotel's rooms: as of today, or of another day as it
 * was or is to be.
 */
export function deskList<Stay extends DeskStay>(
  list: DeskList,
  stays: Iterable<Stay>,
  today: Day,
  day = today,
  roomOrder = compareRoomNumbers,
): Stay[] {
  const isListed = (stay: Stay) =>
    day === today
      ? (isAtDesk(stay, today) || isOlderUnpaid(stay, today)) && BELONGS[list](stay, today)
      : stay.status === 'active' && BELONGED[list](stay, day, today);
  const inOrder = (a: Stay, b: Stay) =>
    (ORDER[list]?.(a, b) ?? 0) || roomOrder(a.roomNumber, b.roomNumber) || a.id - b.id;
  return [...stays].filter(isListed).sort(inOrder);
}

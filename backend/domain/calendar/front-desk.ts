import { addDays, type Day } from '../dates.js';
import type { Reservation } from '../reservation/reservation.js';
import { compareRoomNumbers } from '../room/room-order.js';

/** What the front desk must know of a booking to put it into its lists. */
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
>;

/** The lists of the front desk, in the order of its tabs. */
export const DESK_LISTS = ['arrivals', 'inHouse', 'departures', 'unpaid', 'nextDayOut'] as const;
export type DeskList = (typeof DESK_LISTS)[number];

/** Whether the guest has come and not left yet. */
export function isInHouse({ status, checkinDate, checkoutDate }: DeskStay): boolean {
  return status === 'active' && checkinDate !== null && checkoutDate === null;
}

/** Whether the guest has come and not paid, also when they left long ago. */
export function isOwing({ checkinDate, paymentFlag }: DeskStay): boolean {
  return checkinDate !== null && paymentFlag === 0;
}

const UNPAID_DAYS = 30;

/** The earliest check-out date whose unpaid stays are at the desk. */
export function oldestRecentDay(today: Day): Day {
  return addDays(today, -UNPAID_DAYS);
}

/** Whether the front desk has to do with a booking today: its days include today, its guest is in, left today, or left within 30 days and owes. */
export function isAtDesk(stay: DeskStay, today: Day): boolean {
  if (stay.status !== 'active') return false;
  const isToday = stay.stayStart <= today && stay.stayEnd >= today;
  const isRecent = stay.stayEnd >= oldestRecentDay(today);
  return isToday || isInHouse(stay) || stay.checkoutDate === today || (isOwing(stay) && isRecent);
}

/** Whether the guest left and owes, for so long that the desk lists it page by page only. */
export function isOlderUnpaid(stay: DeskStay, today: Day): boolean {
  return stay.status === 'active' && isOwing(stay) && !isAtDesk(stay, today);
}

/** Whether the guest should have come on an earlier day, and still may. */
export function isLateArrival({ status, stayStart, stayEnd, checkinDate }: DeskStay, today: Day): boolean {
  return status === 'active' && checkinDate === null && stayStart < today && stayEnd >= today;
}

/** Whether the guest should have left on an earlier day. */
export function isOverdue(stay: DeskStay, today: Day): boolean {
  return isInHouse(stay) && stay.stayEnd < today;
}

const BELONGS: Record<DeskList, (stay: DeskStay, today: Day) => boolean> = {
  arrivals: ({ checkinDate, checkoutDate }, today) =>
    checkoutDate === null && (checkinDate === today || checkinDate === null),
  inHouse: isInHouse,
  departures: (stay, today) => stay.checkoutDate === today || (isInHouse(stay) && stay.stayEnd <= today),
  unpaid: isOwing,
  nextDayOut: ({ nextdayOutFlag, checkoutDate }) => nextdayOutFlag === 1 && checkoutDate === null,
};

const IS_DONE: Record<DeskList, (stay: DeskStay) => boolean> = {
  arrivals: ({ checkinDate }) => checkinDate !== null,
  inHouse: () => false,
  departures: ({ checkoutDate }) => checkoutDate !== null,
  unpaid: () => false,
  nextDayOut: () => false,
};

/** Whether nothing is left to do for a booking in a list: the arrival has come, the departure has left. */
export function isDone(list: DeskList, stay: DeskStay): boolean {
  return IS_DONE[list](stay);
}

const byRoom = (a: DeskStay, b: DeskStay) => compareRoomNumbers(a.roomNumber, b.roomNumber) || a.id - b.id;
const LATEST = '9999-12-31';
const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Who is in the house by the day they leave, then who left, the newest first. */
function byDebt(a: DeskStay, b: DeskStay): number {
  if (a.checkoutDate === null && b.checkoutDate === null) return byText(a.stayEnd, b.stayEnd);
  return byText(b.checkoutDate ?? LATEST, a.checkoutDate ?? LATEST);
}

/** Arrivals by their day and expected time, departures by the day they leave, the others by room. */
const ORDER: Record<DeskList, (a: DeskStay, b: DeskStay) => number> = {
  arrivals: (a, b) =>
    byText(`${a.stayStart} ${a.checkinTime}`, `${b.stayStart} ${b.checkinTime}`) || byRoom(a, b),
  inHouse: byRoom,
  departures: (a, b) => byText(a.stayEnd, b.stayEnd) || byRoom(a, b),
  unpaid: (a, b) => byDebt(a, b) || byRoom(a, b),
  nextDayOut: (a, b) => byText(a.stayEnd, b.stayEnd) || byRoom(a, b),
};

/** The bookings of a list of the front desk, as of today, in its order; of the older unpaid ones those that are given. */
export function deskList<Stay extends DeskStay>(list: DeskList, stays: Iterable<Stay>, today: Day): Stay[] {
  const isListed = (stay: Stay) => isAtDesk(stay, today) || isOlderUnpaid(stay, today);
  return [...stays].filter((stay) => isListed(stay) && BELONGS[list](stay, today)).sort(ORDER[list]);
}

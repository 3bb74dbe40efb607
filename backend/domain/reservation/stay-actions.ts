import { addDays, type Day, daysBetween } from '../dates.js';
import type { Reservation } from './reservation.js';

/** Actions that a booking allows now (spec 4). */
export type AllowedActions = {
  edit: boolean;
  cancel: boolean;
  returnToAutoFail: boolean;
  checkIn: boolean;
  revertCheckIn: boolean;
  checkOut: boolean;
  revertCheckOut: boolean;
  /** Check-in date, fee and points can be changed; read-only after check-in. */
  changeCheckedInFields: boolean;
  /** Another room can be chosen; not while the room-move lock is set. */
  moveRoom: boolean;
};

/** The actions that spec 4 offers for a booking in this state. */
export function allowedActions(
  booking: Pick<Reservation, 'status' | 'checkinDate' | 'checkoutDate' | 'roomMoveLock'>,
): AllowedActions {
  const active = booking.status === 'active';
  const arrived = booking.checkinDate !== null;
  const departed = booking.checkoutDate !== null;
  return {
    edit: active,
    cancel: active && !arrived,
    returnToAutoFail: active && !arrived,
    checkIn: active && !arrived,
    revertCheckIn: active && arrived && !departed,
    checkOut: active && arrived && !departed,
    revertCheckOut: active && departed,
    changeCheckedInFields: active && !arrived,
    moveRoom: active && booking.roomMoveLock === 0,
  };
}

/** Returns whether a guest can be marked as a no-show: expected today or earlier, not come, and not marked yet. */
export function mayMissStay(
  booking: Pick<Reservation, 'status' | 'stayStart' | 'checkinDate' | 'isNoShow'>,
  today: Day,
): boolean {
  const isAwaited = booking.status === 'active' && booking.checkinDate === null && !booking.isNoShow;
  return isAwaited && booking.stayStart <= today;
}

type BookedStay = Pick<Reservation, 'stayStart' | 'stayEnd'>;

/** The end of a stay shortened by a check-out on a day: at least one night remains. */
export function endAfterCheckOut({ stayStart, stayEnd }: BookedStay, date: Day): Day {
  const firstMorning = addDays(stayStart, 1);
  const end = date < firstMorning ? firstMorning : date;
  return end < stayEnd ? end : stayEnd;
}

/** Facts to confirm before a check-out: nights left from that day on, those that can be freed, and the unpaid yen. */
export type CheckOutConcerns = { nightsLeft: number; freeableNights: number; isUnpaid: boolean };

/** Returns why a check-out on this day needs confirmation: the stay is unpaid or not at its end; null when it needs none. */
export function checkOutConcerns(
  stay: BookedStay & Pick<Reservation, 'paymentFlag'>,
  date: Day,
): CheckOutConcerns | null {
  const nightsLeft = Math.max(0, daysBetween(date, stay.stayEnd));
  const isUnpaid = stay.paymentFlag === 0;
  if (nightsLeft === 0 && !isUnpaid) return null;
  return { nightsLeft, freeableNights: daysBetween(endAfterCheckOut(stay, date), stay.stayEnd), isUnpaid };
}

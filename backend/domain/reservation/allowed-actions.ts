import type { Reservation } from './reservation.js';

/** What staff may do with a booking now (spec 4). */
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

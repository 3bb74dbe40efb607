import type { ReservationEvent } from '../reservation.events.js';
import type { GroupPlace, Reservation, ReservationDetails } from '../reservation.js';
import { RESTORABLE, type RestorableField } from './booking-past.js';

type Data = Extract<ReservationEvent, { type: 'ReservationAmended' }>['data'];

const OWN_EVENTS: readonly RestorableField[] = ['status', 'checkinDate', 'checkoutDate', 'paymentFlag'];

/** The details and the place in a group in which two states differ. */
function amended(current: Reservation, final: Reservation): Data {
  const byPayment = current.paymentFlag !== final.paymentFlag;
  const details = RESTORABLE.filter(
    (field) => !OWN_EVENTS.includes(field) && !(byPayment && field === 'paymentType'),
  ) as (keyof ReservationDetails)[];
  const fields = [...details, 'baseBookingId', 'groupEndDate'] satisfies (keyof (ReservationDetails &
    GroupPlace))[];
  const data: Data = Object.fromEntries(
    fields.filter((field) => current[field] !== final[field]).map((field) => [field, final[field]]),
  );
  return data.roomNumber !== undefined && final.changedRoom === 0 ? { ...data, changedRoom: 0 } : data;
}

/** The events that lead from one state of a booking to another; `ending` is the one that cancels it. */
export function compensate(
  current: Reservation,
  final: Reservation,
  ending: 'ReservationCancelled' | 'ReservationReturnedToAutoFail',
): ReservationEvent[] {
  const events: ReservationEvent[] = [];
  const entersAnew = current.checkinDate !== final.checkinDate;
  const leavesAnew = current.checkoutDate !== final.checkoutDate || entersAnew;
  if (current.status === 'cancelled' && final.status === 'active') {
    events.push({ type: 'ReservationReinstated', data: {} });
  }
  if (current.checkoutDate !== null && leavesAnew) events.push({ type: 'CheckOutReverted', data: {} });
  if (current.checkinDate !== null && entersAnew) events.push({ type: 'CheckInReverted', data: {} });
  const data = final.status === 'active' ? amended(current, final) : {};
  if (Object.keys(data).length > 0) events.push({ type: 'ReservationAmended', data });
  if (final.checkinDate !== null && entersAnew) {
    events.push({ type: 'GuestCheckedIn', data: { date: final.checkinDate } });
  }
  if (final.checkoutDate !== null && leavesAnew) {
    events.push({ type: 'GuestCheckedOut', data: { date: final.checkoutDate } });
  }
  if (current.paymentFlag !== final.paymentFlag) {
    const { paymentType, paymentFlag } = final;
    events.push({ type: 'PaymentRecorded', data: { paymentType, paymentFlag } });
  }
  if (current.status === 'active' && final.status === 'cancelled') events.push({ type: ending, data: {} });
  return events;
}

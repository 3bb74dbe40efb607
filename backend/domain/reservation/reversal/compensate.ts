import type { ReservationEvent } from '../reservation.events.js';
import type { Reservation } from '../reservation.js';
import { RESTORABLE } from './booking-past.js';

type AmendedData = Extract<ReservationEvent, { type: 'ReservationAmended' }>['data'];

const FIELDS_OF_OTHER_EVENTS: readonly string[] = ['status', 'checkinDate', 'checkoutDate', 'paymentFlag'];

/** The details and the place in a group in which two states differ. */
function amendedData(current: Reservation, final: Reservation): AmendedData {
  const isPaymentRecorded = current.paymentFlag !== final.paymentFlag;
  const fields = [...RESTORABLE, 'baseBookingId', 'groupEndDate'] as const;
  const changed = fields.filter(
    (field) =>
      current[field] !== final[field] &&
      !FIELDS_OF_OTHER_EVENTS.includes(field) &&
      !(isPaymentRecorded && field === 'paymentType'),
  );
  const data: AmendedData = Object.fromEntries(changed.map((field) => [field, final[field]]));
  return data.roomNumber !== undefined && final.changedRoom === 0 ? { ...data, changedRoom: 0 } : data;
}

/** The events that lead from one state of a booking to another; `ending` is the one that cancels it. */
export function compensate(
  current: Reservation,
  final: Reservation,
  ending: 'ReservationCancelled' | 'ReservationReturnedToAutoFail',
): ReservationEvent[] {
  const events: ReservationEvent[] = [];
  const checksInAgain = current.checkinDate !== final.checkinDate;
  const checksOutAgain = current.checkoutDate !== final.checkoutDate || checksInAgain;
  if (current.status === 'cancelled' && final.status === 'active') {
    events.push({ type: 'ReservationReinstated', data: {} });
  }
  if (current.checkoutDate !== null && checksOutAgain) events.push({ type: 'CheckOutReverted', data: {} });
  if (current.checkinDate !== null && checksInAgain) events.push({ type: 'CheckInReverted', data: {} });
  const data = final.status === 'active' ? amendedData(current, final) : {};
  if (Object.keys(data).length > 0) events.push({ type: 'ReservationAmended', data });
  if (final.checkinDate !== null && checksInAgain) {
    events.push({ type: 'GuestCheckedIn', data: { date: final.checkinDate } });
  }
  if (final.checkoutDate !== null && checksOutAgain) {
    events.push({ type: 'GuestCheckedOut', data: { date: final.checkoutDate } });
  }
  if (current.paymentFlag !== final.paymentFlag) {
    const { paymentType, paymentFlag } = final;
    events.push({ type: 'PaymentRecorded', data: { paymentType, paymentFlag } });
  }
  if (current.status === 'active' && final.status === 'cancelled') events.push({ type: ending, data: {} });
  return events;
}

import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { lodgingTaxEvent } from '@domain/payment/lodging-tax.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { WriteContext } from '../platform/write-context.js';
import { reservationStream } from '../streams/reservation.stream.js';

/**
 * Appends the 宿泊税 of a booking where it is another one by the rules than the booking has: after each change of the booking,
 * and of a rule. Returns the booking, null for an unknown id.
 */
export function assessLodgingTax(unit: UnitOfWork, id: number, write: WriteContext): Reservation | null {
  const booking = unit.get(reservationStream, id);
  const { hotel, lodgingTaxRules } = unit.reference;
  const { taxRate } = hotel ?? UNDEFINED_HOTEL;
  const event = booking && lodgingTaxEvent(booking, lodgingTaxRules, taxRate);
  return event ? unit.append(reservationStream, id, event, write) : booking;
}

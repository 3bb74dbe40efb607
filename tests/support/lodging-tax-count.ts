import { addDays, type Day, monthOf } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { storedStates } from './log-rows.js';

/** The prices with 10 % consumption tax from which 京都市 takes more of a person and night, and what. */
const KYOTO: readonly [from: number, yen: number][] = [
  [110_000, 10_000],
  [55_000, 4_000],
  [22_000, 1_000],
  [6_600, 400],
  [0, 200],
];
const MS_A_DAY = 86_400_000;

/**
 * 京都市's tax of a month for a rule that was set up today, counted from fee, guests and dates of all bookings, night by
 * night; `bookedNights` tells of a stay that was shortened how many nights its fee was for.
 */
export async function countedTax(
  url: string,
  { today, month, bookedNights = {} }: { today: Day; month: Day; bookedNights?: Record<number, number> },
): Promise<{ nights: number; exempt_nights: number; tax: number }> {
  const sums = { nights: 0, exempt_nights: 0, tax: 0 };
  for (const booking of await storedStates<Reservation>(url, 'bookings')) {
    const { id, status, isNoShow, stayStart, stayEnd, checkoutDate, totalFee, taxExemption } = booking;
    if (status === 'cancelled' || isNoShow) continue;
    const persons = Math.max(1, booking.mensCount + booking.womensCount);
    const booked = bookedNights[id] ?? (Date.parse(stayEnd) - Date.parse(stayStart)) / MS_A_DAY;
    for (let night = stayStart, index = 0; night < stayEnd; night = addDays(night, 1), index++) {
      const isOver = checkoutDate !== null && night >= checkoutDate && index > 0;
      if (isOver || night < today || monthOf(night) !== month) continue;
      const share = Math.floor(totalFee / booked) + (index < totalFee % booked ? 1 : 0);
      sums.nights += persons;
      if (taxExemption !== undefined) sums.exempt_nights += persons;
      else sums.tax += persons * (KYOTO.find(([from]) => share / persons >= from)?.[1] ?? 0);
    }
  }
  return sums;
}

import { checkIn, checkOut, pay, takeStayActBack, unpay } from './desk-acts.js';
import type { DeskBooking } from './desk-booking.js';
import { printCards } from './desk-print.js';
import type { KeyName } from '../shared/ui/key-table.js';

type RowKey = { key: KeyName; writes: boolean; run: (booking: DeskBooking) => unknown };

/** What one key does to the booking that the keyboard is on. */
export const ROW_KEYS: readonly RowKey[] = [
  { key: 'deskCheckIn', writes: true, run: checkIn },
  { key: 'deskCheckOut', writes: true, run: checkOut },
  { key: 'deskPay', writes: true, run: pay },
  { key: 'deskTakeBack', writes: true, run: takeStayActBack },
  { key: 'deskUnpay', writes: true, run: unpay },
  { key: 'deskCard', writes: false, run: (booking) => printCards([booking]) },
];

/** Where a booking is opened in the form. */
export function bookingAddress(id: number): string {
  return `/reservation-registration/${id}`;
}

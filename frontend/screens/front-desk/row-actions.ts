import { checkIn, checkOut, pay, takeStayActBack, unpay } from '../../state/front-desk/desk-acts.js';
import type { DeskBooking } from '../../state/front-desk/desk-booking.js';
import { printCards } from '../../state/front-desk/desk-print.js';
import type { KeyName } from '../../ui/key-table.js';

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

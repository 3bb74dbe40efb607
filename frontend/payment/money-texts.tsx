import { yenText } from '@domain/calendar/stay-text.js';
import { Link } from 'react-router-dom';
import { bookingAddress } from '../shared/screens.js';

/** Yen with a minus sign where they are negative. */
export const signedYen = (amount: number): string => (amount < 0 ? `−${yenText(-amount)}` : yenText(amount));

/** Returns who did something and where, as far as that is known. */
export const byText = (by: { staff_name: string | null; terminal: string | null }): string =>
  [by.staff_name, by.terminal].filter(Boolean).join('・');

/** Yen in a table, none for 0; what went back is negative and marked. */
export function Yen({ amount }: { amount: number }) {
  return (
    <td data-figure data-back={amount < 0 || undefined}>
      {amount === 0 ? '' : signedYen(amount)}
    </td>
  );
}

type Paid = { room_number: string; booking_id: number; guest_name: string };

/** Room and guest of a booking in a table, with the way to it. */
export function BookingCells({ room_number, booking_id, guest_name }: Paid) {
  return (
    <>
      <td>{room_number}</td>
      <td>
        <Link to={bookingAddress(booking_id)}>{guest_name}</Link>
      </td>
    </>
  );
}

import type { DeskBooking } from '../desk-booking.js';
import { cardPaperAtom } from '../desk-print.js';
import { hotelAtom } from '../../shared/hotel.js';
import { corporatesAtom, paymentsAtom } from '../../shared/masters.js';
import { useValue } from '../../shared/store.js';
import { cardGuests } from './card-guests.js';
import { RegistrationCard } from './RegistrationCard.js';

/** A registration card for each guest of these bookings, each on a page of its own. */
export function RegistrationCards({ bookings }: { bookings: readonly DeskBooking[] }) {
  const hotel = useValue(hotelAtom);
  const paper = useValue(cardPaperAtom);
  const corporates = useValue(corporatesAtom);
  const payments = useValue(paymentsAtom);
  return bookings.flatMap((booking) => {
    const { corporateID, payment_type } = booking.record;
    const company = corporates.find(({ id }) => id === corporateID)?.corporate_short_name ?? '';
    const way = payments.find(({ id }) => id === payment_type)?.payment_name ?? '';
    return cardGuests(booking.record).map((guest) => (
      <RegistrationCard
        key={`${booking.id} ${guest.number}`}
        hotel={hotel?.name ?? ''}
        paper={paper}
        booking={booking}
        guest={guest}
        company={company}
        way={way}
      />
    ));
  });
}

import { BookingHead } from '../booking/BookingHead.js';
import { BookingActions } from './BookingActions.js';
import { detailBooking, Followed } from './Followed.js';
import './booking-panel.css';

/** Offers what can be done with a booking whose details are shown, as in the panel. */
export function DetailActions({ id }: { id: number }) {
  return (
    <div className="detail-actions stack">
      <Followed resource={detailBooking} id={id}>
        {(booking) => (
          <>
            <BookingHead record={booking} roomNumber={booking.borderRoom} roomType={booking.room_type} />
            <BookingActions booking={booking} onErased={() => detailBooking.reload()} />
          </>
        )}
      </Followed>
    </div>
  );
}

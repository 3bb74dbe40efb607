import { BookingActions } from './BookingActions.js';
import { detailBooking, Followed } from './Followed.js';
import './booking-panel.css';

/** What can be done with a booking whose details are shown, as in the panel. */
export function DetailActions({ id }: { id: number }) {
  return (
    <div className="detail-actions">
      <Followed resource={detailBooking} id={id}>
        {(booking) => <BookingActions booking={booking} onErased={() => detailBooking.reload()} />}
      </Followed>
    </div>
  );
}

import { yenText } from '@domain/calendar/stay-text.js';
import { BookingHead } from '../booking/BookingHead.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { corporatesAtom, paymentsAtom } from '../shared/masters.js';
import { openPanel } from '../shared/open-panel.js';
import { useValue } from '../shared/store.js';
import { BookingActions } from './BookingActions.js';
import { usePanelFocus } from './use-panel-focus.js';

/** What is to be known of a booking besides its head; nothing that says nothing. */
function Facts({ booking }: { booking: ReservationData }) {
  const company = useValue(corporatesAtom).find(({ id }) => id === booking.corporateID);
  const way = useValue(paymentsAtom).find(({ id }) => id === booking.payment_type);
  const facts: [string, string | undefined][] = [
    ['予約者名', booking.reserver_name],
    ['電話番号', booking.tel],
    ['宿泊者名2', booking.guest_name_2],
    ['チェックイン時間', booking.checkin_time],
    ['合計料金', yenText(booking.total_fee)],
    ['利用ポイント', booking.used_points > 0 ? `${booking.used_points}pt` : ''],
    ['支払方法', way?.payment_name],
    ['法人', company?.corporate_short_name],
    ['予約媒体', [booking.booking_source, booking.booking_number].filter(Boolean).join(' ')],
    ['備考', booking.notes],
  ];
  return (
    <dl className="panel-facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A booking in the panel: its head, what can be done with it, and the rest to read. */
export function BookingPane({ booking }: { booking: ReservationData }) {
  const pane = usePanelFocus();
  const { id, borderRoom, room_type } = booking;
  return (
    <div ref={pane} className="booking-pane">
      <BookingHead record={booking} roomNumber={borderRoom} roomType={room_type} />
      <BookingActions booking={booking} onErased={() => openPanel({ kind: 'booking', id })} />
      <Facts booking={booking} />
    </div>
  );
}

import { stayText } from '@domain/calendar/stay-text.js';
import type { ChangedBooking } from '@wire/handover.js';
import { useNavigate } from 'react-router-dom';
import { clockText } from './since.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { ACT_NAMES } from './act-texts.js';

type ToldRowProps = {
  booking: ChangedBooking;
  /** By which the row is found again after the list was read anew. */
  told: string;
  isCurrent: boolean;
};

/** What became of a booking: what was done, whose stay it is, and what reads differently since. */
export function ToldRow({ booking, told, isCurrent }: ToldRowProps) {
  const zone = useValue(hotelAtom)?.timezone;
  const navigate = useNavigate();
  const { booking_id, acts, room_number, guest_name, stay_start, stay_end, changes, recorded_at } = booking;
  return (
    <button
      type="button"
      className="told-booking"
      tabIndex={isCurrent ? 0 : -1}
      data-told={told}
      data-booking={booking_id}
      data-cancelled={booking.is_cancelled === 1 || undefined}
      onClick={() => navigate(`/reservation-registration/${booking_id}`)}
    >
      <span className="told-head">
        {acts.map((act) => (
          <span key={act} className="told-act" data-act={act}>
            {ACT_NAMES[act]}
          </span>
        ))}
        <b>{room_number}</b>
        <b className="told-guest">{guest_name}</b>
        <span className="told-stay">{stayText({ start: stay_start, end: stay_end })}</span>
        {zone && <time dateTime={recorded_at}>{clockText(recorded_at, zone)}</time>}
      </span>
      {changes.length > 0 && (
        <span className="told-changes">
          {changes.map(({ field, label, before_text, after_text }) => (
            <span key={field}>
              {label}: {before_text} → <b>{after_text}</b>
            </span>
          ))}
        </span>
      )}
    </button>
  );
}

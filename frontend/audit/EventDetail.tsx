import { instantText, NOTHING } from '@wire/value-texts.js';
import { Link } from 'react-router-dom';
import { bookingLogAddress } from '../shared/events/audit-address.js';
import { ChangesTable } from './ChangesTable.js';
import { EventMark } from '../shared/events/EventMark.js';
import { positionText } from '../shared/events/event-texts.js';
import { currentEventAtom, openedEventAtom } from './event-log.js';
import { hotelAtom } from '../shared/hotel.js';
import { store, useValue } from '../shared/store.js';
import { useKey } from '../shared/ui/use-key.js';
import { RawForm } from './RawForm.js';
import { DETAIL_ID, ROW_PREFIX } from './row-place.js';

function BookingLinks({ id }: { id: number }) {
  return (
    <p className="event-links">
      <Link to={`/reservation-registration/${id}`}>予約を開く</Link>
      <Link to={bookingLogAddress(id)}>この予約の記録だけ</Link>
    </p>
  );
}

/** Leads from the details back to the line that they belong to. */
function useWayBack(): void {
  useKey('logBack', () => {
    const detail = document.getElementById(DETAIL_ID);
    if (!detail?.contains(document.activeElement)) return false;
    document.getElementById(`${ROW_PREFIX}${store.get(currentEventAtom)}`)?.focus();
    return true;
  });
}

/** Everything about the event that was opened. */
export function EventDetail() {
  const event = useValue(openedEventAtom);
  const timezone = useValue(hotelAtom)?.timezone;
  useWayBack();
  if (!event) return <p className="soft">一覧の行を選ぶと、変更の前後と元データを表示します。</p>;
  const { position, type, subject, recorded_at, staff_name, terminal, booking_id, booking_number } = event;
  const facts = [
    ['対象', subject],
    ['日時', timezone ? instantText(recorded_at, timezone) : ''],
    ['スタッフ', staff_name ?? NOTHING],
    ['端末', terminal ?? NOTHING],
    ...(booking_id === null ? [] : [['予約ID', String(booking_id)]]),
    ...(booking_number ? [['予約番号', booking_number]] : []),
  ];
  return (
    <section className="event-detail" id={DETAIL_ID} tabIndex={-1} aria-label={`位置 ${position} の記録`}>
      <h2>
        <EventMark type={type} />
        <span className="event-position">{`位置 ${positionText(position)}`}</span>
      </h2>
      <dl className="event-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {booking_id !== null && <BookingLinks id={booking_id} />}
      <h3>変更の前後</h3>
      <ChangesTable changes={event.changes} />
      <RawForm key={position} event={event} />
    </section>
  );
}

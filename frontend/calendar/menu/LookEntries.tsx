import { MenuItem } from '@blueprintjs/core';
import { useLocation, useNavigate } from 'react-router-dom';
import { travellingAtom } from '../../shared/calendar-data/past.js';
import type { ShownBooking } from '../../shared/calendar-data/shown-booking.js';
import { useValue } from '../../shared/store.js';
import { keyText } from '../../shared/ui/keys.js';

const REGISTRATION = '/reservation-registration';

type LookEntriesProps = { booking: ShownBooking; onBooking: (id: number, withKeyboard: boolean) => void };

/** What can be done with a booking where it is only looked at. */
export function LookEntries({ booking, onBooking }: LookEntriesProps) {
  const navigate = useNavigate();
  const inForm = useLocation().pathname.startsWith(REGISTRATION);
  const travelling = useValue(travellingAtom);
  return (
    <>
      <MenuItem
        text={inForm ? '開く' : '詳細'}
        label={keyText('press')}
        onClick={() => onBooking(booking.id, true)}
      />
      {!inForm && !travelling && (
        <MenuItem text="予約登録で開く" onClick={() => navigate(`${REGISTRATION}/${booking.id}`)} />
      )}
    </>
  );
}

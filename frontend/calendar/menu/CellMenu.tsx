import { ContextMenuPopover, Menu } from '@blueprintjs/core';
import { bookingText } from '@domain/calendar/stay-text.js';
import { type KeyboardEvent, useState } from 'react';
import { CheckOutQuestion } from '../../check-out/CheckOutQuestion.js';
import { bookingsOfRoomAtom } from '../../shared/calendar-data/calendar.js';
import { calendarTargetAtom } from '../../shared/calendar-data/calendar-target.js';
import { concernsOf } from '../../check-out/check-out.js';
import { todayAtom } from '../../shared/hotel.js';
import { themeAtom } from '../../shared/preferences.js';
import { store, useValue } from '../../shared/store.js';
import { focusFirst, goRound } from '../../shared/ui/menu-keys.js';
import type { CellPlace } from '../gestures/grid-place.js';
import { placeOf } from '../gestures/proposal.js';
import { BookingEntries } from './BookingEntries.js';
import { cellMenuAtom } from './cell-menu-state.js';
import { FreeEntries } from './FreeEntries.js';
import { LookEntries } from './LookEntries.js';
import { MenuTitle } from './MenuTitle.js';
import { checkOut } from './menu-acts.js';

type CellMenuProps = {
  cell: CellPlace;
  left: number;
  top: number;
  isDesk: boolean;
  onBooking: (id: number, withKeyboard: boolean) => void;
};

/** The menu's keys are none of the calendar's, which it belongs to in all but the document. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  goRound(event);
  if (event.key !== 'Escape') event.stopPropagation();
}

/** What can be done with a room's night: what is not allowed is not there. */
export function CellMenu({ cell, left, top, isDesk, onBooking }: CellMenuProps) {
  const isDark = useValue(themeAtom) === 'dark';
  const { roomNumber, date } = cell;
  const booking = useValue(bookingsOfRoomAtom(roomNumber)).find(
    ({ stayStart, stayEnd }) => stayStart <= date && date < stayEnd,
  );
  const today = useValue(todayAtom);
  const [asksCheckOut, setAsksCheckOut] = useState(false);
  const concerns = asksCheckOut && booking && today ? concernsOf(booking.record, today) : null;
  const close = () => {
    store.set(cellMenuAtom, null);
    store.set(calendarTargetAtom, { ...cell });
  };
  if (!booking && !isDesk) return null;
  return (
    <ContextMenuPopover
      isOpen
      isDarkTheme={isDark}
      targetOffset={{ left, top }}
      transitionDuration={0}
      onClose={close}
      onOpened={focusFirst}
      content={
        booking && concerns ? (
          <CheckOutQuestion
            roomNumber={roomNumber}
            record={booking.record}
            concerns={concerns}
            onAnswer={(way) => {
              close();
              void checkOut(booking, way);
            }}
            onClose={close}
          />
        ) : (
          <Menu aria-label="できる操作" className="cell-menu" onKeyDown={walk}>
            {booking && (
              <MenuTitle text={bookingText(roomNumber, booking.record.guest_name_1, placeOf(booking).stay)} />
            )}
            {booking && isDesk && (
              <BookingEntries
                booking={booking}
                cell={cell}
                onBooking={onBooking}
                onAskCheckOut={() => setAsksCheckOut(true)}
              />
            )}
            {booking && !isDesk && <LookEntries booking={booking} onBooking={onBooking} />}
            {!booking && <FreeEntries cell={cell} />}
          </Menu>
        )
      }
    />
  );
}

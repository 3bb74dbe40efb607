import { MenuItem } from '@blueprintjs/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import { concernsOf } from '../../check-out/check-out.js';
import { todayAtom } from '../../shared/hotel.js';
import { paymentsAtom } from '../../shared/masters.js';
import type { ShownBooking } from '../../shared/calendar-data/shown-booking.js';
import { useValue } from '../../shared/store.js';
import { keyText } from '../../shared/ui/keys.js';
import { focusFirst } from '../../shared/ui/menu-keys.js';
import { moveTo } from '../gestures/drop.js';
import type { CellPlace } from '../gestures/grid-place.js';
import { takeUp } from '../gestures/use-key-gestures.js';
import { MenuTitle } from './MenuTitle.js';
import { cancel, changeStay, checkOut, pay } from './menu-acts.js';
import { MENU_TEXTS, type MenuEntry, menuEntries, stretchedPlace } from './menu-entries.js';

function runEntry(entry: MenuEntry, booking: ShownBooking, cell: CellPlace): unknown {
  switch (entry) {
    case 'paid':
      return pay(booking, booking.record.payment_type, 1);
    case 'unpaid':
      return pay(booking, booking.record.payment_type, 0);
    case 'take':
      return takeUp(cell);
    case 'longer':
    case 'shorter':
      return moveTo(booking, stretchedPlace(booking, entry));
    case 'check-out':
      return checkOut(booking, { payBy: null, freeNights: false });
    case 'cancel':
      return cancel(booking);
    default:
      return changeStay(booking, entry);
  }
}

function PaymentEntries({ booking }: { booking: ShownBooking }) {
  const payments = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const first = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (first.current) focusFirst(first.current);
  }, []);
  return (
    <>
      <MenuTitle text="支払方法" />
      {payments.map(({ id, payment_name }, index) => (
        <MenuItem
          ref={index === 0 ? first : null}
          key={id}
          text={payment_name}
          onClick={() => void pay(booking, id, 1)}
        />
      ))}
    </>
  );
}

type BookingEntriesProps = {
  booking: ShownBooking;
  cell: CellPlace;
  onBooking: (id: number, withKeyboard: boolean) => void;
  /** Asks about a check-out in the menu's place. */
  onAskCheckOut: () => void;
};

/** What can be done with a booking at the desk; an unknown way of paying and an unusual check-out are asked about. */
export function BookingEntries({ booking, cell, onBooking, onAskCheckOut }: BookingEntriesProps) {
  const snapshot = useValue(calendarAtom);
  const today = useValue(todayAtom);
  const [paying, setPaying] = useState(false);
  if (!snapshot || !today) return null;
  if (paying) return <PaymentEntries booking={booking} />;
  const questionOf = (entry: MenuEntry) => {
    if (entry === 'paid' && booking.record.payment_type === null) return () => setPaying(true);
    return entry === 'check-out' && concernsOf(booking.record, today) ? onAskCheckOut : null;
  };
  return (
    <>
      <MenuItem text="開く" label={keyText('press')} onClick={() => onBooking(booking.id, true)} />
      {menuEntries(snapshot, booking, today).map((entry) => {
        const ask = questionOf(entry);
        return (
          <MenuItem
            key={entry}
            text={ask ? `${MENU_TEXTS[entry]}…` : MENU_TEXTS[entry]}
            label={entry === 'take' ? keyText('take') : ''}
            intent={entry === 'cancel' ? 'danger' : 'none'}
            shouldDismissPopover={!ask}
            onClick={() => (ask ? ask() : runEntry(entry, booking, cell))}
          />
        );
      })}
    </>
  );
}

import { createPortal } from 'react-dom';
import { printedCardsAtom } from '../desk-print.js';
import { printingAtom } from '../../shared/printing.js';
import { useValue } from '../../shared/store.js';
import { PrintedList } from './PrintedList.js';
import { RegistrationCards } from './RegistrationCards.js';

/** What goes on paper: registration cards that were asked for, else the shown list; there only while it is printed. */
export function PrintedDesk() {
  const printing = useValue(printingAtom);
  const cards = useValue(printedCardsAtom);
  if (!printing) return null;
  return createPortal(
    <div className="printed printed-desk">
      {cards ? <RegistrationCards bookings={cards} /> : <PrintedList />}
    </div>,
    document.body,
  );
}

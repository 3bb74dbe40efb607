import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { forgetCardsAfterPrint, printCards, printedCardsAtom } from '../front-desk/DeskPrinting.js';
import { deskBooking } from '../front-desk/desk.js';
import { RegistrationCards } from '../front-desk/print/RegistrationCards.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { printingAtom } from '../shared/printing.js';
import { SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import '../front-desk/print/front-desk-print.css';

/** The cards on paper, where the front desk's own printing is not. */
function CardsOnPaper() {
  const printing = useValue(printingAtom);
  const cards = useValue(printedCardsAtom);
  useEffect(forgetCardsAfterPrint, []);
  if (!printing || !cards) return null;
  return createPortal(
    <div className="printed printed-desk">
      <RegistrationCards bookings={cards} />
    </div>,
    document.body,
  );
}

/** Prints the registration card of each guest of a booking. */
export function CardButton({ booking }: { booking: ReservationData }) {
  const isAtDesk = useLocation().pathname === SCREENS.frontDesk.path;
  const { borderRoom, smoking_status, room_type } = booking;
  const card = deskBooking(booking, { number: borderRoom, kind: `${smoking_status}${room_type}` });
  return (
    <>
      <Button size="small" text="宿泊カード" onClick={() => printCards([card])} />
      {!isAtDesk && <CardsOnPaper />}
    </>
  );
}

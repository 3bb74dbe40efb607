import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { remembered } from '../shared/remembered.js';
import { store } from '../shared/store.js';
import type { DeskBooking } from './desk-booking.js';

/** The paper that registration cards are printed on. */
export const CARD_PAPERS = ['A5', 'A4'] as const;
export type CardPaper = (typeof CARD_PAPERS)[number];

/** The paper chosen on this terminal. */
export const cardPaperAtom = remembered<CardPaper>(
  'card-paper',
  (stored) => CARD_PAPERS.find((paper) => paper === stored) ?? 'A5',
  (paper) => paper,
);

/** The bookings whose registration cards go on paper; null: the list that is shown does. */
export const printedCardsAtom = atom<readonly DeskBooking[] | null>(null);

function print(cards: readonly DeskBooking[] | null): void {
  flushSync(() => store.set(printedCardsAtom, cards));
  window.print();
}

/** Prints the list that is shown. */
export function printList(): void {
  print(null);
}

/** Prints the registration cards of these bookings, one for each guest. */
export function printCards(bookings: readonly DeskBooking[]): void {
  if (bookings.length > 0) print(bookings);
}

/** After printing, the browser's own printing means the list again; answers how to stop. */
export function forgetCardsAfterPrint(): () => void {
  const forget = () => store.set(printedCardsAtom, null);
  window.addEventListener('afterprint', forget);
  return () => {
    window.removeEventListener('afterprint', forget);
    forget();
  };
}

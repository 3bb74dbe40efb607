import { atom } from 'jotai';
import { onErasure } from '../shared/erasure.js';
import { store } from '../shared/store.js';
import type { ActedBooking } from './booking-actions.js';
import type { VerbName } from './booking-verbs.js';
import type { Answers, Question } from './verb-questions.js';

/**
 * A question about a booking that waits for staff: at a place of the screen, null for a dialog, with the figure that was
 * pressed before it was there. `answer` resolves once what follows from it is done.
 */
export type AskedVerb = {
  verb: VerbName;
  booking: ActedBooking;
  place: string | null;
  figure: { current: number | null };
  question: Question;
  answer: (given: Partial<Answers>) => Promise<void>;
  cancel: () => void;
};

/** The question that is asked now about a booking, null for none. */
export const askedVerbAtom = atom<AskedVerb | null>(null);

onErasure((erased) => {
  const asked = store.get(askedVerbAtom);
  if (asked && erased?.ids.has(asked.booking.id)) asked.cancel();
});

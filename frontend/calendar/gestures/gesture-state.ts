import { atom } from 'jotai';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import { todayAtom } from '../../shared/hotel.js';
import { store } from '../../shared/store.js';
import type { CellPlace, Place } from './place.js';
import { type Proposal, proposalAt, type Subject } from './proposal.js';
import { judge, type Verdict } from './verdict.js';

/** Something that is being placed in the calendar, and where it is now. */
export type Gesture = {
  by: 'pointer' | 'keys';
  subject: Subject;
  /** The room's night where it was taken up. */
  cell: CellPlace;
  place: Place;
  /** Place of the pointer in the window; null with the keyboard. */
  pointer: { x: number; y: number } | null;
  /** True if it was let go, and the server is asked. */
  isDropped: boolean;
};

/** The gesture under way; null for none. */
export const gestureAtom = atom<Gesture | null>(null);

/** Effect of a gesture, and the verdict on it. */
export type DragPreview = { gesture: Gesture; proposal: Proposal; verdict: Verdict };

const placeAtom = atom((get) => get(gestureAtom)?.place ?? null);
const subjectAtom = atom((get) => get(gestureAtom)?.subject ?? null);

// Follows the place, not each move of the pointer within it, and what other terminals do meanwhile.
const foreseenAtom = atom((get) => {
  const place = get(placeAtom);
  const snapshot = get(calendarAtom);
  const today = get(todayAtom);
  if (!place || !snapshot || !today) return null;
  const proposal = proposalAt(snapshot, get(subjectAtom), place, today);
  return { proposal, verdict: judge(snapshot, proposal, today) };
});

/** The gesture under way with what it would do as of now. */
export const dragPreviewAtom = atom((get): DragPreview | null => {
  const gesture = get(gestureAtom);
  const foreseen = get(foreseenAtom);
  return gesture && foreseen && { gesture, ...foreseen };
});

/** Gives up what is being placed: nothing happens. */
export function cancelDrag(): void {
  store.set(gestureAtom, null);
}

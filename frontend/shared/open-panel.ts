import { atom } from 'jotai';
import { store } from './store.js';

/** Content of the panel at the right: a booking, or an imported record. */
export type PanelTarget = { kind: 'booking' | 'record'; id: number };

/** The panel's content, null while it is closed. */
export const panelAtom = atom<PanelTarget | null>(null);

/** The ids of the list that the panel was opened from, in its order; none when it was no list. */
export const panelListAtom = atom<readonly number[]>([]);

/** Requests the focus for the panel: its first action, or the step after a completed action. */
export const panelFocusAtom = atom<'first' | 'next' | null>(null);

/** The booking that was paid in the panel since it was opened: its receipt comes next. */
export const paidHereAtom = atom<number | null>(null);

/** The booking whose next step the panel begins at once, null for none. */
export const panelBeginsAtom = atom<number | null>(null);

/** The element that had the focus before the panel. */
const openedFromAtom = atom<Element | null>(null);

/**
 * Opens the panel, which takes the focus; closing it gives the focus back to where it was. `list` are the ids of the list
 * that the target stands in, for 次へ; with `begins` the panel begins at once with what is done next.
 */
export function openPanel(target: PanelTarget, list: readonly number[] = [], begins = false): void {
  const focused = document.activeElement;
  if (!focused?.closest('.booking-panel')) store.set(openedFromAtom, focused);
  store.set(panelListAtom, list);
  store.set(panelAtom, target);
  store.set(panelBeginsAtom, begins ? target.id : null);
  store.set(paidHereAtom, null);
  store.set(panelFocusAtom, 'first');
}

/** Shows something else in the panel while it is open, as the rows of the list beneath are gone through. */
export function showInPanel(target: PanelTarget): void {
  if (store.get(panelAtom) !== null) store.set(panelAtom, target);
}

/** Closes the panel. */
export function closePanel(): void {
  if (store.get(panelAtom) === null) return;
  const openedFrom = store.get(openedFromAtom);
  const hadFocus = document.activeElement?.closest('.booking-panel') !== null;
  store.set(panelAtom, null);
  store.set(panelListAtom, []);
  store.set(openedFromAtom, null);
  if (hadFocus && openedFrom instanceof HTMLElement) openedFrom.focus();
}

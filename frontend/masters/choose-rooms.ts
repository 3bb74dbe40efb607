import { store } from '../shared/store.js';
import { chosenIdsAtom, visibleRoomsAtom } from './room-view.js';

/** The room that was chosen last: a range reaches from it. */
let anchor: number | null = null;

/** Chooses rooms, or chooses them no longer. */
export function setChosen(ids: readonly number[], on: boolean): void {
  store.set(chosenIdsAtom, (before) => {
    const after = new Set(before);
    for (const id of ids) {
      if (on) after.add(id);
      else after.delete(id);
    }
    return after;
  });
}

/** Chooses a room, or no longer; ranges begin at it. */
export function toggleRoom(id: number): void {
  anchor = id;
  setChosen([id], !store.get(chosenIdsAtom).has(id));
}

/** Chooses every shown room from one to another. */
export function chooseBetween(from: number, to: number): void {
  const ids = store.get(visibleRoomsAtom).map(({ id }) => id);
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  anchor = a < 0 ? to : from;
  setChosen(a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1), true);
}

/** Chooses every shown room from the one that was chosen last to this one. */
export function chooseUpTo(id: number): void {
  chooseBetween(anchor ?? id, id);
}

/** Chooses all of these rooms; when all of them are chosen already, none. */
export function toggleAll(ids: readonly number[]): void {
  const chosen = store.get(chosenIdsAtom);
  setChosen(ids, !ids.every((id) => chosen.has(id)));
}

/** Chooses no room. */
export function chooseNone(): void {
  anchor = null;
  store.set(chosenIdsAtom, new Set<number>());
}

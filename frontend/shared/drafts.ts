import { atom, type WritableAtom } from 'jotai';
import { useCallback } from 'react';
import { family } from './family.js';
import { lastStaffAtom, signedOutAtom } from './session-staff.js';
import { store, useValue, useWrite } from './store.js';
import { onPlaceChange, readPlaces, writePlace } from './stored-drafts.js';

/** Typed text that is neither saved nor given up, by its place on the screens. */
const placesAtom = atom<Readonly<Record<string, unknown>>>({});

/** True while something is typed at some place. */
export const hasDraftsAtom = atom((get) => Object.keys(get(placesAtom)).length > 0);

const owner = (): number => store.get(lastStaffAtom)?.id ?? 0;

const placeAtom = family((place: string) =>
  atom(
    (get) => get(placesAtom)[place] ?? null,
    (get, set, value: unknown) => {
      const { [place]: before = null, ...others } = get(placesAtom);
      if (before === value) return;
      set(placesAtom, value === null ? others : { ...others, [place]: value });
      if (!get(signedOutAtom)) writePlace(place, owner(), value);
    },
  ),
);

/**
 * Holds what is typed at a place, as JSON; null while nothing is. It outlives other screens, reloads and closed pages
 * for a day, for the member of staff who typed it.
 */
export function draftAtom<Draft>(place: string): WritableAtom<Draft | null, [Draft | null], void> {
  return placeAtom(place) as WritableAtom<Draft | null, [Draft | null], void>;
}

/** Returns the places that begin with a text and have a draft, without that text. */
export function draftsAt(prefix: string): string[] {
  return Object.keys(store.get(placesAtom)).flatMap((place) =>
    place.startsWith(prefix) ? place.slice(prefix.length) : [],
  );
}

type ChangeDraft<Draft> = (next: Draft | null | ((before: Draft) => Draft | null)) => void;

/**
 * Returns what is typed at a place, `blank` while nothing is, and how to change it, also by a function of what is there
 * by then; what equals `blank` again, or null, is no draft any more.
 */
export function useDraft<Draft>(place: string, blank: Draft): [Draft, ChangeDraft<Draft>] {
  const source = draftAtom<Draft>(place);
  const set = useWrite(source);
  const plain = JSON.stringify(blank);
  const change: ChangeDraft<Draft> = useCallback(
    (next) => {
      const before = () => store.get(source) ?? (JSON.parse(plain) as Draft);
      const draft = next instanceof Function ? next(before()) : next;
      set(JSON.stringify(draft) === plain ? null : draft);
    },
    [source, set, plain],
  );
  return [useValue(source) ?? blank, change];
}

/** Begins once it is known who is there: offers what they typed before, and stores it again after another sign-in. */
export function startSharingDrafts(): void {
  const take = () => {
    if (!store.get(signedOutAtom)) store.set(placesAtom, readPlaces(owner()));
  };
  take();
  onPlaceChange(take);
  store.sub(signedOutAtom, () => {
    if (store.get(signedOutAtom)) return;
    for (const [place, value] of Object.entries(store.get(placesAtom))) writePlace(place, owner(), value);
  });
}

import { atom } from 'jotai';
import { changedFields } from '../form/merged-values.js';
import { type FormState, formAtom } from './form.js';
import { store } from './store.js';

/** Forms that were closed with something in them that was not saved, the latest first. */
export const setAsideAtom = atom<readonly FormState[]>([]);

/** Whether something was typed in the form that is not saved. */
export const unsavedAtom = atom((get) => {
  const { values, baseline } = get(formAtom);
  return changedFields(values, baseline).length > 0;
});

/** Keeps what is in the form, before something else is opened there, if it was not saved. */
export function setAside(): void {
  if (store.get(unsavedAtom)) store.set(setAsideAtom, (aside) => [store.get(formAtom), ...aside]);
}

/** The form that was set aside last, of those that are wanted; it is then no longer kept. */
export function takeAside(isWanted: (form: FormState) => boolean = () => true): FormState | undefined {
  const found = store.get(setAsideAtom).find(isWanted);
  if (found) store.set(setAsideAtom, (aside) => aside.filter((form) => form !== found));
  return found;
}

let leaving = false;

/** Loads the page anew; it comes back with everything that was typed, so nobody is asked. */
export function reloadPage(): void {
  leaving = true;
  location.reload();
}

/** Lets the browser ask before the page goes away with something that was not saved. */
export function guardUnsaved(): void {
  window.addEventListener('beforeunload', (event) => {
    if (leaving) return;
    if (store.get(unsavedAtom) || store.get(setAsideAtom).length > 0) event.preventDefault();
  });
}

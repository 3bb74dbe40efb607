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

/** The form that was set aside last, which is then no longer kept. */
export function takeAside(): FormState | undefined {
  const [form, ...others] = store.get(setAsideAtom);
  store.set(setAsideAtom, others);
  return form;
}

let leaving = false;

/** The page goes away and comes back with everything that was typed: nobody has to be asked. */
export function leaveWithoutAsking(): void {
  leaving = true;
}

/** Lets the browser ask before the page goes away with something that was not saved. */
export function guardUnsaved(): void {
  window.addEventListener('beforeunload', (event) => {
    if (leaving) return;
    if (store.get(unsavedAtom) || store.get(setAsideAtom).length > 0) event.preventDefault();
  });
}

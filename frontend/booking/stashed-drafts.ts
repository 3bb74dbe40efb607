import { atom } from 'jotai';
import { isReloading } from '../shared/reload-page.js';
import { store } from '../shared/store.js';
import { type FormState, formAtom } from './form.js';
import { changedFields } from './form-values.js';

/** Forms that were closed with something in them that was not saved, the latest first. */
export const stashedDraftsAtom = atom<readonly FormState[]>([]);

/** Whether something was typed in the form that is not saved. */
export const unsavedAtom = atom((get) => {
  const { values, baseline } = get(formAtom);
  return changedFields(values, baseline).length > 0;
});

/** Keeps what is in the form, before something else is opened there, if it was not saved. */
export function stashDraft(): void {
  if (store.get(unsavedAtom)) store.set(stashedDraftsAtom, (aside) => [store.get(formAtom), ...aside]);
}

/** The form that was set aside last, of those that are wanted; it is then no longer kept. */
export function restoreDraft(isWanted: (form: FormState) => boolean = () => true): FormState | undefined {
  const found = store.get(stashedDraftsAtom).find(isWanted);
  if (found) store.set(stashedDraftsAtom, (aside) => aside.filter((form) => form !== found));
  return found;
}

/** Lets the browser ask before the page goes away with something that was not saved. */
export function guardUnsaved(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isReloading()) return;
    if (store.get(unsavedAtom) || store.get(stashedDraftsAtom).length > 0) event.preventDefault();
  });
}

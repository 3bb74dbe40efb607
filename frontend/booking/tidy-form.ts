import { todayAtom } from '../shared/hotel.js';
import { store } from '../shared/store.js';
import { fillForm, formAtom, setField } from './form.js';
import type { FormField } from './form-values.js';
import { tidiedValues } from './parse-draft.js';

/** Tidies what was typed, whichever way a save or a search was asked for: a key leaves no field. */
export function tidyForm(): void {
  const today = store.get(todayAtom);
  if (today) fillForm(tidiedValues(store.get(formAtom).values, today));
}

/**
 * Writes a field out once it is left. Reads the form, not the control: a key that replaces the form and moves the focus
 * leaves a control that still shows the form before.
 */
export function tidyField(field: FormField): void {
  const today = store.get(todayAtom);
  if (today) setField(field, tidiedValues(store.get(formAtom).values, today)[field]);
}

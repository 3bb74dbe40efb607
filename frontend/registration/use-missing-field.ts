import { brokenSaveRules } from '@domain/reservation/save-rules.js';
import { useEffect } from 'react';
import { formAtom, formModeAtom, openingAtom } from '../booking/form.js';
import { fieldId, firstFieldOf } from '../booking/form-values.js';
import { saveRequestOf } from '../booking/parse-draft.js';
import { todayAtom } from '../shared/hotel.js';
import { store, useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';

/** What a save needs beside what is typed. */
const ELSE = { isNew: true, roomAvailable: true, roomSearched: true, occupied: false, checkedInUntil: null };

/** Leads to the first field that an imported record lacks or has wrong, as it is opened; its room is to be searched anyway. */
export function useMissingField(): void {
  const mode = useValue(formModeAtom);
  const opening = useValue(openingAtom);
  const id = mode.kind === 'csv' ? mode.record.id : null;
  useEffect(() => {
    const today = store.get(todayAtom);
    if (id === null || opening || !today) return;
    const { values } = store.get(formAtom);
    const broken = brokenSaveRules({ ...saveRequestOf(values, today), roomId: 1 }, ELSE);
    const field = firstFieldOf(broken.map((rule) => rule.field));
    if (field) focusField(fieldId(field));
  }, [id, opening]);
}

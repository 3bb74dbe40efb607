import { useEffect } from 'react';
import { erasedMeanwhileAtom } from '../state/foreign-change.js';
import { reopenErased } from '../state/open-form.js';
import { useValue } from '../state/store.js';

/** Takes a guest's data out of the form as soon as it was erased, here or elsewhere. */
export function useReopenErased(): void {
  const erased = useValue(erasedMeanwhileAtom);
  useEffect(() => {
    if (erased !== null) void reopenErased(erased);
  }, [erased]);
}

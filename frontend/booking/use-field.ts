import { fieldValueAtom, leaveField, setField } from './form.js';
import { fieldErrorAtom } from './form-errors.js';
import { useValue } from '../shared/store.js';
import type { FormField, FormValues } from './form-values.js';
import { fieldId } from './wire-fields.js';

/** A field's value, how to set it, and what its control needs to be found and to tell of its error. */
export function useField<Field extends FormField>(field: Field) {
  const value = useValue(fieldValueAtom(field));
  const error = useValue(fieldErrorAtom(field));
  return {
    value,
    set: (next: FormValues[Field]) => setField(field, next),
    leave: () => leaveField(field),
    wrong: error !== null,
    control: {
      id: fieldId(field),
      'aria-invalid': error !== null || undefined,
      'aria-describedby': error === null ? undefined : `${fieldId(field)}-error`,
    },
  };
}

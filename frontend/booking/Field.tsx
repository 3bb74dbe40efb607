import type { ReactNode } from 'react';
import { fieldErrorAtom } from './form-errors.js';
import { useValue } from '../shared/store.js';
import { FIELD_LABELS } from './field-labels.js';
import type { FormField } from './form-values.js';
import { fieldId } from './wire-fields.js';

type FieldProps = {
  field: FormField;
  required?: boolean;
  /** What is said behind the value: 円, 名, pt. */
  unit?: string;
  /** What is said below, as soon as it is so. */
  note?: string;
  /** Of the form's 12 columns. */
  span: number;
  children: ReactNode;
};

/** A field with its label above and its error below. */
export function Field({ field, required, unit, note, span, children }: FieldProps) {
  const error = useValue(fieldErrorAtom(field));
  return (
    <div className="field" style={{ gridColumn: `span ${span}` }} data-wrong={error !== null || undefined}>
      <div className="field-head">
        <label id={`${fieldId(field)}-label`} htmlFor={fieldId(field)}>
          {FIELD_LABELS[field]}
        </label>
        {required && (
          <span className="required" aria-hidden="true">
            必須
          </span>
        )}
      </div>
      <div className="field-body">
        {children}
        {unit && <span className="unit">{unit}</span>}
      </div>
      {note && (
        <p className="field-note" role="status">
          {note}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${fieldId(field)}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

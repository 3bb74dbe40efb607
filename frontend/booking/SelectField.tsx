import { HTMLSelect } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Field } from './Field.js';
import type { FormField, FormValues } from './form-values.js';
import { useField } from './use-field.js';

type SelectFieldProps<Name extends FormField> = {
  field: Name;
  span: number;
  required?: boolean;
  unit?: string;
  disabled?: boolean;
  /** What staff should know of the choices. */
  note?: string;
  /** The chosen value, when it is not the field's own. */
  chosen?: string;
  /** The field's value for a chosen option. */
  read: (value: string) => FormValues[Name];
  /** The option elements. */
  children: ReactNode;
};

/** A field that is chosen from a native select. */
export function SelectField<Name extends FormField>(props: SelectFieldProps<Name>) {
  const { field, span, required, unit, disabled, read } = props;
  const { value, set, leave, wrong, control } = useField(field);
  return (
    <Field field={field} required={required} unit={unit} span={span} note={props.note}>
      <HTMLSelect
        {...control}
        fill
        className={wrong ? 'wrong' : undefined}
        disabled={disabled}
        value={props.chosen ?? String(value ?? '')}
        onChange={(event) => set(read(event.currentTarget.value))}
        onBlur={leave}
      >
        {props.children}
      </HTMLSelect>
    </Field>
  );
}

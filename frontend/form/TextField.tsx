import { InputGroup } from '@blueprintjs/core';
import type { HTMLAttributes } from 'react';
import { Field } from './Field.js';
import type { FormField, FormValues } from './form-values.js';
import { useField } from './use-field.js';

/** The fields that hold typed text. */
type TextFormField = { [Name in FormField]: FormValues[Name] extends string ? Name : never }[FormField];

type TextFieldProps = {
  field: TextFormField;
  span: number;
  required?: boolean;
  unit?: string;
  readOnly?: boolean;
  maxLength?: number;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  align?: 'right';
  /** Id of a list of suggestions. */
  list?: string;
  placeholder?: string;
  /** What becomes of the text when the field is left. */
  tidy?: (text: string) => string;
};

/** A field of typed text. */
export function TextField({ field, span, required, unit, tidy, align, ...input }: TextFieldProps) {
  const { value, set, leave, wrong, control } = useField(field);
  return (
    <Field field={field} required={required} unit={unit} span={span}>
      <InputGroup
        {...control}
        {...input}
        fill
        size="small"
        autoComplete="off"
        className={align === 'right' ? 'align-right' : undefined}
        intent={wrong ? 'danger' : 'none'}
        value={value as string}
        aria-required={required}
        onValueChange={(text) => set(text as never)}
        onBlur={(event) => {
          if (tidy && !input.readOnly) set(tidy(event.currentTarget.value) as never);
          leave();
        }}
      />
    </Field>
  );
}

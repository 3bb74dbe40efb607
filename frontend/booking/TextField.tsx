import { InputGroup } from '@blueprintjs/core';
import type { HTMLAttributes } from 'react';
import { Field } from './Field.js';
import { tidiedText } from './form-request.js';
import type { TextFormField } from './form-values.js';
import { useField } from './use-field.js';

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
};

/** A field of typed text, shown tidied once it is left. */
export function TextField({ field, span, required, unit, align, ...input }: TextFieldProps) {
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
          if (!input.readOnly) set(tidiedText(field, event.currentTarget.value) as never);
          leave();
        }}
      />
    </Field>
  );
}

import { Checkbox, HTMLSelect, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import type { Day } from '@domain/dates.js';
import { SMOKING_STATUSES, type SmokingStatus } from '@domain/room/room-month.js';
import { atom } from 'jotai';
import type { HTMLAttributes, ReactNode } from 'react';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { DateInput } from '../shared/ui/DateInput.js';
import { parseDateText, parseStayEnd } from '../shared/ui/date-text.js';
import { FIELD_LABELS } from './field-texts.js';
import { fieldValueAtom, formAtom, leaveField, setField } from './form.js';
import { fieldErrorAtom } from './form-errors.js';
import {
  type FlagFormField,
  type FormField,
  type FormValues,
  fieldId,
  type TextFormField,
} from './form-values.js';
import { tidyField } from './tidy-form.js';

/** A field's value, how to set it, and what its control needs to be found and to tell of its error. */
export function useField<Field extends FormField>(field: Field) {
  const value = useValue(fieldValueAtom(field));
  const error = useValue(fieldErrorAtom(field));
  return {
    value,
    set: (next: FormValues[Field]) => setField(field, next),
    tidy: () => tidyField(field),
    leave: () => leaveField(field),
    wrong: error !== null,
    control: {
      id: fieldId(field),
      'aria-invalid': error !== null || undefined,
      'aria-describedby': error === null ? undefined : `${fieldId(field)}-error`,
    },
  };
}

type CheckFieldProps = { field: FlagFormField };

/** A flag of the booking. */
export function CheckField({ field }: CheckFieldProps) {
  const { value, set, control } = useField(field);
  return (
    <Checkbox
      {...control}
      className="check"
      inline
      label={FIELD_LABELS[field]}
      checked={value === 1}
      onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
    />
  );
}

type FieldProps = {
  field: FormField;
  required?: boolean;
  /** Unit behind the value: 円, 名, pt. */
  unit?: string;
  /** Remark below, as soon as it is so. */
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
      <div className="field-head soft row">
        <label id={`${fieldId(field)}-label`} htmlFor={fieldId(field)}>
          {FIELD_LABELS[field]}
        </label>
        {required && (
          <span className="required" aria-hidden="true">
            必須
          </span>
        )}
      </div>
      <div className="field-body row">
        {children}
        {unit && <span className="unit soft">{unit}</span>}
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

type Handlers =
  | 'onMouseDown'
  | 'onClick'
  | 'onCompositionStart'
  | 'onCompositionUpdate'
  | 'onCompositionEnd'
  | 'onInput'
  | 'onKeyDown'
  | 'onFocus'
  | 'aria-autocomplete'
  | 'aria-controls'
  | 'aria-activedescendant';

type TextFieldProps = Pick<HTMLAttributes<HTMLInputElement>, Handlers> & {
  field: TextFormField;
  span: number;
  required?: boolean;
  unit?: string;
  readOnly?: boolean;
  maxLength?: number;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** Id of a list of suggestions. */
  list?: string;
  placeholder?: string;
  /** Called after it was left. */
  onLeft?: () => void;
};

/** A field of typed text, shown tidied once it is left. */
export function TextField({ field, span, required, unit, onLeft, ...input }: TextFieldProps) {
  const { value, set, tidy, leave, wrong, control } = useField(field);
  return (
    <Field field={field} required={required} unit={unit} span={span}>
      <InputGroup
        {...control}
        {...input}
        fill
        size="small"
        autoComplete="off"
        className={unit && 'align-right'}
        intent={wrong ? 'danger' : 'none'}
        value={value}
        aria-required={required}
        onValueChange={set}
        onBlur={() => {
          if (!input.readOnly) tidy();
          leave();
          onLeft?.();
        }}
      />
    </Field>
  );
}

type DateFieldProps = {
  field: 'stayStart' | 'stayEnd';
  span: number;
  readOnly?: boolean;
  /** The check-in that a check-out's `+1` and `2泊` are counted from, null for none yet. */
  base?: Day | null;
  /** The days that the picker offers. */
  earliest: Day | null;
  latest: Day | null;
};

/** A day of the stay. */
export function DateField({ field, span, readOnly, base, earliest, latest }: DateFieldProps) {
  const { value, set, tidy, leave, wrong, control } = useField(field);
  const today = useValue(todayAtom);
  const day = today && (base === undefined ? parseDateText(value, today) : parseStayEnd(value, today, base));
  return (
    <Field field={field} required span={span}>
      <DateInput
        {...control}
        fill
        intent={wrong ? 'danger' : 'none'}
        readOnly={readOnly}
        value={value}
        onValue={set}
        onWriteOut={tidy}
        day={day}
        aria-required
        onBlur={leave}
        picker={{ start: base ?? null, earliest, latest, describedBy: `${control.id}-label` }}
      />
    </Field>
  );
}

type SelectFieldProps<Name extends FormField> = {
  field: Name;
  span: number;
  required?: boolean;
  unit?: string;
  disabled?: boolean;
  /** Remark on the choices. */
  note?: string;
  /** The chosen value, when it is not the field's own. */
  chosen?: string;
  /** The field's value for a chosen option. */
  read: (value: string) => FormValues[Name];
  /** Called with a figure that is pressed. */
  onFigure?: (figure: number) => void;
  /** The option elements. */
  children: ReactNode;
};

/** A field that is chosen from a native select. */
export function SelectField<Name extends FormField>(props: SelectFieldProps<Name>) {
  const { field, span, required, unit, disabled, read, onFigure } = props;
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
        onKeyDown={({ key, altKey, ctrlKey, metaKey }) => {
          if (/^[1-9]$/.test(key) && !altKey && !ctrlKey && !metaKey) onFigure?.(Number(key));
        }}
      >
        {props.children}
      </HTMLSelect>
    </Field>
  );
}

const baselineAtom = atom((get) => get(formAtom).baseline);

type MasterFieldProps = {
  field: 'corporateId' | 'paymentType';
  span: number;
  /** Null while they are not read. */
  records: readonly { id: number; name: string; is_retired: 0 | 1 }[] | null;
  /** The value that stands for none, and what it is called. */
  none: { value: 0 | ''; text: string };
};

/** A choice among master records: those in use, and retired ones that the booking has or had; those alone while none are read. */
export function MasterField({ field, span, records, none }: MasterFieldProps) {
  const kept = [useValue(fieldValueAtom(field)), useValue(baselineAtom)[field]];
  const unread = [...new Set(kept)].flatMap((id) =>
    typeof id === 'number' && id !== none.value ? { id, name: '（読み込めていません）', is_retired: 0 } : [],
  );
  return (
    <SelectField field={field} span={span} read={(value) => (value === '' ? null : Number(value))}>
      <option value={none.value}>{none.text}</option>
      {(records ?? unread)
        .filter(({ id, is_retired }) => is_retired !== 1 || kept.includes(id))
        .map(({ id, name, is_retired }) => (
          <option key={id} value={id}>
            {is_retired === 1 ? `${name}（使用停止）` : name}
          </option>
        ))}
    </SelectField>
  );
}

/** 喫煙区分: two radios. */
export function SmokingField() {
  const { value, set, control } = useField('smokingStatus');
  return (
    <div className="field" style={{ gridColumn: 'span 6' }}>
      <RadioGroup
        className="smoking"
        inline
        label={FIELD_LABELS.smokingStatus}
        name={control.id}
        selectedValue={value}
        onChange={(event) => set(event.currentTarget.value as SmokingStatus)}
      >
        {SMOKING_STATUSES.map((status) => (
          <Radio key={status} label={status} value={status} />
        ))}
      </RadioGroup>
    </div>
  );
}

import { HTMLSelect, InputGroup, type InputGroupProps } from '@blueprintjs/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../shared/ui/composing-enter.js';
import { RefusalText } from '../shared/ui/sending.js';
import type { ChangeOutcome, Refusal } from './lists.atoms.js';

const NOTHING_WRONG: Refusal = { fields: {}, text: null };

type EntryFormProps = {
  id?: string;
  label: string;
  className?: string;
  /** Sends what was entered; until that is done it is not sent again. */
  onSubmit: () => Promise<ChangeOutcome>;
  onCancel?: () => void;
  /** The fields, with what is wrong with each in the server's words. */
  children: (sending: boolean, errors: Refusal['fields']) => ReactNode;
};

/**
 * A small form: Enter sends it, but not while an input method converts; Escape gives it up. After a refusal the first
 * wrong field has the focus.
 */
export function EntryForm({ id, label, className, onSubmit, onCancel, children }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  /** The current value: Enter may come before the form is drawn with the answer. */
  const isSending = useRef(false);
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  useLayoutEffect(() => {
    if (refusal !== NOTHING_WRONG) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusal]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setSending(true);
    try {
      const outcome = await onSubmit();
      setRefusal(typeof outcome === 'string' ? NOTHING_WRONG : outcome);
    } finally {
      isSending.current = false;
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
    if (event.key !== 'Escape' || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      ref={form}
      id={id}
      className={className}
      aria-label={label}
      noValidate
      data-takes-escape={onCancel && true}
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      {children(sending, refusal.fields)}
      <RefusalText text={refusal.text} />
    </form>
  );
}

type FieldProps = {
  id: string;
  label: string;
  required?: boolean;
  /** Error in the server's words. */
  error?: string;
  hint?: string;
  /** Content beside the label. */
  aside?: ReactNode;
};

/** A labelled control with its error below. */
export function EntryField({
  id,
  label,
  required,
  error,
  hint,
  aside,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className="entry-field stack" data-wrong={error !== undefined || undefined}>
      <div className="entry-head soft row">
        <label htmlFor={id}>{label}</label>
        {required && (
          <span className="required" aria-hidden="true">
            必須
          </span>
        )}
        {aside}
      </div>
      {children}
      {hint && <p className="soft">{hint}</p>}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const BLANK = '\u0000';

export type EntryProps = FieldProps &
  Pick<InputGroupProps, 'inputMode' | 'maxLength' | 'list' | 'autoFocus'> & {
    /** The value; null for none yet, where that is possible. */
    value: string | null;
    /** Text while there is no value. */
    blank?: string;
    /** Choices; the value is typed where there are none. */
    choices?: readonly { value: string | number; text: string }[];
    onChange: (text: string) => void;
  };

/** A labelled text, typed or chosen. */
export function Entry({
  value,
  blank,
  choices,
  onChange,
  inputMode,
  maxLength,
  list,
  autoFocus,
  ...field
}: EntryProps) {
  const { id, error, required } = field;
  const control = {
    id,
    fill: true,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  };
  return (
    <EntryField {...field}>
      {choices ? (
        <HTMLSelect
          {...control}
          className={error === undefined ? undefined : 'wrong'}
          value={value ?? BLANK}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {value === null && <option value={BLANK}>{blank}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </HTMLSelect>
      ) : (
        <InputGroup
          {...control}
          {...{ inputMode, maxLength, list, autoFocus }}
          size="small"
          autoComplete="off"
          autoCapitalize="off"
          intent={error === undefined ? 'none' : 'danger'}
          aria-required={required}
          placeholder={value === null ? blank : undefined}
          value={value ?? ''}
          onValueChange={onChange}
        />
      )}
    </EntryField>
  );
}

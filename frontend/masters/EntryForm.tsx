import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { isComposing } from '../shared/ui/composing-enter.js';

type EntryFormProps = {
  label: string;
  className?: string;
  /** Sends what was entered; until that is done it is not sent again. */
  onSubmit: () => Promise<unknown>;
  onCancel?: (() => void) | undefined;
  children: (sending: boolean) => ReactNode;
};

/** A small form: Enter sends it, but not while an input method converts; Escape gives it up. */
export function EntryForm({ label, className, onSubmit, onCancel, children }: EntryFormProps) {
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    try {
      await onSubmit();
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const converting = isComposing(event.nativeEvent);
    const onSelect = event.target instanceof HTMLSelectElement;
    if (event.key === 'Enter' && (converting || onSelect)) event.preventDefault();
    if (event.key === 'Enter' && onSelect) event.currentTarget.requestSubmit();
    if (converting || event.key !== 'Escape' || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form className={className} aria-label={label} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      {children(sending)}
    </form>
  );
}

type EntryFieldProps = {
  id: string;
  label: string;
  required?: boolean;
  /** What is wrong with it, in the server's words. */
  error?: string | undefined;
  hint?: string | undefined;
  /** What stands beside the label. */
  aside?: ReactNode;
  children: ReactNode;
};

/** What a control needs to tell of its error. */
export function errorProps(id: string, error: string | undefined) {
  return {
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  };
}

/** A labelled control with its error below. */
export function EntryField({ id, label, required, error, hint, aside, children }: EntryFieldProps) {
  return (
    <div className="entry-field" data-wrong={error !== undefined || undefined}>
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

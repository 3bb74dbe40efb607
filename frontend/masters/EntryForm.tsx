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

import type { ReactNode } from 'react';

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
      <div className="entry-head">
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

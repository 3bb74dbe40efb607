import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';

type PasswordFieldProps = {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onValue: (value: string) => void;
  /** Ids of what else is said of the field. */
  describedBy?: string;
  wrong?: boolean;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  children?: ReactNode;
};

/** A password that can be shown, with a word when Caps Lock is on. */
export function PasswordField({ label, describedBy, wrong, value, onValue, ...field }: PasswordFieldProps) {
  const { children, ...input } = field;
  const id = useId();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  const toggleName = shown ? `${label}を隠す` : `${label}を表示`;
  return (
    <div className="sign-in-field">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        {...input}
        id={id}
        type={shown ? 'text' : 'password'}
        fill
        spellCheck={false}
        autoCapitalize="none"
        value={value}
        intent={wrong ? 'danger' : 'none'}
        aria-invalid={wrong}
        aria-describedby={[`${id}-caps`, describedBy].filter(Boolean).join(' ')}
        onValueChange={onValue}
        onKeyDown={watchCaps}
        onKeyUp={watchCaps}
        onBlur={() => setCaps(false)}
        rightElement={
          <Button
            variant="minimal"
            size="small"
            icon={shown ? <EyeOff size={14} /> : <EyeOpen size={14} />}
            aria-label={toggleName}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <p className="caps-lock" id={`${id}-caps`} role="status">
        {caps && 'Caps Lockがオンです。'}
      </p>
      {children}
    </div>
  );
}

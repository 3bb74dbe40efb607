import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { SHORTEST_PASSWORD } from '@domain/limits.js';
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

/** A new password as it is typed, twice. */
export type NewPassword = { password: string; again: string };

export const BLANK_PASSWORD: NewPassword = { password: '', again: '' };

/** Lists the rules of a new password, and whether it meets them. */
function passwordRules({ password, again }: NewPassword): { rule: string; met: boolean }[] {
  return [
    { rule: `${SHORTEST_PASSWORD}文字以上`, met: [...password].length >= SHORTEST_PASSWORD },
    { rule: '2回とも同じ', met: password !== '' && password === again },
  ];
}

/** Returns why a new password cannot be taken; null when it can. */
export function passwordFault(typed: NewPassword): string | null {
  const [long, same] = passwordRules(typed);
  if (!long?.met) return `新しいパスワードは${SHORTEST_PASSWORD}文字以上で入力してください。`;
  return same?.met ? null : '新しいパスワードが2回とも同じになるように入力してください。';
}

type NewPasswordFieldsProps = { typed: NewPassword; onTyped: (typed: NewPassword) => void };

/** A new password, twice, with what is asked of it and whether it is so already. */
export function NewPasswordFields({ typed, onTyped }: NewPasswordFieldsProps) {
  const id = useId();
  return (
    <>
      <PasswordField
        label="新しいパスワード"
        name="new-password"
        autoComplete="new-password"
        describedBy={id}
        value={typed.password}
        onValue={(password) => onTyped({ ...typed, password })}
      />
      <PasswordField
        label="新しいパスワード（確認）"
        name="new-password-again"
        autoComplete="new-password"
        describedBy={id}
        value={typed.again}
        onValue={(again) => onTyped({ ...typed, again })}
      />
      <ul className="password-rules soft" id={id} aria-label="パスワードの条件">
        {passwordRules(typed).map(({ rule, met }) => (
          <li key={rule} data-met={met}>
            <span aria-hidden="true">{met ? '✓' : '・'}</span>
            {rule}
            <span className="visually-hidden">{met ? '（済み）' : '（まだ）'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

import { useId } from 'react';
import { type NewPassword, passwordRules } from './new-password.js';
import { PasswordField } from './PasswordField.js';

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
      <ul className="password-rules" id={id} aria-label="パスワードの条件">
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

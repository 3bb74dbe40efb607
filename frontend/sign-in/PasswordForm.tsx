import { Button, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { signIn } from './sign-in.js';
import { blockComposingEnter } from '../shared/ui/composing-enter.js';
import { AttemptFailure } from './AttemptFailure.js';
import { PasswordField } from './PasswordField.js';
import { useAttempt } from './use-attempt.js';

/** ログイン with a login name and a password. */
export function PasswordForm() {
  const id = useId();
  const [loginName, setLoginName] = useState('');
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const { busy, failure, setFailure, secondsLeft, attempt } = useAttempt();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (loginName.trim() === '' || password === '') {
      setFailure('ログイン名とパスワードを入力してください。');
      return;
    }
    if (await attempt(() => signIn(loginName.trim(), password))) return;
    passwordInput.current?.select();
  };
  return (
    <form className="sign-in-form" noValidate onSubmit={onSubmit} onKeyDownCapture={blockComposingEnter}>
      <div className="sign-in-field">
        <label htmlFor={`${id}-name`}>ログイン名</label>
        <InputGroup
          id={`${id}-name`}
          name="username"
          autoComplete="username"
          autoFocus
          fill
          spellCheck={false}
          autoCapitalize="none"
          value={loginName}
          aria-describedby={`${id}-failure`}
          onValueChange={setLoginName}
        />
      </div>
      <PasswordField
        label="パスワード"
        name="password"
        autoComplete="current-password"
        describedBy={`${id}-failure`}
        inputRef={passwordInput}
        value={password}
        onValue={setPassword}
      />
      <AttemptFailure id={`${id}-failure`} failure={failure} secondsLeft={secondsLeft} />
      <Button type="submit" intent="primary" fill text="ログイン" loading={busy} disabled={secondsLeft > 0} />
    </form>
  );
}

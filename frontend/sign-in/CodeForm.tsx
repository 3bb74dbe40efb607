import { Button, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useId, useState } from 'react';
import { signInWithCode } from './sign-in.js';
import { blockComposingEnter } from '../shared/ui/composing-enter.js';
import { AttemptFailure } from './AttemptFailure.js';
import { NewPasswordFields } from './NewPasswordFields.js';
import { BLANK_PASSWORD, passwordFault } from './new-password.js';
import { useAttempt } from './use-attempt.js';

/** ワンタイムコード: chooses a password, and signs in. */
export function CodeForm() {
  const id = useId();
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState(BLANK_PASSWORD);
  const { busy, failure, setFailure, secondsLeft, attempt } = useAttempt();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = code.trim() === '' ? 'ワンタイムコードを入力してください。' : passwordFault(typed);
    if (fault !== null) return setFailure(fault);
    await attempt(() => signInWithCode(code.trim(), typed.password));
  };
  return (
    <form className="sign-in-form" noValidate onSubmit={onSubmit} onKeyDownCapture={blockComposingEnter}>
      <p className="soft">管理者から受け取ったコードを入力し、これから使うパスワードを決めてください。</p>
      <div className="sign-in-field">
        <label htmlFor={`${id}-code`}>ワンタイムコード</label>
        <InputGroup
          id={`${id}-code`}
          name="one-time-code"
          className="one-time-code"
          autoComplete="one-time-code"
          autoFocus
          fill
          spellCheck={false}
          autoCapitalize="characters"
          placeholder="XXXX-XXXX-XXXX"
          value={code}
          aria-describedby={`${id}-failure`}
          onValueChange={setCode}
        />
      </div>
      <NewPasswordFields typed={typed} onTyped={setTyped} />
      <AttemptFailure id={`${id}-failure`} failure={failure} secondsLeft={secondsLeft} />
      <Button
        type="submit"
        intent="primary"
        fill
        text="パスワードを決めてログイン"
        loading={busy}
        disabled={secondsLeft > 0}
      />
    </form>
  );
}

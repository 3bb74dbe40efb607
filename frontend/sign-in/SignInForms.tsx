import { Button, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, failureText } from '../shared/api/request.js';
import { BLANK_PASSWORD, NewPasswordFields, PasswordField, passwordFault } from './PasswordFields.js';
import { signIn, signInWithCode } from './sign-in.js';

/** A stretch of time as it is waited for. */
function waitText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `あと${minutes}分${seconds % 60}秒` : `あと${seconds}秒`;
}

type AttemptFailureProps = { id: string; failure: string | null; secondsLeft: number };

/** Says what went wrong with a form, and for how long it is not to be tried again. */
export function AttemptFailure({ id, failure, secondsLeft }: AttemptFailureProps) {
  return (
    <div className="attempt-failure" id={id}>
      <p role="alert">{failure}</p>
      {secondsLeft > 0 && <p role="timer">{`${waitText(secondsLeft)}お待ちください。`}</p>}
    </div>
  );
}

const SECOND_MS = 1_000;

/** Returns the whole seconds left until then; 0 when it is past. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now());
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS));
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [waiting]);
  return left;
}

/** Sends a form that the server may refuse: one at a time, with what went wrong and how long to wait. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [until, setUntil] = useState(0);
  const secondsLeft = useSecondsUntil(until);
  /** Does the work unless it must not be tried now; true when it succeeded. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy || secondsLeft > 0) return false;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      setFailure(failureText(error));
      const wait = error instanceof ApiError ? error.retryAfter : null;
      if (wait !== null) setUntil(Date.now() + wait * SECOND_MS);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, setFailure, secondsLeft, attempt };
}

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
    <form className="sign-in-form" noValidate onSubmit={onSubmit}>
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
    <form className="sign-in-form" noValidate onSubmit={onSubmit}>
      <div className="sign-in-field">
        <label htmlFor={`${id}-name`}>ログイン名</label>
        <InputGroup
          id={`${id}-name`}
          name="username"
          autoComplete="username"
          autoFocus
          fill
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

import { Button } from '@blueprintjs/core';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { lastStaffAtom, signedOutAtom } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { noteShown } from '../shared/ui/after-paint.js';
import { useBodyClass } from '../shared/ui/use-body-class.js';
import { CodeForm, PasswordForm } from './SignInForms.js';

/** A modal dialog of the browser itself: nothing behind it can be reached, whatever opens there meanwhile. */
function OpenDialog() {
  const id = useId();
  useBodyClass('signing-in');
  const dialog = useRef<HTMLDialogElement>(null);
  const [withCode, setWithCode] = useState(false);
  const again = useValue(lastStaffAtom) !== null;
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    noteShown();
    return () => element?.close(); // Gives the focus back to where it was.
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sign-in"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <h2 id={id}>ログイン</h2>
      {again && (
        <p className="soft">
          ログインが終了しました。同じ方がもう一度ログインすると、入力中の内容もそのまま続けられます。別の方がログインすると、入力中の内容は残りません。
        </p>
      )}
      {withCode ? <CodeForm /> : <PasswordForm />}
      <Button
        variant="minimal"
        size="small"
        text={withCode ? 'パスワードでログイン' : 'ワンタイムコードをお持ちの方'}
        onClick={() => setWithCode(!withCode)}
      />
    </dialog>
  );
}

/** Covers the screen until the sign-in; what lies behind cannot be read. */
export function SignInDialog() {
  return useValue(signedOutAtom) ? createPortal(<OpenDialog />, document.body) : null;
}

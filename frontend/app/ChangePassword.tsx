import { Button } from '@blueprintjs/core';
import { type FormEvent, useId, useState } from 'react';
import { blockComposingEnter } from '../shared/ui/composing-enter.js';
import { Modal } from '../shared/ui/Modal.js';
import {
  BLANK_PASSWORD,
  NewPasswordFields,
  PasswordField,
  passwordFault,
} from '../sign-in/PasswordFields.js';
import { AttemptFailure, useAttempt } from '../sign-in/SignInForms.js';
import { changePassword } from '../sign-in/sign-in.js';

/** パスワードの変更 of the signed-in member of staff. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [current, setCurrent] = useState('');
  const [typed, setTyped] = useState(BLANK_PASSWORD);
  const { busy, failure, setFailure, secondsLeft, attempt } = useAttempt();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = current === '' ? '現在のパスワードを入力してください。' : passwordFault(typed);
    if (fault !== null) return setFailure(fault);
    if (await attempt(() => changePassword(current, typed.password))) onClose();
  };
  return (
    <Modal
      title="パスワードの変更"
      isOpen
      ownFocus
      onClose={onClose}
      actions={
        <Button
          type="submit"
          form={id}
          intent="primary"
          text="変更"
          loading={busy}
          disabled={secondsLeft > 0}
        />
      }
    >
      <form
        id={id}
        className="sign-in-form change-password"
        noValidate
        onSubmit={onSubmit}
        onKeyDownCapture={blockComposingEnter}
      >
        <PasswordField
          label="現在のパスワード"
          name="password"
          autoComplete="current-password"
          autoFocus
          describedBy={`${id}-failure`}
          value={current}
          onValue={setCurrent}
        />
        <NewPasswordFields typed={typed} onTyped={setTyped} />
        <AttemptFailure id={`${id}-failure`} failure={failure} secondsLeft={secondsLeft} />
      </form>
    </Modal>
  );
}

import { Button, MenuItem } from '@blueprintjs/core';
import { CaretDown, Key, LogOut, User } from '@blueprintjs/icons';
import { ROLE_NAMES } from '@wire/field-texts.js';
import { type FormEvent, useId, useState } from 'react';
import { staffAtom } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { keyProps, keyText } from '../shared/ui/keys.js';
import { MenuButton } from '../shared/ui/MenuButton.js';
import { Modal } from '../shared/ui/Modal.js';
import {
  BLANK_PASSWORD,
  NewPasswordFields,
  PasswordField,
  passwordFault,
} from '../sign-in/PasswordFields.js';
import { AttemptFailure, useAttempt } from '../sign-in/SignInForms.js';
import { changePassword, signOut } from '../sign-in/sign-in.js';

/** Shows who is signed in, with what they can do about it; nothing without sign-in. */
export function StaffMenu() {
  const staff = useValue(staffAtom);
  // The menu gives the focus back as it closes: the dialog opens only then, or it could lose it again.
  const [changing, setChanging] = useState<'no' | 'asked' | 'open'>('no');
  if (!staff) return null;
  return (
    <>
      <MenuButton
        label="ログイン中のスタッフ"
        placement="bottom-end"
        onClosed={() => setChanging((now) => (now === 'asked' ? 'open' : now))}
        entries={
          <>
            <MenuItem
              icon={<Key size={14} />}
              text="パスワードの変更…"
              onClick={() => setChanging('asked')}
            />
            <MenuItem
              icon={<LogOut size={14} />}
              text="ログアウト"
              label={keyText('signOut')}
              aria-keyshortcuts={keyProps('signOut', '')['aria-keyshortcuts']}
              onClick={() => signOut()}
            />
          </>
        }
        className="staff-menu"
        textClassName="staff-menu-text"
        variant="minimal"
        icon={<User size={14} />}
        endIcon={<CaretDown />}
        text={
          <>
            {staff.name}
            <span className="staff-role">{ROLE_NAMES[staff.role]}</span>
          </>
        }
      />
      {changing === 'open' && <ChangePassword onClose={() => setChanging('no')} />}
    </>
  );
}

/** パスワードの変更 of the signed-in member of staff. */
function ChangePassword({ onClose }: { onClose: () => void }) {
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
      <form id={id} className="sign-in-form change-password" noValidate onSubmit={onSubmit}>
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

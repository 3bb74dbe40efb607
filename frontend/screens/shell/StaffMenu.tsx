import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Key, LogOut, User } from '@blueprintjs/icons';
import { ROLE_NAMES } from '@wire/field-texts.js';
import { useState } from 'react';
import { staffAtom } from '../../state/session-staff.js';
import { signOut } from '../../state/sign-in.js';
import { useValue } from '../../state/store.js';
import { keyProps, keyText } from '../../ui/keys.js';
import { focusFirst, goRound } from '../../ui/menu-keys.js';
import { useKey } from '../../ui/use-key.js';
import { ChangePassword } from './ChangePassword.js';

/** Who is signed in, with what they can do about it; nothing without sign-in. */
export function StaffMenu() {
  const staff = useValue(staffAtom);
  const [changing, setChanging] = useState(false);
  useKey('signOut', () => staff !== null && signOut());
  if (!staff) return null;
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        animation="minimal"
        arrow={false}
        transitionDuration={0}
        onOpened={focusFirst}
        content={
          <Menu aria-label="ログイン中のスタッフ" onKeyDown={goRound}>
            <MenuItem icon={<Key size={14} />} text="パスワードの変更…" onClick={() => setChanging(true)} />
            <MenuItem
              icon={<LogOut size={14} />}
              text="ログアウト"
              label={keyText('signOut')}
              aria-keyshortcuts={keyProps('signOut', '')['aria-keyshortcuts']}
              onClick={() => signOut()}
            />
          </Menu>
        }
      >
        <Button
          className="staff-menu"
          variant="minimal"
          size="small"
          icon={<User size={14} />}
          endIcon="caret-down"
          text={
            <>
              {staff.name}
              <span className="staff-role">{ROLE_NAMES[staff.role]}</span>
            </>
          }
        />
      </PopoverNext>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </>
  );
}

import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown, Key, LogOut, User } from '@blueprintjs/icons';
import { ROLE_NAMES } from '@wire/field-texts.js';
import { useState } from 'react';
import { staffAtom } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { keyProps, keyText } from '../shared/ui/keys.js';
import { focusFirst, goRound } from '../shared/ui/menu-keys.js';
import { signOut } from '../sign-in/sign-in.js';
import { ChangePassword } from './ChangePassword.js';

/** Who is signed in, with what they can do about it; nothing without sign-in. */
export function StaffMenu() {
  const staff = useValue(staffAtom);
  // The menu gives the focus back as it closes: the dialog opens only then, or it could lose it again.
  const [changing, setChanging] = useState<'no' | 'asked' | 'open'>('no');
  if (!staff) return null;
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        animation="minimal"
        arrow={false}
        transitionDuration={0}
        onOpened={focusFirst}
        onClosed={() => setChanging((now) => (now === 'asked' ? 'open' : now))}
        content={
          <Menu aria-label="ログイン中のスタッフ" onKeyDown={goRound}>
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
          </Menu>
        }
      >
        <Button
          className="staff-menu"
          variant="minimal"
          size="small"
          icon={<User size={14} />}
          endIcon={<CaretDown />}
          text={
            <>
              {staff.name}
              <span className="staff-role">{ROLE_NAMES[staff.role]}</span>
            </>
          }
        />
      </PopoverNext>
      {changing === 'open' && <ChangePassword onClose={() => setChanging('no')} />}
    </>
  );
}

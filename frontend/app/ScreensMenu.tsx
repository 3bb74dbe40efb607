import { MenuItem } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useLocation, useNavigate } from 'react-router-dom';
import { SCREENS, type Screen, type ScreenName } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { keyProps, keyText } from '../shared/ui/keys.js';
import { MenuButton } from '../shared/ui/MenuButton.js';
import { BADGES } from './Badges.js';

type ScreenItemProps = { name: ScreenName; isOpen: boolean };

/** The way to a screen, for those who may use it. */
function ScreenItem({ name, isOpen }: ScreenItemProps) {
  const { path, title, key, permission }: Screen = SCREENS[name];
  const isAllowed = useMay(permission);
  const navigate = useNavigate();
  if (!isAllowed) return null;
  const Badge = BADGES[name];
  return (
    <MenuItem
      text={title}
      active={isOpen}
      labelElement={
        <>
          {Badge && <Badge />} {keyText(key)}
        </>
      }
      aria-keyshortcuts={keyProps(key, '')['aria-keyshortcuts']}
      onClick={() => navigate(path)}
    />
  );
}

/** The screens that a narrow top bar has no room for; the button says which of them is open. */
export function ScreensMenu({ names }: { names: readonly ScreenName[] }) {
  const { pathname } = useLocation();
  const open = names.find((name) => pathname === SCREENS[name].path);
  return (
    <MenuButton
      label="その他の画面"
      placement="bottom-start"
      entries={names.map((name) => <ScreenItem key={name} name={name} isOpen={name === open} />)}
      variant="minimal"
      active={open !== undefined}
      text={open ? SCREENS[open].title : 'その他'}
      aria-label={open ? `その他の画面（${SCREENS[open].title}）` : 'その他の画面'}
      endIcon={<CaretDown />}
    />
  );
}

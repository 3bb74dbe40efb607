import { Button, Tag } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { NavLink, useLocation } from 'react-router-dom';
import { failedImportsAtom, hotelAtom } from '../../state/hotel.js';
import { themeAtom } from '../../state/preferences.js';
import { useValue, useWrite } from '../../state/store.js';
import { ConnectionState } from './ConnectionState.js';
import { TerminalName } from './TerminalName.js';

/** Hotel name, screens, terminal, connection and theme. */
export function TopBar() {
  const hotel = useValue(hotelAtom);
  const failed = useValue(failedImportsAtom);
  const theme = useValue(themeAtom);
  const setTheme = useWrite(themeAtom);
  const onList = useLocation().pathname === '/';
  const next = theme === 'dark' ? 'light' : 'dark';
  const nextName = next === 'dark' ? '暗い画面にする' : '明るい画面にする';
  return (
    <header className="top-bar">
      <strong className="hotel-name">{hotel?.name}</strong>
      <nav aria-label="画面">
        <NavLink to="/reservation-registration">予約登録</NavLink>
        <NavLink to="/reservation-status" className={({ isActive }) => (isActive || onList ? 'active' : '')}>
          予約一覧
        </NavLink>
      </nav>
      <span className="top-bar-space" />
      {failed > 0 && <Tag minimal intent="warning">{`自動登録失敗 ${failed}件`}</Tag>}
      <TerminalName />
      <ConnectionState />
      <Button
        variant="minimal"
        size="small"
        icon={next === 'dark' ? <Moon /> : <Flash />}
        aria-label={nextName}
        data-tooltip={nextName}
        onClick={() => setTheme(next)}
      />
    </header>
  );
}

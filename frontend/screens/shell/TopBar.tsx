import { Button, Tag } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { failedImportsAtom, hotelAtom } from '../../state/hotel.js';
import { themeAtom } from '../../state/preferences.js';
import { useValue, useWrite } from '../../state/store.js';
import { KeyHint } from '../../ui/KeyHint.js';
import { keyProps } from '../../ui/keys.js';
import { useKey } from '../../ui/use-key.js';
import { ConnectionState } from './ConnectionState.js';
import { KeySheet } from './KeySheet.js';
import { TerminalName } from './TerminalName.js';

const REGISTRATION = '/reservation-registration';
const LIST = '/reservation-status';

/** Hotel name, screens, terminal, connection and theme. */
export function TopBar() {
  const hotel = useValue(hotelAtom);
  const failed = useValue(failedImportsAtom);
  const theme = useValue(themeAtom);
  const setTheme = useWrite(themeAtom);
  const onList = useLocation().pathname === '/';
  const navigate = useNavigate();
  const [sheetOpen, setSheetOpen] = useState(false);
  useKey('help', () => setSheetOpen(true));
  useKey('openRegistration', () => navigate(REGISTRATION));
  useKey('openList', () => navigate(LIST));
  const next = theme === 'dark' ? 'light' : 'dark';
  const nextName = next === 'dark' ? '暗い画面にする' : '明るい画面にする';
  return (
    <header className="top-bar">
      <strong className="hotel-name">{hotel?.name}</strong>
      <nav aria-label="画面">
        <NavLink to={REGISTRATION} {...keyProps('openRegistration', '予約登録')}>
          予約登録
          <KeyHint of="openRegistration" />
        </NavLink>
        <NavLink
          to={LIST}
          className={({ isActive }) => (isActive || onList ? 'active' : '')}
          {...keyProps('openList', '予約一覧')}
        >
          予約一覧
          <KeyHint of="openList" />
        </NavLink>
      </nav>
      <span className="top-bar-space" />
      {failed > 0 && <Tag minimal intent="warning">{`自動登録失敗 ${failed}件`}</Tag>}
      <TerminalName />
      <ConnectionState />
      <Button
        variant="minimal"
        size="small"
        text={<span aria-hidden="true">?</span>}
        aria-label="キー操作一覧"
        {...keyProps('help', 'キー操作一覧')}
        onClick={() => setSheetOpen(true)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={next === 'dark' ? <Moon /> : <Flash />}
        aria-label={nextName}
        data-tooltip={nextName}
        onClick={() => setTheme(next)}
      />
      <KeySheet isOpen={sheetOpen} onClose={() => setSheetOpen(false)} />
    </header>
  );
}

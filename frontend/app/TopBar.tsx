import { Button } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { Suspense, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { FindBox } from '../guest-search/FindBox.js';
import { QUEUE_ADDRESS } from '../imports/record-texts.js';
import { AUDIT_ADDRESS } from '../shared/events/audit-address.js';
import { hotelAtom } from '../shared/hotel.js';
import { themeAtom } from '../shared/preferences.js';
import { staffAtom, useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { UndoButtons } from '../undo/UndoButtons.js';
import { FailureBadge, HandoverBadge } from './Badges.js';
import { ConnectionState } from './ConnectionState.js';
import { KeySheet } from './KeySheet.js';
import { TerminalName } from './TerminalName.js';

const StaffMenu = lazyPart(async () => (await import('./StaffMenu.js')).StaffMenu);

const REGISTRATION = '/reservation-registration';
const LIST = '/reservation-status';
const FRONT_DESK = '/front-desk';
const HANDOVER = '/handover';
const REPORTS = '/reports';
const MASTERS = '/masters';

/** Hotel name, screens, terminal, connection, who is signed in, and theme. */
export function TopBar() {
  const hotel = useValue(hotelAtom);
  const theme = useValue(themeAtom);
  const setTheme = useWrite(themeAtom);
  const onList = useLocation().pathname === '/';
  const navigate = useNavigate();
  const isSomebody = useValue(staffAtom) !== null;
  const mayAudit = useMay('audit');
  const mayManage = useMay('manage');
  const [sheetOpen, setSheetOpen] = useState(false);
  useKey('help', () => setSheetOpen(true));
  useKey('openRegistration', () => navigate(REGISTRATION));
  useKey('openList', () => navigate(LIST));
  useKey('openAutoRegistration', () => navigate(QUEUE_ADDRESS));
  useKey('openFrontDesk', () => navigate(FRONT_DESK));
  useKey('openHandover', () => navigate(HANDOVER));
  useKey('openReports', () => navigate(REPORTS));
  useKey('openAudit', () => mayAudit && navigate(AUDIT_ADDRESS));
  useKey('openMasters', () => mayManage && navigate(MASTERS));
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
        <NavLink to={QUEUE_ADDRESS} {...keyProps('openAutoRegistration', '自動登録')}>
          自動登録
          <FailureBadge />
          <KeyHint of="openAutoRegistration" />
        </NavLink>
        <NavLink to={FRONT_DESK} {...keyProps('openFrontDesk', 'フロント')}>
          フロント
          <KeyHint of="openFrontDesk" />
        </NavLink>
        <NavLink to={HANDOVER} {...keyProps('openHandover', '引継ぎ')}>
          引継ぎ
          <HandoverBadge />
          <KeyHint of="openHandover" />
        </NavLink>
        <NavLink to={REPORTS} {...keyProps('openReports', 'レポート')}>
          レポート
          <KeyHint of="openReports" />
        </NavLink>
        {mayAudit && (
          <NavLink to={AUDIT_ADDRESS} {...keyProps('openAudit', '監査')}>
            監査
            <KeyHint of="openAudit" />
          </NavLink>
        )}
        {mayManage && (
          <NavLink to={MASTERS} {...keyProps('openMasters', 'マスタ')}>
            マスタ
            <KeyHint of="openMasters" />
          </NavLink>
        )}
      </nav>
      <span className="top-bar-space" />
      <UndoButtons />
      <FindBox />
      <TerminalName />
      <ConnectionState />
      {isSomebody && (
        <Suspense>
          <StaffMenu />
        </Suspense>
      )}
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

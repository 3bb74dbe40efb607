import { Button, EditableText } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { keysOf } from '@domain/records.js';
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { FindBox } from '../guest-search/FindBox.js';
import { managesCleaningAtom } from '../shared/cleaning.js';
import { hotelAtom } from '../shared/hotel.js';
import { connectionAtom } from '../shared/live/connection.js';
import { terminalNameAtom, themeAtom } from '../shared/preferences.js';
import { SCREENS, SCREENS_NAME, type Screen, type ScreenName } from '../shared/screens.js';
import { staffAtom, useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { signOut } from '../sign-in/sign-in.js';
import { UndoButtons } from '../undo/UndoButtons.js';
import { BADGES } from './Badges.js';

const KeySheet = lazyPart(async () => (await import('./KeySheet.js')).KeySheet);

const StaffMenu = lazyPart(async () => (await import('./StaffMenu.js')).StaffMenu);

const ScreensMenu = lazyPart(async () => (await import('./ScreensMenu.js')).ScreensMenu);

const ALL_NAMES = keysOf(SCREENS);
/** A hotel that does not manage the cleaning of its rooms has no way to its screen. */
const OTHER_NAMES = ALL_NAMES.filter((name) => name !== 'cleaning');

/** Widths at which the bar has no room for all screens; beside the name of who is signed in it ends sooner. */
const NARROW = '(width < 1200px)';
const NARROW_BESIDE_STAFF = '(width < 1500px)';
/** Number of screens that stand there before the menu of the others. */
const SHOWN_IN_NARROW = 3;
const SHOWN_BESIDE_STAFF = 5;

function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}

/** The key of a screen, for those who may use it. */
function ScreenKey({ name }: { name: ScreenName }) {
  const { path, key, permission }: Screen = SCREENS[name];
  const isAllowed = useMay(permission);
  const navigate = useNavigate();
  useKey(key, () => isAllowed && navigate(path));
  return null;
}

/** The way to a screen, for those who may use it. */
function ScreenLink({ name }: { name: ScreenName }) {
  const { path, title, key, permission }: Screen = SCREENS[name];
  const isAllowed = useMay(permission);
  const isOwnAddress = useLocation().pathname === '/' && name === 'list';
  if (!isAllowed) return null;
  const Badge = BADGES[name];
  return (
    <NavLink
      to={path}
      className={({ isActive }) => (isActive || isOwnAddress ? 'active' : '')}
      {...keyProps(key, title)}
    >
      {title}
      {Badge && <Badge />}
      <KeyHint of={key} />
    </NavLink>
  );
}

/** Hotel name, screens, terminal, connection, who is signed in, and theme. */
export function TopBar() {
  const hotel = useValue(hotelAtom);
  const theme = useValue(themeAtom);
  const setTheme = useWrite(themeAtom);
  const names = useValue(managesCleaningAtom) ? ALL_NAMES : OTHER_NAMES;
  const isSomebody = useValue(staffAtom) !== null;
  const [sheetOpen, setSheetOpen] = useState(false);
  const isNarrow = useMedia(NARROW);
  const isNarrowBesideStaff = useMedia(NARROW_BESIDE_STAFF) && isSomebody;
  const shown = isNarrow ? SHOWN_IN_NARROW : isNarrowBesideStaff ? SHOWN_BESIDE_STAFF : names.length;
  useKey('help', () => setSheetOpen(true));
  useKey('signOut', () => isSomebody && signOut());
  const next = theme === 'dark' ? 'light' : 'dark';
  const nextName = next === 'dark' ? '暗い画面にする' : '明るい画面にする';
  return (
    <header className="top-bar row">
      <strong className="hotel-name">{hotel?.short_name || hotel?.name}</strong>
      <nav aria-label={SCREENS_NAME}>
        {names.slice(0, shown).map((name) => (
          <ScreenLink key={name} name={name} />
        ))}
        {shown < names.length && (
          <Suspense>
            <ScreensMenu names={names.slice(shown)} />
          </Suspense>
        )}
      </nav>
      {names.map((name) => (
        <ScreenKey key={name} name={name} />
      ))}
      <span className="space" />
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
      {sheetOpen && (
        <Suspense>
          <KeySheet onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** The terminal's name, changed in place. */
function TerminalName() {
  const name = useValue(terminalNameAtom);
  const rename = useWrite(terminalNameAtom);
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <span className="terminal-name" data-tooltip="この端末の名前（他の端末に表示されます）">
      <EditableText
        value={draft ?? name}
        onChange={setDraft}
        onConfirm={(value) => {
          rename(value);
          setDraft(null);
        }}
        onCancel={() => setDraft(null)}
        maxLength={40}
        placeholder="端末名"
      />
    </span>
  );
}

/** 接続中 or 再接続中; a tooltip says since when, by the hotel's clock, and while the line is down the text does. */
function ConnectionState() {
  const { connected, since } = useValue(connectionAtom);
  const timeZone = useValue(hotelAtom)?.timezone;
  const time = since.toLocaleTimeString('ja-JP', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (
    <span
      className="connection"
      role="status"
      data-connected={connected}
      data-tooltip={timeZone && `${time}から${connected ? '接続中' : '再接続中'}`}
    >
      <span className="connection-dot" aria-hidden="true" />
      {connected ? '接続中' : '再接続中'}
      {timeZone && !connected && <time dateTime={since.toISOString()}>{time}〜</time>}
    </span>
  );
}

import type { Permission } from '@domain/masters/staff-role.js';
import { useLayoutEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { AUDIT_ADDRESS } from '../shared/events/audit-address.js';
import { themeAtom } from '../shared/preferences.js';
import { printingAtom } from '../shared/printing.js';
import { useValue } from '../shared/store.js';
import { ScreenHeading } from '../shared/ui/ScreenHeading.js';
import { SignInDialog } from '../sign-in/SignInDialog.js';
import { SignInNotice } from '../sign-in/SignInNotice.js';
import { UndoPlace } from '../undo/UndoButtons.js';
import { Allowed } from './Allowed.js';
import { SCREENS } from './all-screens.js';
import { ScreenBoundary } from './ErrorBoundary.js';
import { LineDown } from './LineDown.js';
import { LoadingOverlay } from './LoadingOverlay.js';
import { MessageDialog } from './MessageDialog.js';
import { NewVersion } from './NewVersion.js';
import { TooltipHost } from './TooltipHost.js';
import { TopBar } from './TopBar.js';

const NEEDED: Partial<Record<string, { permission: Permission; name: string }>> = {
  [AUDIT_ADDRESS]: { permission: 'audit', name: '監査' },
  '/masters': { permission: 'manage', name: 'マスタ' },
};

function NoScreen() {
  return (
    <div className="not-found">
      <ScreenHeading name="画面なし" />
      <p>この画面はありません。</p>
    </div>
  );
}

/** Every screen and its address (spec 2). */
export function App() {
  const theme = useValue(themeAtom);
  const printing = useValue(printingAtom);
  useLayoutEffect(() => {
    document.body.classList.add('bp6-body');
    document.body.classList.toggle('bp6-dark', theme === 'dark' && !printing);
  }, [theme, printing]);
  return (
    // What is pressed for the next screen must not reach the one before it: a switch is no transition.
    <BrowserRouter useTransitions={false}>
      <div className="shell">
        <TopBar />
        <LineDown />
        <NewVersion />
        <main>
          <ScreenBoundary>
            <Routes>
              {Object.entries(SCREENS).map(([address, { Screen }]) => {
                const needed = NEEDED[address];
                const screen = <Screen />;
                const element = needed ? <Allowed {...needed}>{screen}</Allowed> : screen;
                return <Route key={address} path={address} element={element} />;
              })}
              <Route path="*" element={<NoScreen />} />
            </Routes>
          </ScreenBoundary>
          <TooltipHost />
          <UndoPlace />
        </main>
      </div>
      <MessageDialog />
      <LoadingOverlay />
      <SignInNotice />
      <SignInDialog />
    </BrowserRouter>
  );
}

import { lazy, Suspense, useLayoutEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { AUDIT_ADDRESS } from '../audit/audit-address.js';
import { SignInDialog } from '../sign-in/SignInDialog.js';
import { SignInNotice } from '../sign-in/SignInNotice.js';
import { themeAtom } from '../state/preferences.js';
import { printingAtom } from '../state/printing.js';
import { useValue } from '../state/store.js';
import { LoadingOverlay } from '../ui/LoadingOverlay.js';
import { MessageDialog } from '../ui/MessageDialog.js';
import { TooltipHost } from '../ui/TooltipHost.js';
import { UndoPlace } from '../undo/UndoPlace.js';
import { Allowed } from './shell/Allowed.js';
import { LineDown } from './shell/LineDown.js';
import { NewVersion } from './shell/NewVersion.js';
import { ScreenHeading } from './shell/ScreenHeading.js';
import { TopBar } from './shell/TopBar.js';

const ListScreen = lazy(async () => ({ default: (await import('./list/ListScreen.js')).ListScreen }));
const RegistrationScreen = lazy(async () => ({
  default: (await import('./registration/RegistrationScreen.js')).RegistrationScreen,
}));
const AutoRegistrationScreen = lazy(async () => ({
  default: (await import('./auto-registration/AutoRegistrationScreen.js')).AutoRegistrationScreen,
}));
const FrontDeskScreen = lazy(async () => ({
  default: (await import('./front-desk/FrontDeskScreen.js')).FrontDeskScreen,
}));
const HandoverScreen = lazy(async () => ({
  default: (await import('./handover/HandoverScreen.js')).HandoverScreen,
}));
const ReportsScreen = lazy(async () => ({
  default: (await import('./reports/ReportsScreen.js')).ReportsScreen,
}));
const AuditScreen = lazy(async () => ({ default: (await import('./audit/AuditScreen.js')).AuditScreen }));
const MastersScreen = lazy(async () => ({
  default: (await import('./masters/MastersScreen.js')).MastersScreen,
}));

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
    <BrowserRouter>
      <div className="shell">
        <TopBar />
        <LineDown />
        <NewVersion />
        <main>
          <Suspense>
            <Routes>
              <Route path="/" element={<ListScreen />} />
              <Route path="/reservation-status" element={<ListScreen />} />
              <Route path="/reservation-registration" element={<RegistrationScreen />} />
              <Route path="/reservation-registration/:id" element={<RegistrationScreen />} />
              <Route path="/auto-registration" element={<AutoRegistrationScreen />} />
              <Route path="/front-desk" element={<FrontDeskScreen />} />
              <Route path="/handover" element={<HandoverScreen />} />
              <Route path="/reports" element={<ReportsScreen />} />
              <Route
                path={AUDIT_ADDRESS}
                element={
                  <Allowed permission="audit" name="監査">
                    <AuditScreen />
                  </Allowed>
                }
              />
              <Route
                path="/masters"
                element={
                  <Allowed permission="manage" name="マスタ">
                    <MastersScreen />
                  </Allowed>
                }
              />
              <Route path="*" element={<NoScreen />} />
            </Routes>
          </Suspense>
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

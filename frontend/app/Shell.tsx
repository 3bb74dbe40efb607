import { useLayoutEffect } from 'react';
import { Outlet, useNavigation } from 'react-router-dom';
import { themeAtom } from '../shared/preferences.js';
import { printingAtom } from '../shared/printing.js';
import { useValue } from '../shared/store.js';
import { SignInDialog } from '../sign-in/SignInDialog.js';
import { SignInNotice } from '../sign-in/SignInNotice.js';
import { UndoPlace } from '../undo/UndoButtons.js';
import { LineDown } from './LineDown.js';
import { LoadingOverlay } from './LoadingOverlay.js';
import { MessageDialog } from './MessageDialog.js';
import { NewVersion } from './NewVersion.js';
import { ScreenComing } from './ScreenComing.js';
import { TooltipHost } from './TooltipHost.js';
import { TopBar } from './TopBar.js';

/** What is around every screen. */
export function Shell() {
  const theme = useValue(themeAtom);
  const printing = useValue(printingAtom);
  useLayoutEffect(() => {
    document.body.classList.add('bp6-body');
    document.body.classList.toggle('bp6-dark', theme === 'dark' && !printing);
  }, [theme, printing]);
  return (
    <>
      <div className="shell">
        <TopBar />
        <LineDown />
        <NewVersion />
        <main>
          <Outlet />
          <TooltipHost />
          <UndoPlace />
        </main>
      </div>
      <MessageDialog />
      <LoadingOverlay />
      <SignInNotice />
      <SignInDialog />
    </>
  );
}

/** The screen of the address; the one before it goes at once, so that it gets no key that is meant for the next. */
export function Screens() {
  return useNavigation().state === 'idle' ? <Outlet /> : <ScreenComing />;
}

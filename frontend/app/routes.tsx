import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, matchPath, Route, Routes } from 'react-router-dom';
import { MOVE_IN_SCREEN, SCREENS, SETUP_SCREEN } from '../shared/screens.js';
import { whenAtRest } from '../shared/ui/at-rest.js';
import { orWelcome } from './Preparing.js';
import { FailedScreen, NoScreen } from './ScreenFrame.js';
import { type ScreenCode, ScreenPlace, screenCode } from './ScreenPlace.js';
import { Shell } from './Shell.js';
import { reportScreenError } from './screen-errors-api.js';

const CODE: readonly ScreenCode[] = [
  // The page's own address shows the list as well.
  screenCode(
    SCREENS.list,
    async () => orWelcome((await import('../calendar/ListScreen.js')).ListScreen),
    '?',
  ),
  screenCode(
    SCREENS.registration,
    async () => (await import('../registration/RegistrationScreen.js')).RegistrationScreen,
    '/:id?',
  ),
  screenCode(
    SCREENS.frontDesk,
    async () => (await import('../front-desk/FrontDeskScreen.js')).FrontDeskScreen,
  ),
  screenCode(
    SCREENS.autoRegistration,
    async () => (await import('../auto-registration/AutoRegistrationScreen.js')).AutoRegistrationScreen,
  ),
  screenCode(SCREENS.handover, async () => (await import('../handover/HandoverScreen.js')).HandoverScreen),
  screenCode(SCREENS.cleaning, async () => (await import('../cleaning/CleaningScreen.js')).CleaningScreen),
  screenCode(SCREENS.reports, async () => (await import('../reports/ReportsScreen.js')).ReportsScreen),
  screenCode(SCREENS.audit, async () => (await import('../audit/AuditScreen.js')).AuditScreen),
  screenCode(SETUP_SCREEN, async () => (await import('../setup/SetupScreen.js')).SetupScreen),
  screenCode(MOVE_IN_SCREEN, async () => (await import('../move-in/MoveInScreen.js')).MoveInScreen),
  screenCode(SCREENS.masters, async () => (await import('../masters/MastersScreen.js')).MastersScreen),
];

/** Fetches the code of the screen that the page is opened at. */
export function loadOpenedScreen(): void {
  void CODE.find(({ path }) => matchPath(path, location.pathname))?.load();
}

/** Draws the screen of the address under the shell. */
export function Page() {
  return (
    // No transitions: the old screen must not receive keys during navigation.
    <BrowserRouter useTransitions={false}>
      <ErrorBoundary fallback={<FailedScreen isPage />} onError={reportScreenError}>
        <Routes>
          <Route element={<Shell />}>
            {CODE.map((code) => (
              <Route key={code.path} path={code.path} element={<ScreenPlace key={code.path} {...code} />} />
            ))}
            <Route path="*" element={<NoScreen />} />
          </Route>
        </Routes>
      </ErrorBoundary>
    </BrowserRouter>
  );
}

/** Fetches the other screens one after another while the page has nothing better to do and nobody scrolls. */
export async function loadOtherScreens(): Promise<void> {
  for (const { load } of CODE) {
    await whenAtRest();
    await whenIdle();
    await load();
  }
}

const PATIENCE_MS = 5_000;

/** Resolves as soon as the page has nothing else to do. */
function whenIdle(): Promise<void> {
  return new Promise((done) => {
    // Not every browser knows of idleness.
    if (typeof requestIdleCallback === 'undefined') setTimeout(done, PATIENCE_MS);
    else requestIdleCallback(() => done(), { timeout: PATIENCE_MS });
  });
}

import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { type FramedScreen, MOVE_IN_SCREEN, SCREENS, SETUP_SCREEN } from '../shared/screens.js';
import { store } from '../shared/store.js';
import { whenAtRest } from '../shared/ui/at-rest.js';
import { fetchCode } from '../shared/ui/fetch-code.js';
import { orWelcome } from './Preparing.js';
import { fetchFailuresAtom, ScreenComing } from './ScreenComing.js';
import { FailedScreen, NoScreen, ScreenFrame } from './ScreenFrame.js';
import { Screens, Shell } from './Shell.js';

type ScreenCode = { screen: FramedScreen; path: string; load: () => Promise<ComponentType> };

/** A screen whose code is fetched once, however often it is asked for, until it arrives. */
function screenCode(screen: FramedScreen, fetch: () => Promise<ComponentType>, parameter = ''): ScreenCode {
  const path = screen.path + parameter;
  let code: Promise<ComponentType> | null = null;
  const noteFailure = (error: unknown) => {
    console.error('screen', error);
    store.set(fetchFailuresAtom, (failures) => [...failures, { path, error }]);
  };
  const load = () => {
    code ??= fetchCode(fetch, noteFailure);
    return code;
  };
  return { screen, path, load };
}

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

const screenRoute = ({ screen, path, load }: ScreenCode): RouteObject => ({
  path,
  errorElement: <FailedScreen />,
  lazy: async () => {
    const Content = await load();
    const Component = () => (
      <ScreenFrame {...screen}>
        <Content />
      </ScreenFrame>
    );
    return { Component };
  },
});

/** Every screen under the shell. The code of the one that the page was opened at is fetched at once. */
export const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <FailedScreen isPage />,
    children: [
      {
        element: <Screens />,
        hydrateFallbackElement: <ScreenComing />,
        children: [...CODE.map(screenRoute), { path: '*', element: <NoScreen /> }],
      },
    ],
  },
]);

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

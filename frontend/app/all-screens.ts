import { matchPath } from 'react-router-dom';
import { QUEUE_ADDRESS } from '../imports/record-texts.js';
import { AUDIT_ADDRESS } from '../shared/events/audit-address.js';
import { lazyScreen } from './lazy-screen.js';
import { whenIdle } from './when-idle.js';

const list = lazyScreen(async () => (await import('../calendar/ListScreen.js')).ListScreen);
const registration = lazyScreen(
  async () => (await import('../registration/RegistrationScreen.js')).RegistrationScreen,
);

/** Every screen by its address (spec 2). */
export const SCREENS = {
  '/': list,
  '/reservation-status': list,
  '/reservation-registration': registration,
  '/reservation-registration/:id': registration,
  '/front-desk': lazyScreen(async () => (await import('../front-desk/FrontDeskScreen.js')).FrontDeskScreen),
  [QUEUE_ADDRESS]: lazyScreen(
    async () => (await import('../imports/AutoRegistrationScreen.js')).AutoRegistrationScreen,
  ),
  '/handover': lazyScreen(async () => (await import('../handover/HandoverScreen.js')).HandoverScreen),
  '/reports': lazyScreen(async () => (await import('../reports/ReportsScreen.js')).ReportsScreen),
  [AUDIT_ADDRESS]: lazyScreen(async () => (await import('../audit/AuditScreen.js')).AuditScreen),
  '/masters': lazyScreen(async () => (await import('../masters/MastersScreen.js')).MastersScreen),
};

/** Fetches the screen that the page was opened at, before anything else is known. */
export function loadFirstScreen(): void {
  const first = Object.entries(SCREENS).find(([address]) => matchPath(address, location.pathname));
  void first?.[1].load();
}

/** Fetches the other screens one after another while the page has nothing better to do. */
export async function loadOtherScreens(): Promise<void> {
  for (const screen of new Set(Object.values(SCREENS))) {
    await whenIdle();
    await screen.load();
  }
}

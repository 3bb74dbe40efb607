import { expect } from '@playwright/test';
import { setTheme, THEMES, violations } from './axe.js';
import { dialogOf, pressUntil } from './controls.js';
import { test } from './hotel.fixture.js';
import { listStates, registrationStates } from './states/calendar.js';
import { deskStates, importStates, masterStates } from './states/screens.js';
import type { ScreenPart, States } from './states/state.js';

/** Every screen, and every modal and state of each. */
export const SCREEN_STATES: States = {
  ...{ ...listStates, ...registrationStates },
  ...{ ...deskStates, ...masterStates, ...importStates },
};

/** The states that differ most from each other, in the gate; `npm run faults -- accessibility` looks at the rest. */
export const MOST_DIFFERENT = [
  'list of the past with differences',
  'registration, full house',
  'front desk',
  'automatic registration, a file looked at',
  'handover',
  'reports',
  'audit',
  'masters, a cell refused',
];

/** Some states tell of what the server has just refused. */
const REFUSED = /status of (409|422)/;
/** Few cells: every kind of them is looked at, and each costs time. */
export const SMALL = { width: 900, height: 700 };
const USUAL = { width: 1440, height: 900 };

/** Selectors of each part; the page behind a dialog, or beside a form, is checked on its own. */
const PLACES: Record<ScreenPart, string> = {
  page: 'html',
  form: '.reservation-form',
  dialog: '[role="dialog"]',
};

/** A test of each of these states in both themes, in the gate or in the long mode. */
export function testStates(names: readonly string[], tag: '@gate' | '@long'): void {
  for (const name of names) {
    test(`${name}: no rule is broken in either theme`, { tag }, async ({
      desk: { page, allowError },
      hotel,
    }) => {
      const state = SCREEN_STATES[name];
      if (!state) throw new Error(`no state ${name}`);
      allowError(REFUSED);
      await page.setViewportSize(SMALL);
      await state.reach(page, hotel);
      for (const theme of THEMES) {
        await setTheme(page, theme);
        expect.soft(await violations(page, PLACES[state.part], theme), theme).toEqual([]);
      }
      await setTheme(page, 'light');
      await page.setViewportSize(USUAL);
      await page.mouse.up();
      await pressUntil(page, 'Escape', async () => (await dialogOf(page).count()) === 0);
      // What a state leaves on the screen, such as a file that was looked at, is not the next test's.
      await page.goto('about:blank');
    });
  }
}

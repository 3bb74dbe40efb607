import { expect } from '@playwright/test';
import { setTheme, THEMES, violations } from './support/axe.js';
import { openScreen } from './support/calendar.js';
import { stayContrasts } from './support/contrast.js';
import { test } from './support/hotel.fixture.js';
import { SCREEN_STATES, type ScreenPart } from './support/screen-states.js';

const TEXT_CONTRAST = 4.5;
/** Some states tell of what the server has just refused. */
const REFUSED = /status of (409|422)/;
/** Few cells: every kind of them is looked at, and each costs time. */
const SMALL = { width: 900, height: 700 };

/** Where each part is; what lies behind a dialog, or beside a form that is looked at, has had its own look. */
const PLACES: Record<ScreenPart, string> = {
  page: 'html',
  form: '.reservation-form',
  dialog: '[role="dialog"]',
};

for (const [name, { part, reach }] of Object.entries(SCREEN_STATES)) {
  test(`${name}: no rule is broken in either theme`, async ({ openTerminal, hotel }) => {
    const { page, allowError } = await openTerminal({ viewport: SMALL });
    allowError(REFUSED);
    await reach(page, hotel);
    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect.soft(await violations(page, PLACES[part], theme), theme).toEqual([]);
    }
  });
}

test('the text of a stay is readable on every shade, hatched, faded and dimmed', async ({ openTerminal }) => {
  const { page } = await openTerminal({ viewport: SMALL });
  await openScreen(page, '/');
  for (const theme of THEMES) {
    await setTheme(page, theme);
    const looks = await stayContrasts(page);
    expect(looks).toHaveLength(48);
    expect
      .soft(
        looks.filter(({ ratio }) => ratio < TEXT_CONTRAST),
        theme,
      )
      .toEqual([]);
  }
});

import { expect } from '@playwright/test';
import { MOST_DIFFERENT, SCREEN_STATES, SMALL, testStates } from './support/accessible.js';
import { setTheme, THEMES } from './support/axe.js';
import { openScreen } from './support/calendar.js';
import { test } from './support/hotel.fixture.js';
import { stayContrasts } from './support/stay-contrast.js';

const TEXT_CONTRAST = 4.5;

testStates(MOST_DIFFERENT, '@gate');
testStates(
  Object.keys(SCREEN_STATES).filter((name) => !MOST_DIFFERENT.includes(name)),
  '@long',
);

test('the text of a stay is readable on every shade, hatched, faded and dimmed', { tag: '@long' }, async ({
  openTerminal,
}) => {
  const { page } = await openTerminal({ viewport: SMALL });
  await openScreen(page, '/');
  for (const theme of THEMES) {
    await setTheme(page, theme);
    const looks = await stayContrasts(page);
    expect(looks).toHaveLength(48);
    const unreadable = looks.filter(({ ratio }) => ratio < TEXT_CONTRAST);
    expect.soft(unreadable, theme).toEqual([]);
  }
});

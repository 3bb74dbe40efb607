import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { stayContrasts } from './support/contrast.js';
import { test } from './support/hotel.fixture.js';
import { SCREEN_STATES, type ScreenPart } from './support/screen-states.js';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The themes differ in their colours only: what has nothing to do with them is looked at once. */
const RUN_ONLY: Record<Theme, { type: 'tag' | 'rule'; values: string[] }> = {
  light: { type: 'tag', values: RULES },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};
const TEXT_CONTRAST = 4.5;
/** Few cells: every kind of them is looked at, and each costs time. */
const SMALL = { width: 900, height: 700 };

/** Where each part is; what lies behind a dialog, or beside a form that is looked at, has had its own look. */
const PLACES: Record<ScreenPart, string> = {
  page: 'html',
  form: '.reservation-form',
  dialog: '[role="dialog"]',
};

/** What is wrong with a part of the page as it is, a line for each rule and element. */
async function violations(page: Page, part: ScreenPart, theme: Theme): Promise<string[]> {
  // Without frames the page can be told at once what is wrong, instead of collecting first what is right.
  const axe = new AxeBuilder({ page }).include(PLACES[part]).setLegacyMode();
  const wanted = { runOnly: RUN_ONLY[theme], resultTypes: ['violations'] } as const;
  const { violations: broken } = await axe.options(wanted as never).analyze();
  return broken.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}) ${html.slice(0, 400)}\n  ${failureSummary}`),
  );
}

/** A theme is a class of the body: both can be looked at without getting there twice. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (dark) => {
    document.body.classList.toggle('bp6-dark', dark);
    const ends = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
    await Promise.allSettled(ends.map(({ finished }) => finished));
  }, theme === 'dark');
}

for (const [name, { part, reach }] of Object.entries(SCREEN_STATES)) {
  test(`${name}: no rule is broken in either theme`, async ({ openTerminal, hotel }) => {
    const { page } = await openTerminal({ viewport: SMALL });
    await reach(page, hotel);
    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect.soft(await violations(page, part, theme), theme).toEqual([]);
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

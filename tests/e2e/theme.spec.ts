import { expect, type Page } from '@playwright/test';
import { visit } from './support/calendar.js';
import { test } from './support/hotel.fixture.js';

const GROUND = { light: 'rgb(238, 241, 244)', dark: 'rgb(23, 27, 32)' } as const;

const expectGround = (page: Page, theme: keyof typeof GROUND) =>
  expect(page.locator('body')).toHaveCSS('background-color', GROUND[theme]);

for (const { system, chosen, shown } of [
  { system: 'light', chosen: 'dark', shown: 'dark' },
  { system: 'dark', chosen: 'light', shown: 'light' },
  { system: 'dark', chosen: null, shown: 'dark' },
  { system: 'light', chosen: null, shown: 'light' },
] as const)
  test(`a page is ${shown} before its scripts have come (system: ${system}, chosen: ${chosen ?? 'nothing'})`, async ({
    openTerminal,
  }) => {
    const { page } = await openTerminal({ colorScheme: system });
    if (chosen) await page.addInitScript((theme) => localStorage.setItem('theme', theme), chosen);
    await page.route('**/assets/*.js', () => {}); // They never come.
    await page.goto('/', { waitUntil: 'commit' });
    await expectGround(page, shown);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/');
    await expect(page.locator('body')).toHaveClass(/bp6-body/);
    await expectGround(page, shown);
  });

test('a system that turns dark is followed at once, until a theme is chosen', async ({ openTerminal }) => {
  const { page } = await openTerminal({ colorScheme: 'light' });
  await visit(page, '/handover');
  await expectGround(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGround(page, 'dark');
  await page.getByRole('button', { name: '明るい画面にする' }).click();
  await expectGround(page, 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGround(page, 'light');
});

import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const REGISTRATION = /\/assets\/RegistrationScreen-[^/]*\.js$/;
const COMING = '画面を読み込んでいます…';

/** Lets nobody have the code of 予約登録 until the function it answers is called. */
async function holdRegistration(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(REGISTRATION, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('what is pressed for a screen that is still being fetched is not lost, and nobody else hears it', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const release = await holdRegistration(page);
  const { grid } = await openScreen(page, '/reservation-status');
  await grid.locator('[role=gridcell][tabindex="0"]').focus();

  await page.keyboard.press('Alt+KeyO');
  await expect(page.getByText(COMING)).toBeVisible();
  await expect(grid).toHaveCount(0);
  // The list screen would print with this one.
  await page.keyboard.press('Alt+KeyI');
  await page.keyboard.press('Alt+KeyP');
  await page.keyboard.press('Alt+KeyK');
  await page.keyboard.type('12/24');
  release();

  await expect(fieldOf(page, 'チェックイン日')).toHaveValue('12/24');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
});

test('keys for a screen that was not waited for go nowhere', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  const release = await holdRegistration(page);
  await openScreen(page, '/reservation-status');

  await page.keyboard.press('Alt+KeyO');
  await page.keyboard.press('Alt+KeyP');
  await page.keyboard.press('Alt+KeyL');
  await expect(calendarOf(page).grid).toBeVisible();
  await expect(calendarOf(page).firstDay).not.toBeFocused();
  release();
});

test('once the page has been idle, the next screen is there with the key that opens it', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const fetched = page.waitForResponse(REGISTRATION);
  await openScreen(page, '/reservation-status');
  await (await fetched).finished();
  // Its code has run as well.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringContaining('MastersScreen'));

  await page.keyboard.press('Alt+KeyO');
  await page.keyboard.press('Alt+KeyK');
  await page.keyboard.type('12/24');
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue('12/24');
});

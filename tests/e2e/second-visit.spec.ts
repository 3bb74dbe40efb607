import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { test } from './support/hotel.fixture.js';
import { keptKeys } from './support/line-down.js';

const A_DAY_MS = 86_400_000;

/** Tells nothing of the hotel until the function it answers is called. */
async function holdHotel(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/hotel', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const total = (page: Page) => calendarOf(page).grid.locator('[data-header="total"]').first();

test('a terminal that saw the hotel today shows its calendar before it is told of the hotel again', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-status');
  await expect.poll(() => keptKeys(page)).toContain('hotel');
  const release = await holdHotel(page);
  await page.reload();
  await expect(total(page)).toHaveText(/\d/);
  release();
  await expect(page.getByText('接続中')).toBeVisible();
});

test('what it saw on another day does not tell which day it is', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-status');
  await expect.poll(() => keptKeys(page)).toContain('hotel');
  const release = await holdHotel(page);
  await page.clock.setFixedTime(Date.now() + A_DAY_MS);
  const session = page.waitForResponse('**/api/session');
  const bookings: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/bookings')) bookings.push(request.url());
  });
  await page.reload();
  await (await session).finished();
  await expect(page.getByRole('main')).toBeVisible();
  expect(bookings).toEqual([]);
  release();
  await expect(total(page)).toHaveText(/\d/);
  expect(bookings).not.toEqual([]);
});

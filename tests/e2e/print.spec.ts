import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const ROOMS = 117;

test('all rooms of two weeks are put on paper, and nothing else, in light colours', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal({ colorScheme: 'dark' });
  await openScreen(page, '/reservation-registration');
  await showRange(page, hotel.today, addDays(hotel.today, 13));
  await expect(page.locator('.printed')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  const rows = page.locator('.printed tbody tr');
  await expect(rows).toHaveCount(ROOMS);
  await expect(page.locator('.printed-sheet')).toHaveCount(1);
  await expect(page.locator('.printed thead tr[data-row="date"] td')).toHaveCount(14);
  await expect(page.getByRole('heading', { name: 'サンプルホテル' })).toBeVisible();
  for (const name of ['登録', '表示', '部屋検索']) await expect(buttonOf(page, name)).toBeHidden();
  await expect(page.getByRole('grid')).toBeHidden();

  const records = await hotel.bookings(hotel.today, addDays(hotel.today, 13));
  const active = records.filter(({ is_cancelled }) => is_cancelled === 0);
  await expect(page.locator('.printed .stay')).toHaveCount(active.length);
  await expect(page.locator('.printed .bar')).toHaveCount(new Set(active.map(({ id }) => id)).size);
  const looks = await page
    .locator('.printed .stay[data-unpaid="true"] > .bar')
    .first()
    .evaluate((bar) => {
      const { backgroundImage, printColorAdjust, color } = getComputedStyle(bar);
      return { backgroundImage, printColorAdjust, color };
    });
  expect(looks.backgroundImage).toContain('repeating-linear-gradient');
  expect(looks.printColorAdjust).toBe('exact');
  expect(looks.color).toBe('rgb(16, 34, 47)');

  const table = await page.locator('.printed table').boundingBox();
  expect(table?.width).toBeLessThanOrEqual(((297 - 16) / 25.4) * 96);
  await page.emulateMedia({ media: null });
  await expect(page.locator('.printed')).toHaveCount(0);
  await expect(page.locator('body')).toHaveClass(/bp6-dark/);
});

test('a printout has as many pages as all rooms and days need', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/');
  const pagesOf = async (days: number) => {
    await showRange(page, hotel.today, addDays(hotel.today, days - 1));
    const pdf = await page.pdf({ preferCSSPageSize: true });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  };
  const two = await pagesOf(14);
  expect(two).toBeGreaterThanOrEqual(4);
  expect(two).toBeLessThanOrEqual(6);
  expect(await pagesOf(28)).toBe(2 * two);
  await expect(page.locator('.printed')).toHaveCount(0);
});

test('印刷 and its key print', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.prints = String(Number(document.body.dataset.prints ?? 0) + 1);
    };
  });
  await openScreen(page, '/');
  await buttonOf(page, '印刷').click();
  await expect(page.locator('body')).toHaveAttribute('data-prints', '1');
  await page.keyboard.press('Alt+i');
  await expect(page.locator('body')).toHaveAttribute('data-prints', '2');
});

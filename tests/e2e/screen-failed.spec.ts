import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const MASTERS = /\/assets\/MastersScreen-[^/]*\.js$/;
const FAILED = '画面を表示できませんでした';

test('a screen that fails leaves the others, what was typed and the way back', async ({ browser, hotel }) => {
  const page = await browser.newPage({ baseURL: hotel.url });
  // A server of these tests must not have logged an error.
  await page.route('**/api/screen-errors', (route) => route.fulfill({ status: 204 }));
  const reported = page.waitForRequest('**/api/screen-errors');
  await page.route(MASTERS, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const MastersScreen = () => { throw new Error('山田 太郎'); };`,
    }),
  );
  await openScreen(page, '/reservation-registration');
  await fieldOf(page, '宿泊者名').fill('途中 花子');
  await page.keyboard.press('Alt+KeyM');
  await expect(page.getByRole('alert')).toContainText(FAILED);
  expect((await reported).postDataJSON()).toMatchObject({ kind: 'Error', screen: '/masters' });
  expect((await reported).postData()).not.toContain('山田');

  await page.getByRole('link', { name: '予約一覧へ' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Alt+KeyO');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 花子');

  await page.keyboard.press('Alt+KeyM');
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await page.unroute(MASTERS);
  await page.getByRole('button', { name: '再読み込み' }).click();
  await expect(page.getByRole('heading', { name: 'マスタ', level: 1 })).toBeAttached();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Alt+KeyO');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 花子');
  await page.close();
});

test('a screen whose code could not be fetched comes when the line is back', async ({ browser, hotel }) => {
  const page = await browser.newPage({ baseURL: hotel.url, serviceWorkers: 'block' });
  await page.route(MASTERS, (route) => route.abort());
  await openScreen(page, '/reservation-status');
  await page.context().setOffline(true);
  await page.keyboard.press('Alt+KeyM');
  await expect(page.getByText('画面を読み込めませんでした')).toBeVisible();
  await page.unroute(MASTERS);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'マスタ', level: 1 })).toBeAttached();
  await page.close();
});

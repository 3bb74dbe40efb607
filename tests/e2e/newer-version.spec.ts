import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { appIsKept, expectLineDown } from './support/line-down.js';
import { startUpdatingProxy } from './support/updating-proxy.js';

test('a newer version of the app is offered after the server was renewed, and keeps what is typed', async ({
  hotel,
  openTerminal,
}) => {
  const proxy = await startUpdatingProxy(hotel.url, '/service-worker.js');
  const terminal = await openTerminal({ baseURL: proxy.url });
  const { page } = terminal;
  await openScreen(page, '/reservation-registration');
  await appIsKept(page);
  await fillForm(page, { 宿泊者名: '旧版 太郎' });
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  expectLineDown(terminal);
  proxy.update();
  await expect(buttonOf(page, '切り替える')).toBeVisible();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  const loaded = page.waitForEvent('load');
  await buttonOf(page, '切り替える').click();
  await loaded;
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(false);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('旧版 太郎');
  await expect(buttonOf(page, '切り替える')).toBeHidden();
  await proxy.close();
});

import { expect } from '@playwright/test';
import { buttonOf, dialogOf, fieldOf, press } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import { aName, openList } from './support/masters.js';

test('another program is added with the keyboard; its key is shown once, copied, and rotated', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 422/);
  const name = aName('会計システム');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openList(page, 'service-account');
  await press(page, 'Alt+n');
  await expect(fieldOf(page, '名称')).toBeFocused();
  await page.keyboard.type(name);
  await press(page, 'Enter');
  await expect(page.getByText('使える範囲を1つ以上選んでください。')).toBeVisible();
  await fieldOf(page, '部屋と日').selectOption('1');
  await fieldOf(page, '部屋と日').press('Enter');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('未発行');
  await press(page, 'Escape');

  const issue = async () => {
    await buttonOf(page, `${name}のキーを発行`).focus();
    await press(page, 'Enter');
    const dialog = dialogOf(page, `${name}のキー`);
    await dialog.getByRole('button', { name: '発行する' }).press('Enter');
    const copy = dialog.getByRole('button', { name: 'コピー' });
    await expect(copy).toBeFocused();
    const key = (await dialog.locator('output').innerText()).trim();
    await press(page, 'Enter');
    await expect(dialog).toContainText('コピーしました。');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-key.png` });
    await press(page, 'Escape');
    await expect(buttonOf(page, `${name}のキーを発行`)).toBeFocused();
    await expect(page.getByText(key)).toHaveCount(0);
    return key;
  };
  const status = async (key: string) =>
    (await hotel.api.get('/api/room-months?year_month=2026-11-01', { authorization: `Bearer ${key}` }))
      .status;
  const key = await issue();
  await expect(row).toContainText(`${key.slice(0, 16)}…`);
  expect(await status(key)).toBe(200);
  const next = await issue();
  await expect(row).toContainText('まで）');
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-list.png` });
  expect([await status(key), await status(next)]).toEqual([200, 200]);
  await buttonOf(page, `${name}を使用停止`).click();
  await expect(row).toHaveCount(0);
  expect([await status(key), await status(next)]).toEqual([401, 401]);
});

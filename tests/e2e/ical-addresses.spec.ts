import { expect } from '@playwright/test';
import ICAL from 'ical.js';
import { visit } from './support/calendar.js';
import { buttonOf, dialogOf, fieldOf, press } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import { aName, openList } from './support/masters.js';

test('a calendar is added with the keyboard; its address is shown once, copied, renewed and stopped, and the list is live elsewhere', async ({
  hotel,
  desk: { page, allowError },
  openTerminal,
}) => {
  allowError(/status of 422/);
  const name = aName('清掃会社');
  const [stay, room] = await hotel.freeStay();
  const { page: elsewhere } = await openTerminal();
  await visit(elsewhere, '/masters?tab=ical-address');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openList(page, 'service-account');
  const lists = page.getByRole('radiogroup', { name: '連携の種類' });
  await lists.getByRole('radio', { name: 'アカウントとキー' }).focus();
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  await expect(lists.getByRole('radio', { name: 'カレンダー' })).toBeFocused();
  await press(page, 'Alt+n');
  await expect(fieldOf(page, '名称')).toBeFocused();
  await page.keyboard.type(name);
  await fieldOf(page, '部屋番号').fill('9999');
  await press(page, 'Enter');
  await expect(page.getByText('この部屋番号の部屋はありません。')).toBeVisible();
  await fieldOf(page, '部屋番号').fill(room.number);
  await fieldOf(page, '宿泊者名').selectOption('1');
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-form.png` });
  await fieldOf(page, '部屋番号').press('Enter');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(/載せる（個人情報）.*の泊.*未発行/);
  await press(page, 'Escape');
  const seen = elsewhere.getByRole('row').filter({ hasText: name });
  await expect(seen).toContainText('未発行');

  const issue = async () => {
    await buttonOf(page, `${name}のアドレスを発行`).focus();
    await press(page, 'Enter');
    const dialog = dialogOf(page, `${name}のアドレス`);
    await expect(dialog).toContainText('宿泊者名（個人情報）を載せるカレンダーです。');
    await dialog.getByRole('button', { name: '発行する' }).press('Enter');
    await expect(dialog.getByRole('button', { name: 'コピー' })).toBeFocused();
    const address = (await dialog.locator('output').innerText()).trim();
    await press(page, 'Enter');
    await expect(dialog).toContainText('コピーしました。');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-address.png` });
    await press(page, 'Escape');
    await expect(buttonOf(page, `${name}のアドレスを発行`)).toBeFocused();
    await expect(page.getByText(address)).toHaveCount(0);
    return address;
  };
  const status = async (address: string) => (await fetch(address)).status;
  const booking = await hotel.book(stay, room, { guest_name_1: '暦 太郎' });
  const address = await issue();
  await expect(row).toContainText(/hfc_[0-9a-f]{12}…/);
  await expect(seen).toContainText(/hfc_[0-9a-f]{12}…/);
  const calendar = ICAL.Component.fromString(await (await fetch(address)).text());
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  const own = events.find(({ uid }) => uid.startsWith(`booking-${booking.id}@`));
  expect([own?.startDate.toString(), own?.endDate.toString(), own?.summary]).toEqual([
    ...[stay.start, stay.end, '予約 暦 太郎様'],
  ]);
  const next = await issue();
  expect([await status(address), await status(next)]).toEqual([404, 200]);
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-list.png` });
  await buttonOf(page, `${name}を使用停止`).click();
  await expect(row).toHaveCount(0);
  await expect(seen).toHaveCount(0);
  expect(await status(next)).toBe(404);
});

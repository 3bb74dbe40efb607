import { expect } from '@playwright/test';
import type { AccountRecord } from '@wire/account.js';
import { buttonOf, dialogOf, press, tabTo } from './support/controls.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';

test('a stay is paid by two ways at once, gets a line and its papers, all by keys', async ({
  hotel,
  desk: { page },
}) => {
  const fields = { guest_name_1: '会計 太郎', total_fee: 16_400, csv_notes: '0' };
  const { id } = await bookAtDesk(hotel, 0, 2, fields);
  const desk = await openDesk(page);
  await desk.filter.fill('会計 太郎');
  await desk.row(id).click();
  await tabTo(page, buttonOf(page, '明細'));
  await press(page, 'Enter');
  const dialog = dialogOf(page);
  const amount = dialog.getByLabel('金額', { exact: true });
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('16400');
  await amount.fill('10000');
  await tabTo(page, buttonOf(page, '別の支払方法も'));
  await press(page, 'Enter');
  await expect(dialog.getByLabel('金額2')).toBeFocused();
  await expect(dialog.getByLabel('金額2')).toHaveValue('6400');
  await press(page, 'Enter');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
  await expect(amount).toBeFocused();

  await expect(dialog.getByRole('radio', { name: '追加・値引' })).toBeChecked();
  await page.keyboard.type('1500');
  await dialog.getByLabel('内容').fill('朝食');
  await press(page, 'Enter');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('朝食（10%）¥1,500');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥1,500');
  await expect(amount).toHaveValue('1500');
  await press(page, 'Enter');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
  const { body } = await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`);
  expect(body).toMatchObject({ taken: 17_900, charged: 1_500, balance: 0, payment_flag: 1 });
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(buttonOf(page, '明細')).toBeFocused();

  await page.evaluate(() => {
    window.print = () => {
      const copy = document.querySelector('.printed-receipt')?.cloneNode(true) as HTMLElement;
      copy.dataset.copy = 'true';
      document.body.append(copy);
    };
  });
  await buttonOf(page, '領収書').click();
  await expect(dialogOf(page).getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  // The paper itself may not have left yet.
  const paper = page.locator('.printed-receipt[data-copy]');
  for (const text of ['¥17,900-', '朝食 ¥1,500', '10%対象 ¥17,900', '2泊'])
    await expect(paper).toContainText(text);
  await expect(page.locator('.printed-receipt:not([data-copy])')).toHaveCount(0);
});

test('a guest pays in part by card and in part later in the panel, and a row key adds breakfast', async ({
  hotel,
  desk: { page },
}) => {
  const fields = { guest_name_1: '分割 太郎', total_fee: 16_400, csv_notes: '0' };
  const { id } = await bookAtDesk(hotel, 0, 2, fields);
  const desk = await openDesk(page);
  const account = async () => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
  await desk.filter.fill('分割 太郎');
  await desk.row(id).click();
  await buttonOf(page, '入金してチェックイン').press('Enter');
  const question = page.getByRole('dialog', { name: 'チェックイン' });
  await expect(question.getByRole('radio').first()).toBeFocused();
  await press(page, 'Tab');
  await expect(question.getByLabel('お預かり')).toBeFocused();
  await page.keyboard.type('10000');
  await press(page, 'Enter');
  await expect(question.getByRole('status')).toHaveText('¥6,400 足りません。');
  await press(page, 'Tab');
  const rest = question.getByLabel('残り ¥6,400');
  await expect(rest).toBeFocused();
  await rest.selectOption('クレジットカード');
  await press(page, 'Enter');
  await expect(question).toBeHidden();
  expect(await account()).toMatchObject({ taken: 16_400, balance: 0, payment_flag: 1 });
  expect((await account()).payments).toHaveLength(1);

  await expect(buttonOf(page, '領収書')).toBeFocused();
  await desk.row(id).focus();
  await press(page, 'a');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio', { name: '追加・値引' })).toBeChecked();
  await expect(dialog.getByLabel('金額', { exact: true })).toBeFocused();
  await page.keyboard.type('3000');
  await dialog.getByLabel('内容').fill('朝食');
  await press(page, 'Enter');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('朝食（10%）¥3,000');
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(desk.row(id)).toBeFocused();
  expect(await account()).toMatchObject({ charged: 3_000, balance: 3_000, payment_flag: 0 });
});

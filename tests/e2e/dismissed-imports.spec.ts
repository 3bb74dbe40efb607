import { expect } from '@playwright/test';
import type { CsvRecord } from '@wire/csv-record.js';
import { anUnknownType, importRows, recordOf, rowFor } from './support/channel.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { badgeOf, openQueue } from './support/queue.js';

test('対応済みにする takes a record out of the queue by keyboard, is undone and stands in its own list', async ({
  hotel,
  openTerminal,
}) => {
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '対応 済子' });
  await importRows(hotel, row);
  const { page } = await openTerminal();
  const queue = await openQueue(page, row.予約番号);
  await expect(queue.row(row.予約番号)).toContainText('対応 済子');
  const before = await badgeOf(queue);
  const dismiss = async () => {
    await queue.row(row.予約番号).focus();
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: '対応済みにする' });
    await expect(dialog.getByLabel('重複')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(queue.row(row.予約番号)).toHaveCount(0);
  };
  await dismiss();
  await expect.poll(() => badgeOf(queue)).toBe(before - 1);
  await page.keyboard.press('Control+z');
  await expect(queue.row(row.予約番号)).toContainText('部屋タイプ未定義');
  await expect.poll(() => badgeOf(queue)).toBe(before);

  await dismiss();
  expect(await recordOf(hotel, row.予約番号)).toMatchObject({
    status: 'dismissed',
    dismissed_reason: '電話で対応',
  });
  await page.getByRole('button', { name: '対応済みの一覧' }).click();
  const done = page.getByRole('grid', { name: '対応済みの一覧' }).locator('[data-record]');
  await expect(done.filter({ hasText: row.予約番号 })).toContainText('電話で対応');
  await done.filter({ hasText: row.予約番号 }).getByRole('button', { name: '失敗の一覧に戻す' }).click();
  await expect(done.filter({ hasText: row.予約番号 })).toHaveCount(0);
  await page.getByRole('button', { name: '失敗の一覧に戻る' }).click();
  await expect(queue.row(row.予約番号)).toContainText('部屋タイプ未定義');

  const { body } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
  for (const { id } of body) {
    await hotel.api.put(`/api/csv-reservations/${id}/dismissed`, { is_dismissed: 1, reason: '重複' });
  }
  await expect.poll(() => badgeOf(queue)).toBe(0);
  await expect(page.getByText('条件に合う予約はありません。')).toHaveCount(0);
  for (const { id } of body) {
    await hotel.api.put(`/api/csv-reservations/${id}/dismissed`, { is_dismissed: 0 });
  }
});

test('a cancellation opened in the form is dismissed there, not registered', async ({
  hotel,
  openTerminal,
}) => {
  const row = rowFor(hotel.nextStay(), { 予約区分: 'キャンセル', 宿泊者氏名: '取消 太郎' });
  await importRows(hotel, row);
  const { page } = await openTerminal();
  const queue = await openQueue(page, row.予約番号);
  await expect(queue.row(row.予約番号)).toContainText('元予約なし');
  await expect(queue.row(row.予約番号).getByRole('button', { name: '再試行' })).toHaveCount(0);
  await queue.row(row.予約番号).getByRole('link', { name: '開く' }).click();
  await expect(page.locator('.imported')).toContainText('キャンセルの通知は登録できません。');
  await expect(buttonOf(page, '登録')).toHaveCount(0);
  await expect(fieldOf(page, '宿泊者名')).toBeDisabled();
  await buttonOf(page, '対応済みにする').click();
  const dialog = page.getByRole('dialog', { name: '対応済みにする' });
  await dialog.getByLabel('その他', { exact: true }).check({ force: true });
  await dialog.getByLabel('その他の理由').fill('予約元に確認済み');
  await page.keyboard.press('Enter');
  await expect(page.locator('.imported')).toContainText('対応済みです。 理由: 予約元に確認済み');
  await expect(buttonOf(page, '失敗の一覧に戻す')).toBeVisible();
});

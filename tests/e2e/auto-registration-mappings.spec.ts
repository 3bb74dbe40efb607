import { expect } from '@playwright/test';
import { anUnknownType, importRows, recordOf, rowFor } from './support/channel.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { openQueue } from './support/queue.js';

const TAB = { name: /部屋タイプ対応/ };

test('an undefined room type is defined, seen elsewhere, and what waited for it is registered', async ({
  hotel,
  openTerminal,
}) => {
  const type = anUnknownType();
  const row = rowFor(hotel.nextStay(), { 部屋記号: type, 部屋名称: '角部屋シングル' });
  await importRows(hotel, row);
  const [{ page }, { page: other }] = [await openTerminal(), await openTerminal()];
  const elsewhere = await openQueue(other, row.予約番号);
  await expect(elsewhere.row(row.予約番号)).toBeVisible();
  await other.getByRole('tab', TAB).click();
  await openQueue(page);
  await page.getByRole('tab', TAB).click();
  const undefinedTypes = page.getByRole('listitem').filter({ hasText: type });
  await expect(undefinedTypes).toContainText('角部屋シングル 失敗1件');
  await buttonOf(page, `${type}を定義する`).click();
  await expect(fieldOf(page, '一般 禁煙')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(buttonOf(page, `${type}の対応を変更`)).toBeVisible();
  await expect(buttonOf(other, `${type}の対応を変更`)).toBeVisible();

  await page.getByRole('button', { name: /^「部屋タイプ未定義」の\d+件を再試行$/ }).click();
  await expect(page.getByText(/^\d+件中\d+件を登録しました。$/)).toBeVisible();
  expect(await recordOf(hotel, row.予約番号)).toMatchObject({ status: 'registered' });
  await expect(elsewhere.row(row.予約番号)).toHaveCount(0);
});

test('a mapping is changed in place; one without category or known already is refused', async ({
  hotel,
  openTerminal,
}) => {
  const type = anUnknownType();
  await hotel.api.post('/api/room-type-mappings', { room_type: type, categories: ['normal_smoking'] });
  const { page, allowError } = await openTerminal();
  allowError(/status of 422/);
  await openQueue(page);
  await page.getByRole('tab', TAB).click();
  const mapping = page.getByRole('listitem').filter({ hasText: type });
  await expect(mapping).toContainText('一般 喫煙');
  await buttonOf(page, `${type}の対応を変更`).click();
  await fieldOf(page, '一般 喫煙').uncheck({ force: true });
  await buttonOf(page, '保存').click();
  await acceptAlert(page, '選択してください');
  await fieldOf(page, 'ツイン 喫煙').check({ force: true });
  await buttonOf(page, '保存').click();
  await expect(mapping).toContainText('ツイン 喫煙');

  await buttonOf(page, '追加').click();
  await fieldOf(page, '部屋記号・部屋名称').fill(type);
  await fieldOf(page, '女性 禁煙').check({ force: true });
  await buttonOf(page, '保存').click();
  await acceptAlert(page, '既に定義されています。');
  await buttonOf(page, 'やめる').click();
  await expect(mapping).toHaveCount(1);
});

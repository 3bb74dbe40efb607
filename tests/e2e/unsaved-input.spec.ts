import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('what was typed is set aside when a booked cell is clicked, and comes back', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '開く 一郎' });
  await hotel.book(stay, otherRoom, { guest_name_1: '開く 二郎' });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, `/reservation-registration/${id}`);
  await fillForm(page, { 備考: '変更の途中' });

  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('開く 二郎');
  const aside = page.getByRole('status').filter({ hasText: '入力途中' });
  await expect(aside).toContainText(`${room.number} 開く 一郎 の変更`);

  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('開く 一郎');
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');
  await expect(page.getByText(`編集中: ${room.number} 開く 一郎`)).toBeVisible();
  await expect(aside).toBeHidden();

  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  expect((await hotel.booking(id)).notes).toBe('変更の途中');
  await expect(aside).toBeHidden();
});

test('クリア and a look at the list keep what was typed; it can be thrown away', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '閲覧 花子' });
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-registration');
  const aside = page.getByRole('status').filter({ hasText: '入力途中' });

  await fillForm(page, { 宿泊者名: '新規 太郎' });
  await buttonOf(page, 'クリア').click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  await expect(aside).toContainText('新規 太郎 の新規予約');
  await buttonOf(page, '入力途中の内容を破棄').click();
  await expect(aside).toBeHidden();

  await openScreen(page, `/reservation-registration/${id}`);
  await fillForm(page, { 備考: '一覧を見る前' });
  await page.getByRole('link', { name: '予約一覧' }).click();
  await page.getByRole('link', { name: '予約登録' }).click();
  await expect(aside).toContainText('閲覧 花子 の変更');
  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, '備考')).toHaveValue('一覧を見る前');
});

test('the browser asks before a page with unsaved input goes away, and only then', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await openScreen(page, '/reservation-registration');
  await page.reload();
  await openScreen(page, '/reservation-registration');
  expect(asked).toEqual([]);

  await fillForm(page, { 宿泊者名: '途中 太郎' });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

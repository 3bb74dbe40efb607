import { expect } from '@playwright/test';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import {
  anEmptyMonth,
  bulkField,
  changeRoom,
  doneOf,
  openRooms,
  roomsOf,
  someRooms,
} from './support/masters.js';

test('rooms are chosen and changed at once with the keyboard, seen elsewhere without disturbing what is done there', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002', '1003', '901');
  const [{ page }, { page: other }] = [await openTerminal(), await openTerminal()];
  const elsewhere = await openRooms(other, month);
  await elsewhere.cell('901', 'number').click();
  await bulkField(other, '表示名').fill('入力中');

  const { cell, chosen } = await openRooms(page, month);
  const { keyboard } = page;
  await keyboard.press('Alt+j');
  await expect(cell('1001', 'room_type')).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Shift+ArrowDown');
  await expect(chosen).toHaveCount(2);
  await expect(cell('1002', 'room_type')).toBeFocused();
  await bulkField(page, '表示名').fill('改装済');
  await bulkField(page, '喫煙区分').selectOption('喫煙');
  await bulkField(page, '喫煙区分').press('Enter');
  await expect(doneOf(page)).toContainText('2室を変更しました。');
  for (const table of [elsewhere, { cell }]) {
    await expect(table.cell('1001', 'room_label')).toHaveText('改装済');
    await expect(table.cell('1002', 'smoking_status')).toHaveText('喫煙');
    await expect(table.cell('1003', 'room_label')).toHaveText('禁煙S');
  }
  await expect(elsewhere.chosen).toHaveCount(1);
  await expect(bulkField(other, '表示名')).toHaveValue('入力中');
  await expect(bulkField(other, '表示名')).toBeFocused();
  await expect(chosen).toHaveCount(2);

  await keyboard.press('Alt+z');
  await expect(doneOf(page)).toContainText('元に戻しました。');
  await expect(elsewhere.cell('1001', 'room_label')).toHaveText('禁煙S');
  await expect(elsewhere.cell('1002', 'smoking_status')).toHaveText('禁煙');
  expect((await roomsOf(hotel, month)).map(({ version }) => version)).toEqual([3, 3, 1, 1]);
});

test('rooms are chosen by click, shift-click, floor and all at once, and only those that are shown are changed', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002', '1003', '901', '902');
  const { page } = await openTerminal();
  const { cell, chosen, count } = await openRooms(page, month);
  await cell('1001', 'number').click();
  await cell('1003', 'room_label').click({ modifiers: ['Shift'] });
  await expect(chosen).toHaveCount(3);
  await buttonOf(page, '9階をすべて選ぶ').click();
  await expect(count).toContainText('5室を選択中');
  await page.getByLabel('階', { exact: true }).selectOption('9階');
  await expect(count).toHaveText('全5室のうち2室を表示2室を選択中');
  await cell('901', 'room_type').press('F');
  await expect(chosen).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(chosen).toHaveCount(2);
  await bulkField(page, '法人専用').selectOption('1');
  await buttonOf(page, '2室を変更').click();
  await expect(cell('902', 'corporate')).toHaveText('法人専用');
  const corporates = (await roomsOf(hotel, month)).map(({ corporate }) => corporate);
  expect(corporates).toEqual([0, 0, 0, 1, 1]);
  await page.getByLabel('階', { exact: true }).selectOption('10階');
  await page.getByRole('region', { name: '月と絞り込み' }).getByLabel('予約の可否').selectOption('予約不可');
  await expect(page.getByText('条件に合う部屋はありません。')).toBeVisible();
  await page
    .getByRole('tabpanel', { name: '部屋' })
    .getByRole('button', { name: '絞り込みを解除' })
    .last()
    .click();
  await expect(count).toContainText('全5室');
});

test('a cell is edited in place; what is refused is said there', async ({ hotel, openTerminal }) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001');
  const { page, allowError } = await openTerminal();
  allowError(/status of 422/);
  const { cell } = await openRooms(page, month);
  const { keyboard } = page;
  const input = await page.context().newCDPSession(page);
  await keyboard.press('Alt+j');
  await keyboard.press('ArrowRight');
  await keyboard.press('F2');
  await expect(fieldOf(page, '1001号室の表示名')).toHaveValue('禁煙S');
  await input.send('Input.imeSetComposition', { text: 'かいそう', selectionStart: 4, selectionEnd: 4 });
  await keyboard.press('Enter');
  await input.send('Input.insertText', { text: '改装' });
  await expect(fieldOf(page, '1001号室の表示名')).toHaveValue('改装');
  await keyboard.press('Enter');
  await expect(cell('1001', 'room_label')).toHaveText('改装');
  await expect(cell('1001', 'room_label')).toBeFocused();

  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await keyboard.press('Delete');
  await keyboard.press('Enter');
  const type = fieldOf(page, '1001号室の部屋タイプ');
  await expect(cell('1001', 'room_type').getByRole('alert')).toHaveText('部屋タイプを入力してください。');
  await expect(type).toBeFocused();
  await keyboard.press('Escape');
  await expect(cell('1001', 'room_type')).toHaveText('シングル');
  await expect(cell('1001', 'room_type')).toBeFocused();

  await cell('1001', 'priority').dblclick();
  await fieldOf(page, '1001号室の性別の優先').selectOption('女性');
  await keyboard.press('Tab');
  await expect(cell('1001', 'priority')).toHaveText('女性');
  expect(await roomsOf(hotel, month)).toMatchObject([{ room_label: '改装', priority: '女性', version: 3 }]);
});

test('a cell that another terminal changes while it is edited is told, and not overwritten unseen', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  const [room] = await someRooms(hotel, month, '1001');
  if (!room) throw new Error('no room');
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  const { cell } = await openRooms(page, month);
  const label = fieldOf(page, '1001号室の表示名');
  await cell('1001', 'room_label').dblclick();
  await label.fill('こちら');
  await changeRoom(hotel, room, { smoking_status: '喫煙' });
  await expect(cell('1001', 'smoking_status')).toHaveText('喫煙');
  await expect(label).toHaveValue('こちら');
  await label.press('Enter');
  await expect(cell('1001', 'room_label')).toHaveText('こちら');

  await cell('1001', 'room_label').dblclick();
  await label.fill('もう一度');
  await changeRoom(hotel, { ...room, version: 3 }, { room_label: 'あちら' });
  await expect(cell('1001', 'room_label').getByRole('alert')).toHaveText(/「あちら」に変更されました。/);
  await label.press('Enter');
  await expect(cell('1001', 'room_label').getByRole('alert')).toContainText('更新されています');
  expect(await roomsOf(hotel, month)).toMatchObject([{ room_label: 'あちら', smoking_status: '喫煙' }]);
  await label.press('Enter');
  await expect(cell('1001', 'room_label')).toHaveText('もう一度');
});

test('rooms that were changed elsewhere since they were shown are told as stale and shown anew', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  const [room] = await someRooms(hotel, month, '1001');
  if (!room) throw new Error('no room');
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  const { cell } = await openRooms(page, month);
  await cell('1001', 'number').click();
  await bulkField(page, '表示名').fill('新しい名');
  // The other terminal is a moment earlier than what is told of it.
  await page.route('**/api/room-months', async (route) => {
    if (route.request().method() === 'PUT') {
      await changeRoom(hotel, room, { room_label: '先の名' });
      await page.unroute('**/api/room-months');
    }
    await route.fallback();
  });
  await buttonOf(page, '1室を変更').click();
  await expect(page.getByRole('alert')).toContainText('更新されています');
  await expect(cell('1001', 'room_label')).toHaveText('先の名');
  await expect(bulkField(page, '表示名')).toHaveValue('新しい名');
  await buttonOf(page, '1室を変更').click();
  await expect(cell('1001', 'room_label')).toHaveText('新しい名');
});

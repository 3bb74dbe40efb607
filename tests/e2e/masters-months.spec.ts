import { readFile } from 'node:fs/promises';
import { addDays, addMonths, type Month } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { anEmptyMonth, bulkField, doneOf, openRooms, roomsOf, someRooms } from './support/masters.js';

const CONCERNED = '予約の入っている部屋があります';

async function bookIn(hotel: Hotel, month: Month, number: string): Promise<number> {
  const room = (await roomsOf(hotel, month)).find(({ room_number }) => room_number === number);
  if (!room) throw new Error(`no room ${number}`);
  const stay = { start: addDays(month, 9), end: addDays(month, 11) };
  return (await hotel.book(stay, { number, roomId: room.id })).id;
}

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true });
}

function csvOf(lines: readonly string[], name = 'rooms.csv') {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) };
}

test('a room with bookings becomes 予約不可 only after these were shown', async ({ hotel, openTerminal }) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002');
  const id = await bookIn(hotel, month, '1001');
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  const { cell } = await openRooms(page, month);
  await expect(cell('1001', 'booked')).toHaveText('2泊');
  await buttonOf(page, '10階をすべて選ぶ').click();
  const change = buttonOf(page, '2室を変更');
  await bulkField(page, '予約の可否').selectOption('予約不可');
  await change.click();
  const concerned = dialogOf(page, CONCERNED);
  await expect(concerned.getByRole('link')).toHaveText(/^1001号室 .+の予約があります。$/);
  await expect(concerned.getByRole('link')).toHaveAttribute('href', `/reservation-registration/${id}`);
  await expect(concerned.getByRole('link')).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await expect(concerned).toBeHidden();
  await expect(cell('1002', 'reservable_status')).toHaveText('予約可能');

  await change.click();
  await buttonOf(page, '確認して予約不可にする').click();
  await expect(cell('1001', 'reservable_status')).toHaveText('予約不可');
  await expect(cell('1002', 'reservable_status')).toHaveText('予約不可');
  await buttonOf(page, '元に戻す').click();
  await expect(cell('1001', 'reservable_status')).toHaveText('予約可能');
});

test('nights that are booked elsewhere show at once', async ({ hotel, openTerminal }) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001');
  const { page } = await openTerminal();
  const { cell } = await openRooms(page, month);
  await expect(cell('1001', 'booked')).toHaveText('');
  const id = await bookIn(hotel, month, '1001');
  await expect(cell('1001', 'booked')).toHaveText('2泊');
  await hotel.cancel(id);
  await expect(cell('1001', 'booked')).toHaveText('');
});

test('a month is copied after it was shown what that does, and what it changed is restored', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  const next = addMonths(month, 1);
  const [room] = await someRooms(hotel, month, '1001', '1002', '1003');
  await someRooms(hotel, next, '1001', '1002');
  await hotel.api.put('/api/room-months', { rooms: [{ id: room?.id, version: 1, room_label: '写す' }] });
  const { page } = await openTerminal();
  const { cell, row } = await openRooms(page, month);
  await tab(page, '月をコピー').click();
  await expect(fieldOf(page, 'コピー先の月')).toHaveValue(
    `${next.slice(0, 4)}年${Number(next.slice(5, 7))}月`,
  );
  await buttonOf(page, 'コピーの内容を確認').click();
  const effect = page.getByRole('region', { name: 'コピーの内容' });
  await expect(effect).toContainText('表示名 禁煙S→写す');
  await expect(effect.getByRole('definition')).toHaveText(['1', '1', '1']);
  await page.getByRole('button', { name: /にコピー$/ }).click();
  await expect(doneOf(page)).toContainText('月をコピーしました（新規1室・変更1室）。');
  await page.keyboard.press('Alt+PageDown');
  await expect(cell('1001', 'room_label')).toHaveText('写す');
  await expect(row('1003')).toBeVisible();
  await page.keyboard.press('Alt+z');
  await expect(cell('1001', 'room_label')).toHaveText('禁煙S');
});

test('an empty month says what to do, and is filled from the month before', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001');
  const { page } = await openTerminal();
  const { row } = await openRooms(page, addMonths(month, 1));
  await expect(page.getByText('の部屋はまだありません。')).toBeVisible();
  await page.getByRole('region', { name: '部屋の一覧' }).getByRole('button', { name: '月をコピー' }).click();
  await buttonOf(page, 'コピーの内容を確認').click();
  await page.getByRole('button', { name: /にコピー$/ }).click();
  await expect(row('1001')).toBeVisible();

  await page.getByLabel('月', { exact: true }).fill(`${month.slice(0, 4)}／${Number(month.slice(5, 7))}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`month=${month.slice(0, 7)}`));
});

test('a new room is made for some months; a number that is known is refused at the field', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001');
  const { page, allowError } = await openTerminal();
  allowError(/status of (409|422)/);
  const { row, cell } = await openRooms(page, month);
  await tab(page, '新しい部屋').click();
  const form = page.getByRole('form', { name: '新しい部屋' });
  await form.getByLabel('部屋番号').fill('１００１');
  await form.getByLabel('部屋タイプ').fill('ツイン');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('部屋番号')).toHaveAccessibleDescription(/1001/);
  await form.getByLabel('部屋番号').fill('1101');
  await page.keyboard.press('Enter');
  await expect(doneOf(page)).toContainText('1101号室を追加しました（12か月）。');
  await expect(row('1101')).toBeVisible();
  await expect(cell('1101', 'room_type')).toHaveText('ツイン');
});

test('the rooms of a month are saved as a file, changed there, looked at and taken over, and restored', async ({
  hotel,
  openTerminal,
}) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002');
  const { page, allowError } = await openTerminal();
  allowError(/status of 422/);
  const { cell, row } = await openRooms(page, month);
  await tab(page, 'CSV').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    buttonOf(page, 'ファイルに保存').click(),
  ]);
  const content = await readFile(await download.path(), 'utf8');
  const [header = '', first = '', second = ''] = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  expect([header, first]).toEqual([expect.stringContaining('部屋番号'), expect.stringContaining('1001')]);

  const file = page.getByLabel('部屋のCSVファイル');
  await file.setInputFiles(csvOf([header, first.replace('禁煙,', 'なぞ,'), second.replace('シングル', '')]));
  const refused = page.getByRole('region', { name: '取り込めない理由' });
  await expect(refused.getByRole('listitem')).toHaveText([/^2行目: .*喫煙区分/, /^3行目: 部屋タイプ/]);
  expect((await roomsOf(hotel, month)).map(({ version }) => version)).toEqual([1, 1]);

  const third = second.replace('1002', '1003');
  await file.setInputFiles(csvOf([header, first.replace('禁煙S', '表計算'), second, third]));
  const checked = page.getByRole('region', { name: '取り込みの確認' });
  await expect(checked.getByRole('definition')).toHaveText(['1', '1', '1']);
  await expect(cell('1001', 'room_label')).toHaveText('禁煙S');
  await expect(buttonOf(page, '取り込む')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(doneOf(page)).toContainText('CSVを取り込みました（新規1件・変更1件）。');
  await expect(cell('1001', 'room_label')).toHaveText('表計算');
  await expect(row('1003')).toBeVisible();
  await page.keyboard.press('Alt+z');
  await expect(cell('1001', 'room_label')).toHaveText('禁煙S');
});

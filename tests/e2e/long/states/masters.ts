import { addMonths } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { ManagedStaff } from '@wire/master-records.js';
import { visit } from '../../support/calendar.js';
import { dialogOf } from '../../support/dialogs.js';
import { buttonOf } from '../../support/form.js';
import type { Hotel } from '../../support/hotel.js';
import {
  aName,
  anEmptyMonth,
  bulkField,
  define,
  doneOf,
  openList,
  openRooms,
  roomsTable,
  someRooms,
} from '../../support/masters.js';

/** The rooms of the sample hotel, a floor of them chosen, and what they are to become half said. */
export async function chosenFloor(page: Page): Promise<void> {
  await visit(page, '/masters');
  await buttonOf(page, '10階をすべて選ぶ').click();
  await bulkField(page, '喫煙区分').selectOption('喫煙');
  await expect(roomsTable(page).chosen).toHaveCount(13);
}

/** A cell whose value was refused. */
export async function refusedCell(page: Page, hotel: Hotel): Promise<void> {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002');
  const { cell } = await openRooms(page, month);
  await cell('1001', 'room_type').dblclick();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(cell('1001', 'room_type').getByRole('alert')).toBeVisible();
}

/** A month without rooms. */
export async function emptyMonth(page: Page): Promise<void> {
  await openRooms(page, anEmptyMonth());
}

/** Bookings in rooms that are to become 予約不可. */
export async function concernedBookings(page: Page): Promise<void> {
  await visit(page, '/masters');
  await buttonOf(page, '10階をすべて選ぶ').click();
  await bulkField(page, '予約の可否').selectOption('予約不可');
  await buttonOf(page, '13室を変更').click();
  await expect(dialogOf(page, '予約の入っている部屋があります')).toBeVisible();
}

/** What copying a month does. */
export async function shownCopy(page: Page, hotel: Hotel): Promise<void> {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002');
  await openRooms(page, addMonths(month, 1));
  await page.getByRole('tab', { name: '月をコピー' }).click();
  await buttonOf(page, 'コピーの内容を確認').click();
  await expect(page.getByRole('region', { name: 'コピーの内容' })).toBeVisible();
}

/** A new room that was refused. */
export async function refusedRoom(page: Page): Promise<void> {
  await openRooms(page, anEmptyMonth());
  await page.getByRole('tab', { name: '新しい部屋' }).click();
  await buttonOf(page, '部屋を追加').click();
  await expect(page.getByText('部屋番号は数字で入力してください。')).toBeVisible();
}

/** A file that was refused. */
export async function refusedCsv(page: Page): Promise<void> {
  await openRooms(page, anEmptyMonth());
  await page.getByRole('tab', { name: 'CSV' }).click();
  const file = { name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from('部屋番号\r\n1001\r\n') };
  await page.getByLabel('部屋のCSVファイル').setInputFiles(file);
  await expect(page.getByRole('region', { name: '取り込めない理由' })).toBeVisible();
}

/** A list with a retired record, one that is edited, and the way back from what was done last. */
export async function editedList(page: Page, hotel: Hotel): Promise<void> {
  const name = aName('停止商事');
  await define(hotel, '/api/corporate_master', { corporate_short_name: name, corporate_flag: 0 });
  await openList(page, 'corporate');
  await buttonOf(page, `${name}を使用停止`).click();
  await expect(doneOf(page)).toContainText('使用停止にしました。');
  await page.getByLabel(/^使用停止も表示/).check({ force: true });
  await page
    .getByRole('button', { name: /を変更$/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: '法人名' }).fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('法人名を入力してください。')).toBeVisible();
}

/** A one-time code of somebody who has just been given a login name. */
export async function shownCode(page: Page, hotel: Hotel): Promise<void> {
  const name = aName('新人 一郎');
  const login_name = aName('new').toLowerCase();
  await define<ManagedStaff>(hotel, '/api/staff', { name, role: 'staff', login_name });
  await openList(page, 'staff');
  await buttonOf(page, `${name}のワンタイムコードを発行`).click();
  await expect(dialogOf(page, `${name}のワンタイムコード`)).toBeVisible();
}

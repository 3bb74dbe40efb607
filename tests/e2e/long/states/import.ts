import { expect, type Page } from '@playwright/test';
import { goTo } from '../../support/calendar.js';
import { anUnknownType, fileOf, importRows, recordsOf, rowFor } from '../../support/channel.js';
import { buttonOf } from '../../support/form.js';
import type { Hotel } from '../../support/hotel.js';
import { openQueue } from '../../support/queue.js';

/** A reservation of two rooms whose room type means nothing, of a guest who has another one on the same days. */
async function importTwins(hotel: Hotel): Promise<string> {
  const stay = hotel.nextStay();
  const two = { 部屋数: '2', 男性人数: '2', 大人人数: '2', 合計料金: '16001', 請求料金: '1' };
  const guest = { 宿泊者氏名: '二重 予約太郎左衛門尉', 部屋記号: anUnknownType() };
  const row = rowFor(stay, { ...guest, ...two });
  await importRows(hotel, row, rowFor(stay, guest));
  return row.予約番号;
}

/** The queue with rooms of one reservation and a duplicate. */
export async function queueWithTwins(page: Page, hotel: Hotel): Promise<void> {
  const number = await importTwins(hotel);
  const queue = await openQueue(page, '二重');
  await expect(queue.row(number)).toHaveCount(2);
  await expect(page.getByRole('link', { name: '重複の疑い' }).first()).toBeVisible();
}

/** The form of an imported room with all that is said of it. */
export async function importedRoom(page: Page, hotel: Hotel): Promise<void> {
  const [record] = await recordsOf(hotel, await importTwins(hotel));
  await goTo(page, `/reservation-registration/${record?.id}?type=csvReservation`);
  await expect(page.getByText('2室中1室目')).toBeVisible();
}

/** The queue when nothing failed, and when nothing is found. */
export async function emptyQueue(page: Page): Promise<void> {
  await page.route('**/api/csv-reservations?*', (route) => route.fulfill({ json: [] }));
  await openQueue(page);
  await expect(page.getByText('登録を待っている予約はありません。')).toBeVisible();
}

/** A filter that finds nothing. */
export async function nothingFound(page: Page): Promise<void> {
  await openQueue(page, 'どこにもいない');
  await expect(page.getByText('条件に合う予約はありません。')).toBeVisible();
}

async function chooseMixed(page: Page, hotel: Hotel): Promise<void> {
  const bad = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType() });
  await openQueue(page);
  await page.getByLabel('CSVファイル').setInputFiles(fileOf([rowFor(hotel.nextStay()), bad]));
}

/** What importing a file would do. */
export async function checkedFile(page: Page, hotel: Hotel): Promise<void> {
  await chooseMixed(page, hotel);
  await expect(buttonOf(page, '取り込む')).toBeFocused();
}

/** A file that is being looked at. */
export async function checkingFile(page: Page, hotel: Hotel): Promise<void> {
  await page.route('**/api/csv-imports?dry_run=1', () => {});
  await chooseMixed(page, hotel);
  await expect(page.getByText('内容を確認しています')).toBeVisible();
}

/** What an import has done. */
export async function importReport(page: Page, hotel: Hotel): Promise<void> {
  await checkedFile(page, hotel);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2行を取り込みました')).toBeVisible();
}

/** The room types, one of them being defined. */
export async function roomTypes(page: Page, hotel: Hotel): Promise<void> {
  await importRows(hotel, rowFor(hotel.nextStay(), { 部屋記号: anUnknownType() }));
  await openQueue(page);
  await page.getByRole('tab', { name: /部屋タイプ対応/ }).click();
  await page
    .getByRole('button', { name: /を定義する$/ })
    .first()
    .click();
  await expect(buttonOf(page, '保存')).toBeVisible();
}

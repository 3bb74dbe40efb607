import { addMonths } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { ManagedStaff } from '@wire/master-records.js';
import { aBooking, openAudit } from '../audit.js';
import { visit } from '../calendar.js';
import { anUnknownType, fileOf, importRows, openQueue, rowFor } from '../channel.js';
import { buttonOf, dialogOf } from '../controls.js';
import { bookAtDesk, openDesk } from '../front-desk.js';
import { colleagueAt, openHandover } from '../handover.js';
import type { Hotel } from '../hotel.js';
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
} from '../masters.js';
import { openReports } from '../reports.js';
import { dialog, type States, wholePage } from './state.js';

/** The handover screen with something of every kind on it. */
async function showHandover(page: Page, hotel: Hotel) {
  const { id } = await aBooking(hotel);
  const colleague = colleagueAt(hotel, '夜勤');
  await colleague.amend(id, { notes: '高層階希望' });
  await colleague.pay(id);
  await colleague.writeNote(hotel.today, '団体のお客様の到着が早まります');
  const handover = await openHandover(page);
  await expect(handover.booking(id).first()).toBeVisible();
  await expect(handover.note('団体のお客様').first()).toBeVisible();
  return handover;
}

async function chooseMixed(page: Page, hotel: Hotel): Promise<void> {
  const bad = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType() });
  await openQueue(page);
  await page.getByLabel('CSVファイル').setInputFiles(fileOf([rowFor(hotel.nextStay()), bad]));
}

async function checkFile(page: Page, hotel: Hotel): Promise<void> {
  await chooseMixed(page, hotel);
  await expect(buttonOf(page, '取り込む')).toBeFocused();
}

/** Opens the first company that has stays to be billed. */
async function openCompany(page: Page): Promise<void> {
  await visit(page, '/reports?tab=receivables');
  const row = page
    .getByRole('table', { name: '法人ごとの売掛' })
    .getByRole('row')
    .filter({ hasText: '件 ¥' });
  await row.first().getByRole('link').click();
  await expect(page.getByRole('table', { name: '請求待ち' })).toBeVisible();
}

export const deskStates: States = {
  'front desk': wholePage(async (page, hotel) => {
    const marks = { nextday_out_flag: 1, room_move_lock: 1, coupon: 1 } as const;
    const told = { notes: '高層階希望', csv_notes: '300' };
    await bookAtDesk(hotel, -1, 2, { guest_name_1: '外観 遅子', ...marks, ...told });
    await bookAtDesk(hotel, 0, 1, { guest_name_1: '外観 待子' });
    const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '外観 済子' });
    await hotel.checkIn(id, hotel.today);
    const desk = await openDesk(page);
    await desk.filter.fill('外観');
    await expect(desk.row(id)).toContainText('到着済');
    await page.keyboard.press('Enter');
    await expect(desk.rows.first()).toBeFocused();
  }),
  'front desk, nobody found': wholePage(async (page) => {
    await (await openDesk(page)).filter.fill('どこにもいない');
    await expect(page.getByText('条件に合う予約はありません。')).toBeVisible();
  }),
  'front desk, way of paying asked': dialog(async (page, hotel) => {
    await bookAtDesk(hotel, 0, 1, { guest_name_1: '外観 払子' });
    await (await openDesk(page)).filter.fill('外観 払子');
    await page.keyboard.press('Enter');
    await page.keyboard.press('p');
    await expect(dialogOf(page, '入金')).toBeVisible();
  }),
  reports: wholePage(async (page) => void (await openReports(page))),
  'reports, by source': wholePage(async (page) => {
    await visit(page, '/reports?period=today&compare=none');
    await page.getByRole('tab', { name: '予約媒体別' }).click();
  }),
  'what companies owe': wholePage(async (page) => {
    await visit(page, '/reports?tab=receivables');
    await expect(page.getByRole('table', { name: '法人ごとの売掛' })).toBeVisible();
  }),
  'a company, an invoice asked': dialog(async (page) => {
    await openCompany(page);
    await page.getByRole('button', { name: '請求書を作る' }).click();
    await expect(dialogOf(page)).toBeVisible();
  }),
  'an invoice that is paid in part': dialog(async (page) => {
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await openCompany(page);
    await page.getByRole('button', { name: '請求書を作る' }).click();
    await page.getByRole('button', { name: '発行して印刷' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await page
      .getByRole('button', { name: /^No\.\d{6}$/ })
      .first()
      .click();
    await dialogOf(page).getByLabel('金額').fill('1');
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toContainText('一部入金');
  }),
  handover: wholePage(async (page, hotel) => void (await showHandover(page, hotel))),
  'handover, a note edited': wholePage(async (page, hotel) => {
    const handover = await showHandover(page, hotel);
    await handover.note('団体のお客様').first().getByRole('button', { name: '変更' }).click();
    await expect(handover.notes.getByRole('form', { name: '申し送りの変更' })).toBeVisible();
    await handover.since.selectOption({ label: '日時を指定' });
    await expect(handover.changes.getByRole('form', { name: '日時を指定' })).toBeVisible();
  }),
  'handover, its end asked': dialog(async (page) => {
    await openHandover(page);
    await page.keyboard.press('Alt+g');
    await expect(dialogOf(page, '引継ぎの確定')).toBeVisible();
  }),
  audit: wholePage(async (page, hotel) => {
    const log = await openAudit(page, '?type=ReservationAmended');
    await log.rows.first().click();
    await log.detail.getByText('元データ').click();
    await log.grid.evaluate((element) => element.scrollTo({ top: 400 }));
    await hotel.amend((await aBooking(hotel)).id, { total_fee: 9_000 });
    await expect(log.fresh).toBeVisible();
  }),
  'audit, nothing found': wholePage(async (page) => {
    await visit(page, '/audit?terminal=どこにもない端末');
    await expect(page.getByText('条件に合う記録はありません。')).toBeVisible();
  }),
  'audit, evidence in trouble': wholePage(async (page, { api }) => {
    const { log_id } = (await api.get<HotelRecord>('/api/hotel')).body;
    const signed = { key_id: '0123456789abcdef', signature: 'c2ln', created_at: '2026-11-21T03:00:00Z' };
    await page.route('**/api/checkpoints', (route) =>
      route.fulfill({
        json: {
          folder: '/var/lib/hotel/evidence',
          key_id: signed.key_id,
          every_minutes: 60,
          checkpoints: [{ log_id, position: 8_123, hash: 'ab'.repeat(32), ...signed }],
          unreadable_lines: 1,
          trouble: '位置 8123 のハッシュがチェックポイントと一致しません。',
        },
      }),
    );
    await openAudit(page);
    await page.getByRole('tab', { name: '証拠' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  }),
};

export const masterStates: States = {
  'masters, export': wholePage(async (page) => {
    await visit(page, '/masters?tab=export');
    await expect(page.getByRole('link', { name: 'データ移行' })).toBeVisible();
  }),
  'masters, rooms of a floor chosen': wholePage(async (page) => {
    await visit(page, '/masters');
    await buttonOf(page, '10階をすべて選ぶ').click();
    await bulkField(page, '喫煙区分').selectOption('喫煙');
    await expect(roomsTable(page).chosen).toHaveCount(13);
  }),
  'masters, a cell refused': wholePage(async (page, hotel) => {
    const month = anEmptyMonth();
    await someRooms(hotel, month, '1001', '1002');
    const { cell } = await openRooms(page, month);
    await cell('1001', 'room_type').dblclick();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(cell('1001', 'room_type').getByRole('alert')).toBeVisible();
  }),
  'masters, a month without rooms': wholePage(async (page) => void (await openRooms(page, anEmptyMonth()))),
  'masters, bookings concerned': dialog(async (page) => {
    await visit(page, '/masters');
    await buttonOf(page, '10階をすべて選ぶ').click();
    await bulkField(page, '予約の可否').selectOption('予約不可');
    await buttonOf(page, '13室を変更').click();
    await expect(dialogOf(page, '予約の入っている部屋があります')).toBeVisible();
  }),
  'masters, a month to be copied': wholePage(async (page, hotel) => {
    const month = anEmptyMonth();
    await someRooms(hotel, month, '1001', '1002');
    await openRooms(page, addMonths(month, 1));
    await page.getByRole('tab', { name: '月をコピー' }).click();
    await buttonOf(page, 'コピーの内容を確認').click();
    await expect(page.getByRole('region', { name: 'コピーの内容' })).toBeVisible();
  }),
  'masters, a new room refused': wholePage(async (page) => {
    await openRooms(page, anEmptyMonth());
    await page.getByRole('tab', { name: '新しい部屋' }).click();
    await buttonOf(page, '部屋を追加').click();
    await expect(page.getByText('部屋番号を入力してください。')).toBeVisible();
  }),
  'masters, a file refused': wholePage(async (page) => {
    await openRooms(page, anEmptyMonth());
    await page.getByRole('tab', { name: 'CSV' }).click();
    const file = { name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from('部屋番号\r\n1001\r\n') };
    await page.getByLabel('部屋のCSVファイル').setInputFiles(file);
    await expect(page.getByRole('region', { name: '取り込めない理由' })).toBeVisible();
  }),
  'masters, a list edited': wholePage(async (page, hotel) => {
    const name = aName('停止商事');
    await define(hotel, '/api/corporate_master', { corporate_short_name: name, corporate_flag: 0 });
    await openList(page, 'corporate');
    await buttonOf(page, `${name}を使用停止`).click();
    await expect(doneOf(page)).toContainText('使用停止にしました。');
    await page.getByLabel(/^使用停止も表示/).check({ force: true });
    const change = page.getByRole('button', { name: /を変更$/ }).first();
    await change.click();
    await page.getByRole('textbox', { name: '法人名' }).fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByText('法人名を入力してください。')).toBeVisible();
  }),
  'masters, a one-time code': dialog(async (page, hotel) => {
    const [name, login_name] = [aName('新人 一郎'), aName('new').toLowerCase()];
    await define<ManagedStaff>(hotel, '/api/staff', { name, role: 'staff', login_name });
    await openList(page, 'staff');
    await buttonOf(page, `${name}のワンタイムコードを発行`).click();
    await expect(dialogOf(page, `${name}のワンタイムコード`)).toBeVisible();
  }),
};

export const importStates: States = {
  'automatic registration': wholePage(async (page, hotel) => {
    const stay = hotel.nextStay();
    const guest = { 宿泊者氏名: '二重 予約太郎左衛門尉', 部屋記号: anUnknownType() };
    const two = { 部屋数: '2', 男性人数: '2', 大人人数: '2', 合計料金: '16001', 請求料金: '1' };
    const row = rowFor(stay, { ...guest, ...two });
    await importRows(hotel, row, rowFor(stay, guest));
    const queue = await openQueue(page, '二重');
    await expect(queue.row(row.予約番号)).toHaveCount(2);
    await expect(page.getByRole('link', { name: '重複の疑い' }).first()).toBeVisible();
  }),
  'automatic registration, nothing failed': wholePage(async (page) => {
    await page.route('**/api/csv-reservations?*', (route) => route.fulfill({ json: [] }));
    await openQueue(page);
    await expect(page.getByText('登録を待っている予約はありません。')).toBeVisible();
  }),
  'automatic registration, nothing found': wholePage(async (page) => {
    await openQueue(page, 'どこにもいない');
    await expect(page.getByText('条件に合う予約はありません。')).toBeVisible();
  }),
  'automatic registration, a file being looked at': wholePage(async (page, hotel) => {
    await page.route('**/api/csv-imports?dry_run=1', () => {});
    await chooseMixed(page, hotel);
    await expect(page.getByText('内容を確認しています')).toBeVisible();
  }),
  'automatic registration, a file looked at': wholePage(checkFile),
  'automatic registration, a report': wholePage(async (page, hotel) => {
    await checkFile(page, hotel);
    await page.keyboard.press('Enter');
    await expect(page.getByText('2行を取り込みました')).toBeVisible();
  }),
  'automatic registration, room types': wholePage(async (page, hotel) => {
    await importRows(hotel, rowFor(hotel.nextStay(), { 部屋記号: anUnknownType() }));
    await openQueue(page);
    await page.getByRole('tab', { name: /部屋タイプ対応/ }).click();
    const define = page.getByRole('button', { name: /を定義する$/ }).first();
    await define.click();
    await expect(buttonOf(page, '保存')).toBeVisible();
  }),
};

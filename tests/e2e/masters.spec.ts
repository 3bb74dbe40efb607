import { readFile } from 'node:fs/promises';
import { addDays, addMonths, type Month } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { ManagedCorporate, ManagedPayment } from '@wire/master-records.js';
import { goTo } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { pressUntil, tabTo } from './support/keyboard.js';
import {
  aName,
  anEmptyMonth,
  bulkField,
  changeRoom,
  define,
  doneOf,
  openList,
  openRooms,
  recordRow,
  roomsOf,
  someRooms,
} from './support/masters.js';

const CORPORATES = '/api/corporate_master';
const FORM = '/reservation-registration';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Types as an input method does: Enter first takes over what is composed. */
async function compose(page: Page, kana: string, text: string): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const end = kana.length;
  await input.send('Input.imeSetComposition', { text: kana, selectionStart: end, selectionEnd: end });
  await page.keyboard.press('Enter');
  await input.send('Input.insertText', { text });
}

async function bookIn(hotel: Hotel, month: Month, number: string): Promise<number> {
  const room = (await roomsOf(hotel, month)).find(({ room_number }) => room_number === number);
  if (!room) throw new Error(`no room ${number}`);
  const stay = { start: addDays(month, 9), end: addDays(month, 11) };
  return (await hotel.book(stay, { number, roomId: room.id })).id;
}

function csvOf(lines: readonly string[]) {
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
  return { name: 'rooms.csv', mimeType: 'text/csv', buffer };
}

test('a corporate is added, changed and taken out of use with the keyboard alone, seen elsewhere at once', async ({
  desk: { page },
  elsewhere: { page: other },
}) => {
  const name = aName('北国商事');
  await goTo(other, FORM);
  await goTo(page, '/');
  const { keyboard } = page;
  await keyboard.press('Alt+m');
  await expect(tab(page, '部屋')).toBeVisible();
  await tabTo(page, tab(page, '部屋'));
  await keyboard.press('ArrowRight');
  await expect(tab(page, '法人')).toBeFocused();
  await expect(buttonOf(page, '追加')).toBeVisible();
  await keyboard.press('Alt+n');
  await expect(fieldOf(page, '法人名')).toBeFocused();
  await compose(page, 'きたぐに', name);
  await expect(fieldOf(page, '法人名')).toHaveValue(name);
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(recordRow(page, name)).toContainText('使う');
  await expect(doneOf(page)).toContainText(`「${name}」を追加しました。`);
  const choices = fieldOf(other, '法人').locator('option');
  await expect(choices.filter({ hasText: name })).toHaveCount(1);

  // The form stays for the next one.
  await expect(fieldOf(page, '法人名')).toBeFocused();
  await expect(fieldOf(page, '法人名')).toHaveValue('');
  await keyboard.press('Escape');
  await expect(buttonOf(page, '追加')).toBeFocused();
  const isFocused = () => buttonOf(page, `${name}を変更`).evaluate((one) => one === document.activeElement);
  await pressUntil(page, 'Tab', isFocused);
  await keyboard.press('Enter');
  await expect(fieldOf(page, '法人名')).toHaveValue(name);
  await keyboard.press('End');
  await keyboard.type('改');
  await keyboard.press('Enter');
  await expect(buttonOf(page, `${name}改を変更`)).toBeFocused();
  await expect(choices.filter({ hasText: `${name}改` })).toHaveCount(1);
  await tabTo(page, buttonOf(page, `${name}改を使用停止`));
  await keyboard.press('Enter');
  await expect(recordRow(page, name)).toHaveCount(0);
  await expect(choices.filter({ hasText: name })).toHaveCount(0);
  await expect(page.locator('#take-back')).toBeFocused();
  await keyboard.press('Enter');
  await expect(recordRow(page, `${name}改`)).toBeVisible();
  await expect(choices.filter({ hasText: `${name}改` })).toHaveCount(1);
});

test('what another terminal changes meanwhile is shown beside what is typed; what the server refuses is said at the field', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of (409|422)/);
  const name = aName('南国商事');
  const values = { corporate_short_name: name, corporate_flag: 0 };
  const corporate = await define<ManagedCorporate>(hotel, CORPORATES, values);
  await openList(page, 'corporate');
  await buttonOf(page, `${name}を変更`).click();
  await fieldOf(page, '法人名').fill(`${name}の入力`);
  const changed = { corporate_short_name: `${name}新`, corporate_flag: 1 };
  await hotel.api.put(`${CORPORATES}/${corporate.id}`, changed);
  const notice = page.getByRole('alert').filter({ hasText: '他の端末で更新されています。' });
  await expect(notice).toContainText(`法人名 ${name}新、法人専用の部屋 使う`);
  await expect(fieldOf(page, '法人名')).toHaveValue(`${name}の入力`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('他の端末で更新されています。最新の内容を確認してください。')).toBeVisible();
  await buttonOf(page, '入力した内容で続ける').click();
  await fieldOf(page, '法人名').press('Enter');
  await expect(recordRow(page, `${name}の入力`)).toContainText('使わない');

  await openList(page, 'staff');
  await buttonOf(page, '追加').click();
  await fieldOf(page, 'ログイン名').fill('日本語');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '氏名')).toBeFocused();
  await expect(fieldOf(page, '氏名')).toHaveAccessibleDescription('氏名を入力してください。');
  await expect(fieldOf(page, 'ログイン名')).toHaveAccessibleDescription(/半角の英数字と/);
  await expect(fieldOf(page, 'ログイン名')).toHaveValue('日本語');
  await page.keyboard.press('Escape');
});

test('a retired record stays in the booking that names it, is folded away in its list and can be used again', async ({
  hotel,
  desk: { page },
}) => {
  const [corporateName, paymentName] = [aName('廃止商事'), aName('廃止払い')];
  const values = { corporate_short_name: corporateName, corporate_flag: 0 };
  const corporate = await define<ManagedCorporate>(hotel, CORPORATES, values);
  const payment = await define<ManagedPayment>(hotel, '/api/payment_master', { payment_name: paymentName });
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { corporateID: corporate.id, payment_type: payment.id });
  await goTo(page, `${FORM}/${id}`);
  const retired = `${corporateName}（使用停止）`;
  await expect(fieldOf(page, '法人').locator('option:checked')).toHaveText(corporateName);
  await hotel.api.put(`${CORPORATES}/${corporate.id}/retired`, { is_retired: 1 });
  await hotel.api.put(`/api/payment_master/${payment.id}/retired`, { is_retired: 1 });
  await expect(fieldOf(page, '法人').locator('option:checked')).toHaveText(retired);
  await expect(fieldOf(page, '支払方法').locator('option:checked')).toHaveText(`${paymentName}（使用停止）`);
  await openList(page, 'corporate');
  await page.getByRole('searchbox').fill(corporateName.toLowerCase());
  await expect(page.getByText('条件に合うものはありません。')).toBeVisible();
  await page.getByLabel(/^使用停止も表示/).check({ force: true });
  await expect(recordRow(page, corporateName)).toContainText('使用停止');
  await expect(buttonOf(page, `${corporateName}を変更`)).toHaveCount(0);
  await buttonOf(page, `${corporateName}を使用再開`).click();
  await expect(buttonOf(page, `${corporateName}を変更`)).toBeVisible();
});

test('a one-time code is shown once, large, with how long it holds, and can be copied', async ({
  hotel,
  openTerminal,
}) => {
  const name = aName('新人 花子');
  const login = aName('hanako').toLowerCase();
  await define(hotel, '/api/staff', { name, role: 'staff', login_name: login });
  const { page } = await openTerminal({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openList(page, 'staff');
  await expect(recordRow(page, name)).toContainText('パスワード未設定');
  await buttonOf(page, `${name}のワンタイムコードを発行`).click();
  const shown = dialogOf(page, `${name}のワンタイムコード`);
  const code = (await shown.locator('output').innerText()).trim();
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  await expect(shown).toContainText('まで、1回だけ使えます。');
  await expect(shown).toContainText(`ログイン名「${login}」`);
  await shown.getByRole('button', { name: 'コピー' }).click();
  await expect(shown).toContainText('コピーしました。');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.keyboard.press('Escape');
  await expect(buttonOf(page, `${name}のワンタイムコードを発行`)).toBeFocused();
  await expect(page.getByText(code)).toHaveCount(0);
});

test('rooms are chosen and changed at once with the keyboard, seen elsewhere without disturbing what is done there', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other },
}) => {
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002', '1003', '901');
  const elsewhere = await openRooms(other, month);
  await elsewhere.cell('901', 'number').click();
  await bulkField(other, '表示名').fill('入力中');
  const { cell, chosen, count } = await openRooms(page, month);
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
  await keyboard.press('Alt+z');
  await expect(doneOf(page)).toContainText('元に戻しました。');
  await expect(elsewhere.cell('1001', 'room_label')).toHaveText('禁煙S');
  expect((await roomsOf(hotel, month)).map(({ version }) => version)).toEqual([3, 3, 1, 1]);

  await cell('1001', 'number').click();
  await cell('1003', 'room_label').click({ modifiers: ['Shift'] });
  await expect(chosen).toHaveCount(3);
  await buttonOf(page, '9階をすべて選ぶ').click();
  await expect(count).toContainText('4室を選択中');
});

test('a cell is edited in place; what is refused, or another terminal changes meanwhile, is told there', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of (409|422)/);
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001');
  const { cell } = await openRooms(page, month);
  const { keyboard } = page;
  const label = fieldOf(page, '1001号室の表示名');
  await keyboard.press('Alt+j');
  await keyboard.press('ArrowRight');
  await keyboard.press('F2');
  await expect(label).toHaveValue('禁煙S');
  await compose(page, 'かいそう', '改装');
  await expect(label).toHaveValue('改装');
  await keyboard.press('Enter');
  await expect(cell('1001', 'room_label')).toHaveText('改装');
  await expect(cell('1001', 'room_label')).toBeFocused();

  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await keyboard.press('Delete');
  await keyboard.press('Enter');
  await expect(cell('1001', 'room_type').getByRole('alert')).toHaveText('部屋タイプを入力してください。');
  await expect(fieldOf(page, '1001号室の部屋タイプ')).toBeFocused();
  await keyboard.press('Escape');
  await expect(cell('1001', 'room_type')).toHaveText('シングル');
  await expect(cell('1001', 'room_type')).toBeFocused();
  await cell('1001', 'priority').dblclick();
  await fieldOf(page, '1001号室の性別の優先').selectOption('女性');
  await keyboard.press('Tab');
  await expect(cell('1001', 'priority')).toHaveText('女性');

  await cell('1001', 'room_label').dblclick();
  await label.fill('もう一度');
  const [room] = await roomsOf(hotel, month);
  if (room) await changeRoom(hotel, room, { smoking_status: '喫煙', room_label: 'あちら' });
  await expect(cell('1001', 'room_label').getByRole('alert')).toHaveText(/「あちら」に変更されました。/);
  await label.press('Enter');
  await expect(cell('1001', 'room_label').getByRole('alert')).toContainText('更新されています');
  expect(await roomsOf(hotel, month)).toMatchObject([{ room_label: 'あちら', smoking_status: '喫煙' }]);
  await label.press('Enter');
  await expect(cell('1001', 'room_label')).toHaveText('もう一度');
});

test('a room with bookings becomes 予約不可 only after these were shown', async ({ hotel, desk }) => {
  const { page } = desk;
  desk.allowError(/status of 409/);
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002');
  const { cell } = await openRooms(page, month);
  await expect(cell('1001', 'booked')).toHaveText('');
  const id = await bookIn(hotel, month, '1001');
  await expect(cell('1001', 'booked')).toHaveText('2泊');
  await buttonOf(page, '10階をすべて選ぶ').click();
  const change = buttonOf(page, '2室を変更');
  await bulkField(page, '予約の可否').selectOption('予約不可');
  await change.click();
  const concerned = dialogOf(page, '予約の入っている部屋があります');
  await expect(concerned.getByRole('link')).toHaveText(/^1001号室 .+の予約があります。$/);
  await expect(concerned.getByRole('link')).toHaveAttribute('href', `${FORM}/${id}`);
  await expect(concerned.getByRole('link')).toHaveAttribute('target', '_blank');
  await buttonOf(page, '確認して予約不可にする').click();
  for (const number of ['1001', '1002'])
    await expect(cell(number, 'reservable_status')).toHaveText('予約不可');
});

test('an empty month is filled from the month before after it was shown what that does, and a new room is made', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of (409|422)/);
  const month = anEmptyMonth();
  const next = addMonths(month, 1);
  const [room] = await someRooms(hotel, month, '1001', '1002', '1003');
  await someRooms(hotel, next, '1001', '1002');
  await hotel.api.put('/api/room-months', { rooms: [{ id: room?.id, version: 1, room_label: '写す' }] });
  const { cell, row } = await openRooms(page, month);
  await expect(row('1003')).toBeVisible();
  await tab(page, '月をコピー').click();
  const monthText = `${next.slice(0, 4)}年${Number(next.slice(5, 7))}月`;
  await expect(fieldOf(page, 'コピー先の月')).toHaveValue(monthText);
  await buttonOf(page, 'コピーの内容を確認').click();
  const effect = page.getByRole('region', { name: 'コピーの内容' });
  await expect(effect).toContainText('表示名 禁煙S→写す');
  await expect(effect.getByRole('definition')).toHaveText(['1', '1', '1']);
  await page.getByRole('button', { name: /にコピー$/ }).click();
  await expect(doneOf(page)).toContainText('月をコピーしました（新規1室・変更1室）。');
  await page.keyboard.press('Alt+PageDown');
  await expect(cell('1001', 'room_label')).toHaveText('写す');
  await expect(row('1003')).toBeVisible();
  await page.keyboard.press('Alt+PageUp');
  await tab(page, '新しい部屋').click();
  const form = page.getByRole('form', { name: '新しい部屋' });
  await form.getByLabel('部屋番号').fill('１００１');
  await form.getByLabel('部屋タイプ').fill('ツイン');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('部屋番号')).toHaveAccessibleDescription(/1001/);
  await form.getByLabel('部屋番号').fill('1101');
  await page.keyboard.press('Enter');
  await expect(doneOf(page)).toContainText('1101号室を追加しました（12か月）。');
  await expect(cell('1101', 'room_type')).toHaveText('ツイン');
});

test('the rooms of a month are saved as a file, changed there, looked at and taken over, and restored', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of 422/);
  const month = anEmptyMonth();
  await someRooms(hotel, month, '1001', '1002');
  const { cell, row } = await openRooms(page, month);
  await tab(page, 'CSV').click();
  const saving = page.waitForEvent('download');
  await buttonOf(page, 'ファイルに保存').click();
  const content = await readFile(await (await saving).path(), 'utf8');
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
});

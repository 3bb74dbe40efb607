import { addDays, addMonths } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { ManagedCorporate } from '@wire/master-records.js';
import { goTo } from './support/calendar.js';
import { buttonOf, compose, dialogOf, fieldOf, press, savedBy, tabTo } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import {
  aName,
  anEmptyMonth,
  bulkField,
  define,
  doneOf,
  openList,
  openRooms,
  roomsOf,
  someRooms,
} from './support/masters.js';

const CORPORATES = '/api/corporate_master';
const FORM = '/reservation-registration';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const recordRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

function csvOf(lines: readonly string[]) {
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
  return { name: 'rooms.csv', mimeType: 'text/csv', buffer };
}

test('a corporate is added, changed and taken out of use with the keyboard alone, seen elsewhere at once', async ({
  hotel,
  desk: { page, allowError },
  elsewhere: { page: other },
}) => {
  const name = aName('北国商事');
  await goTo(other, FORM);
  const choices = fieldOf(other, '法人').locator('option').filter({ hasText: name });
  await goTo(page, '/');

  await test.step('added; the form stays for the next one', async () => {
    await press(page, 'Alt+m');
    await tabTo(page, tab(page, '部屋'));
    await press(page, 'ArrowRight');
    await expect(tab(page, '法人')).toBeFocused();
    await expect(buttonOf(page, '追加')).toBeVisible();
    await press(page, 'Alt+n');
    await expect(fieldOf(page, '法人名')).toBeFocused();
    await compose(page, 'きたぐに', name);
    await expect(fieldOf(page, '法人名')).toHaveValue(name);
    await press(page, 'Tab', 'ArrowDown', 'Enter');
    await expect(recordRow(page, name)).toContainText('使う');
    await expect(choices).toHaveCount(1);
    await expect(fieldOf(page, '法人名')).toBeFocused();
    await expect(fieldOf(page, '法人名')).toHaveValue('');
    await press(page, 'Escape');
    await expect(buttonOf(page, '追加')).toBeFocused();
  });

  await test.step('changed, out of use, and back', async () => {
    await tabTo(page, buttonOf(page, `${name}を変更`));
    await press(page, 'Enter', 'End');
    await page.keyboard.type('改');
    await press(page, 'Enter');
    await expect(buttonOf(page, `${name}改を変更`)).toBeFocused();
    await expect(choices).toHaveText(`${name}改`);
    await tabTo(page, buttonOf(page, `${name}改を使用停止`));
    await press(page, 'Enter');
    await expect(recordRow(page, name)).toHaveCount(0);
    await expect(choices).toHaveCount(0);
    await expect(page.locator('.done-notice [data-focus-next]')).toBeFocused();
    await press(page, 'Enter');
    await expect(recordRow(page, `${name}改`)).toBeVisible();
    await expect(choices).toHaveCount(1);
  });

  await test.step('what another terminal changes meanwhile is shown beside what is typed', async () => {
    allowError(/status of 409/);
    const values = { corporate_short_name: aName('南国商事'), corporate_flag: 0 };
    const { id } = await define<ManagedCorporate>(hotel, CORPORATES, values);
    await buttonOf(page, `${values.corporate_short_name}を変更`).click();
    await fieldOf(page, '法人名').fill('南国の入力');
    await hotel.api.put(`${CORPORATES}/${id}`, { corporate_short_name: '南国新', corporate_flag: 1 });
    const notice = page.getByRole('alert').filter({ hasText: '他の端末で更新されています。' });
    await expect(notice).toContainText('法人名 南国新、法人専用の部屋 使う');
    await expect(fieldOf(page, '法人名')).toHaveValue('南国の入力');
    await press(page, 'Enter');
    await expect(page.getByText('最新の内容を確認してください。')).toBeVisible();
    await buttonOf(page, '入力した内容で続ける').click();
    await fieldOf(page, '法人名').press('Enter');
    await expect(recordRow(page, '南国の入力')).toContainText('使わない');
  });

  await test.step('a record out of use stays in the booking that names it', async () => {
    const [stay, room] = await hotel.freeStay();
    const values = { corporate_short_name: aName('廃止商事'), corporate_flag: 0 };
    const { id } = await define<ManagedCorporate>(hotel, CORPORATES, values);
    const booking = await hotel.book(stay, room, { corporateID: id });
    await goTo(other, `${FORM}/${booking.id}`);
    const chosen = fieldOf(other, '法人').locator('option:checked');
    await expect(chosen).toHaveText(values.corporate_short_name);
    await hotel.api.put(`${CORPORATES}/${id}/retired`, { is_retired: 1 });
    await expect(chosen).toHaveText(`${values.corporate_short_name}（使用停止）`);
  });
});

test('a one-time code is shown once and can be copied', async ({ hotel, desk: { page } }) => {
  const [name, login] = [aName('新人 花子'), aName('hanako').toLowerCase()];
  await define(hotel, '/api/staff', { name, role: 'staff', login_name: login });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openList(page, 'staff');
  await buttonOf(page, `${name}のワンタイムコードを発行`).click();
  const shown = dialogOf(page, `${name}のワンタイムコード`);
  const code = (await shown.locator('output').innerText()).trim();
  expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
  await expect(shown).toContainText('まで、1回だけ使えます。');
  await expect(shown).toContainText(`ログイン名「${login}」`);
  await shown.getByRole('button', { name: 'コピー' }).click();
  await expect(shown).toContainText('コピーしました。');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await press(page, 'Escape');
  await expect(buttonOf(page, `${name}のワンタイムコードを発行`)).toBeFocused();
  await expect(page.getByText(code)).toHaveCount(0);
});

test('rooms are changed at once and cell by cell with the keyboard, without disturbing what is done elsewhere', async ({
  hotel,
  desk: { page, allowError },
  elsewhere: { page: other },
}) => {
  allowError(/status of (409|422)/);
  const month = anEmptyMonth();
  const [room] = await someRooms(hotel, month, '1001', '1002', '901');
  const elsewhere = await openRooms(other, month);
  await elsewhere.cell('901', 'number').click();
  await bulkField(other, '表示名').fill('入力中');
  const { cell, chosen } = await openRooms(page, month);

  await test.step('those that are chosen, and taken back', async () => {
    await press(page, 'Alt+j');
    await expect(cell('1001', 'room_type')).toBeFocused();
    await press(page, 'Space', 'Shift+ArrowDown');
    await expect(chosen).toHaveCount(2);
    await expect(cell('1002', 'room_type')).toBeFocused();
    await bulkField(page, '表示名').fill('改装済');
    await bulkField(page, '表示名').press('Enter');
    await expect(doneOf(page)).toContainText('2室を変更しました。');
    await expect(elsewhere.cell('1002', 'room_label')).toHaveText('改装済');
    await expect(elsewhere.cell('901', 'room_label')).toHaveText('禁煙S');
    await expect(elsewhere.chosen).toHaveCount(1);
    await expect(bulkField(other, '表示名')).toHaveValue('入力中');
    await expect(bulkField(other, '表示名')).toBeFocused();
    await press(page, 'Alt+z');
    await expect(doneOf(page)).toContainText('元に戻しました。');
    await expect(elsewhere.cell('1001', 'room_label')).toHaveText('禁煙S');
  });

  await test.step('by pointer: a range with Shift, a floor', async () => {
    await cell('1001', 'number').click();
    await cell('901', 'room_label').click({ modifiers: ['Shift'] });
    await expect(chosen).toHaveCount(3);
    await cell('901', 'number').click();
    await expect(chosen).toHaveCount(2);
    await buttonOf(page, '9階をすべて選ぶ').click();
    await expect(page.locator('.room-counts')).toContainText('3室を選択中');
  });

  await test.step('in a cell; a wrong value is told there', async () => {
    await cell('1001', 'room_label').focus();
    await press(page, 'F2');
    await compose(page, 'かいそう', '改装');
    await press(page, 'Enter');
    await expect(cell('1001', 'room_label')).toHaveText('改装');
    await expect(cell('1001', 'room_label')).toBeFocused();
    await press(page, 'ArrowLeft', 'Enter', 'Delete', 'Enter');
    await expect(cell('1001', 'room_type').getByRole('alert')).toHaveText('部屋タイプを入力してください。');
    await press(page, 'Escape');
    await expect(cell('1001', 'room_type')).toHaveText('シングル');
    await expect(cell('1001', 'room_type')).toBeFocused();
  });

  await test.step('what another terminal changes meanwhile is told at the cell', async () => {
    await cell('1001', 'room_label').dblclick();
    const label = fieldOf(page, '1001号室の表示名');
    await label.fill('もう一度');
    const rooms = [{ id: room?.id, version: 4, room_label: 'あちら' }];
    expect((await hotel.api.put('/api/room-months', { rooms })).status).toBe(200);
    await expect(cell('1001', 'room_label').getByRole('alert')).toHaveText(/「あちら」に変更されました。/);
    await label.press('Enter');
    await expect(cell('1001', 'room_label').getByRole('alert')).toContainText('更新されています');
    await label.press('Enter');
    await expect(cell('1001', 'room_label')).toHaveText('もう一度');
  });

  await test.step('予約不可 only after the bookings there were shown', async () => {
    const stay = { start: addDays(month, 9), end: addDays(month, 11) };
    const { id } = await hotel.book(stay, { number: '1001', roomId: Number(room?.id) });
    await expect(cell('1001', 'booked')).toHaveText('2泊');
    await bulkField(page, '予約の可否').selectOption('予約不可');
    await page.getByRole('button', { name: /室を変更$/ }).click();
    const link = dialogOf(page, '予約の入っている部屋があります').getByRole('link');
    await expect(link).toHaveText(/^1001号室 .+の予約があります。$/);
    await expect(link).toHaveAttribute('href', `${FORM}/${id}`);
    await buttonOf(page, '確認して予約不可にする').click();
    await expect(cell('1001', 'reservable_status')).toHaveText('予約不可');
  });
});

test('a month is copied after it was shown what that does, a room is made, and a file is looked at before it is taken over', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of (409|422)/);
  const month = anEmptyMonth();
  const next = addMonths(month, 1);
  await someRooms(hotel, month, '1001', '1002', '1003');
  await someRooms(hotel, next, '1001', '1002');
  const { cell, row } = await openRooms(page, month);
  await expect(row('1003')).toBeVisible();
  await tab(page, '月をコピー').click();
  await buttonOf(page, 'コピーの内容を確認').click();
  const effect = page.getByRole('region', { name: 'コピーの内容' });
  await expect(effect.getByRole('definition')).toHaveText(['1', '0', '2']);
  await page.getByRole('button', { name: /にコピー$/ }).click();
  await expect(doneOf(page)).toContainText('月をコピーしました（新規1室・変更0室）。');
  await press(page, 'Alt+PageDown');
  await expect(row('1003')).toBeVisible();

  await tab(page, '新しい部屋').click();
  const form = page.getByRole('form', { name: '新しい部屋' });
  await form.getByLabel('部屋番号').fill('１００１');
  await form.getByLabel('部屋タイプ').fill('ツイン');
  await press(page, 'Enter');
  await expect(form.getByLabel('部屋番号')).toHaveAccessibleDescription(/1001/);
  await form.getByLabel('部屋番号').fill('1101');
  await press(page, 'Enter');
  await expect(cell('1101', 'room_type')).toHaveText('ツイン');

  await tab(page, 'CSV').click();
  const content = (await savedBy(page, () => buttonOf(page, 'ファイルに保存').click())).toString();
  const [header = '', ...lines] = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  const [first = '', second = ''] = lines.filter((line) => /100[12]/.test(line));
  const file = page.getByLabel('部屋のCSVファイル');
  await file.setInputFiles(csvOf([header, first.replace('禁煙,', 'なぞ,'), second.replace('シングル', '')]));
  const refused = page.getByRole('region', { name: '取り込めない理由' });
  await expect(refused.getByRole('listitem')).toHaveText([/^2行目: .*喫煙区分/, /^3行目: 部屋タイプ/]);
  const third = second.replace('1002', '1004');
  await file.setInputFiles(csvOf([header, first.replace('禁煙S', '表計算'), second, third]));
  const checked = page.getByRole('region', { name: '取り込みの確認' });
  await expect(checked.getByRole('definition')).toHaveText(['1', '1', '1']);
  await expect(cell('1001', 'room_label')).toHaveText('禁煙S');
  await expect(buttonOf(page, '取り込む')).toBeFocused();
  await press(page, 'Enter');
  await expect(cell('1001', 'room_label')).toHaveText('表計算');
  await expect(row('1004')).toBeVisible();
  expect(await roomsOf(hotel, next)).toHaveLength(5);
});

import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { findBoxOf } from './support/find.js';
import { fieldOf, fillForm } from './support/form.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';

const SCREENS = [
  '/reservation-registration',
  '/reservation-status',
  '/auto-registration',
  '/front-desk',
  '/handover',
  '/reports',
  '/audit',
  '/masters',
];

test('a guest is found by kana of any width while it is typed, and Enter opens the stay in the calendar', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, {
    guest_name_1: '雲雀丘 髙代',
    guest_name1_kana: 'ヒバリガオカ タカヨ',
    tel: '090-5151-0001',
    booking_number: 'HB-771',
  });
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-status');
  const find = findBoxOf(page);
  await find.type('ﾋﾊﾞﾘ');
  await expect(find.options).toHaveCount(1);
  for (const told of [
    '雲雀丘 髙代',
    'ヒバリガオカ タカヨ',
    room.number,
    '090-5151-0001',
    'HB-771',
    '到着前',
  ]) {
    await expect(find.option(id)).toContainText(told);
  }
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('雲雀丘 髙代');
  await expect(calendarOf(page).cell(room.number, stay.start)).toBeFocused();
  await expect(calendarOf(page).cell(room.number, stay.start)).toBeInViewport();
  await expect(find.list).toBeHidden();

  for (const words of ['ひばりがおか たかよ', '雲雀丘高代', '高代　雲雀', '５１５１０００１', 'hb771']) {
    await page.keyboard.press('Control+k');
    await find.field.fill(words);
    await expect(find.option(id), words).toBeVisible();
  }
});

test('arrows choose, Escape leads back to where one was, on every screen', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const rooms = await hotel.freeRooms(stay);
  const tel = '03-9191-7171';
  const near = await hotel.book(stay, rooms[0], { guest_name_1: '近 一', tel });
  const far = await hotel.book({ start: addDays(stay.start, 1), end: stay.end }, rooms[1], {
    guest_name_1: '遠 二',
    tel,
  });
  const { page } = await openTerminal();
  const find = findBoxOf(page);
  const calendar = await openScreen(page, '/reservation-status');
  const cell = calendar.cell(rooms[0].number, addDays(hotel.today, 1));
  await cell.focus();
  await find.type('0391917171');
  await expect(find.options).toHaveCount(2);
  await expect(find.option(near.id)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(find.option(far.id)).toHaveAttribute('aria-selected', 'true');
  await expect(find.field).toHaveAttribute(
    'aria-activedescendant',
    (await find.option(far.id).getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(find.list).toBeHidden();
  await expect(cell).toBeFocused();
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(find.field, path).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(find.field, path).toBeFocused();
  }
});

test('Enter before the answer opens what the answer finds first', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '早押 太郎' });
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-status');
  const held = await holdAnswers(page, 'GET', /booking-search/);
  await findBoxOf(page).type('早押');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/reservation-status');
  await held.release();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('早押 太郎');
});

test('what was typed in the form is set aside, and a cancelled booking is shown to read', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '取消済 花子' });
  await hotel.cancel(id);
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-registration');
  await fillForm(page, { 宿泊者名: '途中 太郎' });
  const find = findBoxOf(page);
  await find.type('取消済');
  await expect(find.option(id)).toContainText('取消');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '取消済 花子' })).toContainText('取消済み');
  await expect(page.getByRole('button', { name: '更新', exact: true })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toBeVisible();
});

test('an answer in sight follows what another terminal does', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const first = await hotel.book(stay, room, { guest_name_1: '追従 一郎' });
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-status');
  const find = findBoxOf(page);
  await find.type('追従');
  await expect(find.options).toHaveCount(1);
  const second = await hotel.book(stay, otherRoom, { guest_name_1: '追従 二郎' });
  await expect(find.option(second.id)).toBeVisible();
  await hotel.cancel(first.id);
  await expect(find.option(first.id)).toContainText('取消');
});

test('what nobody has is said, and an input method’s Enter opens nothing', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-status');
  const find = findBoxOf(page);
  await find.type('佐');
  await expect(find.options.first()).toBeVisible();
  await find.field.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', isComposing: true, keyCode: 229 });
  await expect(page).toHaveURL('/reservation-status');
  await find.field.fill('ゐゑゐゑ');
  await expect(page.getByText('該当する予約はありません。')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/reservation-status');
});

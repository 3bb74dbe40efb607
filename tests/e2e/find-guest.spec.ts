import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { calendarOf, goTo, visit } from './support/calendar.js';
import { findBoxOf } from './support/find.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';

const LIST = '/reservation-status';
const SCREENS = [
  '/reservation-registration',
  LIST,
  '/auto-registration',
  '/front-desk',
  '/handover',
  '/reports',
  '/audit',
  '/masters',
];

test('a guest is found by kana of any width while it is typed, and Enter opens the stay in the calendar', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const guest = { guest_name_1: '雲雀丘 髙代', guest_name1_kana: 'ヒバリガオカ タカヨ' };
  const numbers = { tel: '090-5151-0001', booking_number: 'HB-771' };
  const { id } = await hotel.book(stay, room, { ...guest, ...numbers });
  await goTo(page, LIST);
  const find = findBoxOf(page);
  await find.type('佐');
  await expect(find.options.first()).toBeVisible();
  const composing = { key: 'Enter', code: 'Enter', isComposing: true, keyCode: 229 };
  await find.field.dispatchEvent('keydown', composing);
  await expect(page).toHaveURL(LIST);
  await find.field.fill('ﾋﾊﾞﾘ');
  await expect(find.options).toHaveCount(1);
  for (const told of [...Object.values(guest), ...Object.values(numbers), room.number, '到着前'])
    await expect(find.option(id)).toContainText(told);
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('雲雀丘 髙代');
  await expect(calendarOf(page).cell(room.number, stay.start)).toBeFocused();
  await expect(calendarOf(page).cell(room.number, stay.start)).toBeInViewport();
  await expect(find.list).toBeHidden();
});

test('arrows choose, Escape leads back to where one was, on every screen', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const rooms = await hotel.freeRooms(stay);
  const tel = '03-9191-7171';
  const near = await hotel.book(stay, rooms[0], { guest_name_1: '近 一', tel });
  const later = { start: addDays(stay.start, 1), end: stay.end };
  const far = await hotel.book(later, rooms[1], { guest_name_1: '遠 二', tel });
  const find = findBoxOf(page);
  for (const path of SCREENS) {
    await visit(page, path);
    await page.keyboard.press('Control+k');
    await expect(find.field, path).toBeFocused();
    await page.keyboard.press('Escape');
  }
  const calendar = await goTo(page, LIST);
  const cell = calendar.cell(rooms[0].number, addDays(hotel.today, 1));
  await cell.focus();
  await find.type('0391917171');
  await expect(find.options).toHaveCount(2);
  await expect(find.option(near.id)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(find.option(far.id)).toHaveAttribute('aria-selected', 'true');
  const active = (await find.option(far.id).getAttribute('id')) ?? '';
  await expect(find.field).toHaveAttribute('aria-activedescendant', active);
  await page.keyboard.press('Escape');
  await expect(find.list).toBeHidden();
  await expect(cell).toBeFocused();
});

test('Enter before the answer opens what it finds first; an answer in sight follows other terminals; what was typed is set aside', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '早押 太郎' });
  const { page } = await openTerminal();
  await goTo(page, '/reservation-registration');
  await fillForm(page, { 宿泊者名: '途中 太郎' });
  const find = findBoxOf(page);
  const held = await holdAnswers(page, 'GET', /booking-search/);
  await find.type('早押');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 太郎');
  await held.release();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('早押 太郎');
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toBeVisible();

  await find.type('早押');
  await expect(find.options).toHaveCount(1);
  const second = await hotel.book(stay, otherRoom, { guest_name_1: '早押 二郎' });
  await expect(find.option(second.id)).toBeVisible();
  await hotel.cancel(second.id);
  await expect(find.option(second.id)).toContainText('取消');
  await find.option(second.id).click();
  await expect(page.getByRole('heading', { name: '早押 二郎' })).toContainText('取消済み');
  await expect(buttonOf(page, '更新')).toBeDisabled();
});

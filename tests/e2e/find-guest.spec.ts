import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { calendarOf, goTo, visit } from './support/calendar.js';
import { buttonOf, fieldOf, fillForm, findBoxOf, press } from './support/controls.js';
import { freeRoom } from './support/front-desk.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { aName } from './support/masters.js';

const LIST = '/reservation-status';
const FORM = '/reservation-registration';
const SCREENS = [FORM, '/auto-registration', '/front-desk', '/handover', '/reports', '/audit', '/masters'];

test('a guest is found by kana of any width while it is typed; arrows choose, Escape leads back, Enter opens the stay in the calendar', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, ...rooms] = await hotel.freeStay();
  const guest = { guest_name_1: '雲雀丘 髙代', guest_name1_kana: 'ヒバリガオカ タカヨ' };
  const numbers = { tel: '03-9191-7171', booking_number: 'HB-771' };
  const { id } = await hotel.book(stay, rooms[0], { ...guest, ...numbers });
  const later = { start: addDays(stay.start, 1), end: stay.end };
  const far = await hotel.book(later, rooms[1], { guest_name_1: '遠 二', tel: numbers.tel });
  const find = findBoxOf(page);
  for (const path of SCREENS) {
    await visit(page, path);
    // What was found on another screen covers nothing of this one.
    await expect(find.list, path).toBeHidden();
    await press(page, 'Control+k');
    await expect(find.field, path).toBeFocused();
    await find.type(numbers.tel);
    await expect(find.options.first()).toBeVisible();
  }
  await visit(page, '/front-desk');
  await expect(find.list).toBeHidden();
  // The focus and the words are still there: its key shows again what was found.
  await press(page, 'Control+k');
  await expect(find.options.first()).toBeVisible();
  const list = await goTo(page, LIST);
  const cell = list.cell(rooms[0].number, addDays(hotel.today, 1));
  await cell.focus();
  await find.type('0391917171');
  await expect(find.options).toHaveCount(2);
  await expect(find.option(id)).toHaveAttribute('aria-selected', 'true');
  await press(page, 'ArrowDown');
  await expect(find.option(far.id)).toHaveAttribute('aria-selected', 'true');
  const active = (await find.option(far.id).getAttribute('id')) ?? '';
  await expect(find.field).toHaveAttribute('aria-activedescendant', active);
  await press(page, 'Escape');
  await expect(find.list).toBeHidden();
  await expect(cell).toBeFocused();

  await find.type('佐');
  await expect(find.options.first()).toBeVisible();
  const composing = { key: 'Enter', code: 'Enter', isComposing: true, keyCode: 229 };
  await find.field.dispatchEvent('keydown', composing);
  await expect(page).toHaveURL(LIST);
  await find.field.fill('ﾋﾊﾞﾘ');
  await expect(find.options).toHaveCount(1);
  for (const told of [...Object.values(guest), ...Object.values(numbers), rooms[0].number, '到着前'])
    await expect(find.option(id)).toContainText(told);
  await press(page, 'Enter');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('雲雀丘 髙代');
  await expect(calendarOf(page).cell(rooms[0].number, stay.start)).toBeFocused();
  await expect(calendarOf(page).cell(rooms[0].number, stay.start)).toBeInViewport();
  await expect(find.list).toBeHidden();
});

/** Finds a night of the next days for which a room is free: at the New Year the house is full. */
async function firstFree(hotel: Hotel, isThere: (room: { room_number: string }) => boolean) {
  for (let ahead = 0; ahead < 10; ahead += 1) {
    const stay = { start: addDays(hotel.today, ahead), end: addDays(hotel.today, ahead + 1) };
    const room = await freeRoom(hotel, stay, isThere).catch(() => null);
    if (room) return { stay, room };
  }
  throw new Error('no room is free in ten days');
}

test('of a stay on days that are shown, in a room far out of sight, the cell has the focus', async ({
  hotel,
  desk: { page },
}) => {
  await visit(page, FORM);
  for (const floor of ['2', '10', '3']) {
    const isThere = ({ room_number }: { room_number: string }) =>
      room_number.length === floor.length + 2 && room_number.startsWith(floor);
    const { stay, room } = await firstFree(hotel, isThere);
    const name = aName('遠野 後');
    const { id } = await hotel.book(stay, room, { guest_name_1: name });
    await press(page, 'Control+k', 'Control+a');
    await page.keyboard.type(name);
    await expect(findBoxOf(page).options.first()).toContainText(name);
    await press(page, 'Enter');
    await expect(calendarOf(page).cell(room.number, stay.start)).toBeFocused();
    await expect(calendarOf(page).cell(room.number, stay.start)).toBeInViewport();
    await hotel.cancel(id);
  }
});

test('typing asks once it pauses, never while an input method composes; Escape takes an Enter back', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay();
  await hotel.book(stay, room, { guest_name_1: '戻木 太郎', guest_name1_kana: 'モドリギ' });
  await goTo(page, LIST);
  const find = findBoxOf(page);
  await find.field.fill('');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/booking-search') asked.push(searchParams.get('q') ?? '');
  });
  await find.field.click();
  await find.field.pressSequentially('modorigi', { delay: 5 });
  await expect.poll(() => asked).toEqual(['modorigi']);
  await find.field.fill('');
  const input = await page.context().newCDPSession(page);
  for (const text of ['も', 'もど', 'もどり', '戻り', '戻木'])
    await input.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await expect(find.field).toHaveValue('戻木');
  await input.send('Input.insertText', { text: '戻木' });
  await expect(find.options).toHaveCount(1);
  expect(asked).toEqual(['modorigi', '戻木']);

  const held = await holdAnswers(page, 'GET', /booking-search/);
  await find.type('戻木 太');
  await press(page, 'Enter', 'Escape');
  await held.release();
  await expect.poll(() => asked.at(-1)).toBe('戻木 太');
  await find.type('戻木');
  await expect(find.options).toHaveCount(1);
  await expect(page).toHaveURL(LIST);
});

test('Enter before the answer opens what it finds first; an answer in sight follows other terminals; what was typed is set aside', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room, otherRoom] = await hotel.freeStay();
  await hotel.book(stay, room, { guest_name_1: '早押 太郎' });
  await goTo(page, FORM);
  await fillForm(page, { 宿泊者名: '途中 太郎' });
  const find = findBoxOf(page);
  const held = await holdAnswers(page, 'GET', /booking-search/);
  await find.type('早押');
  await press(page, 'Enter');
  await expect(page.getByText('探しています…')).toBeVisible();
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
  const head = page.locator('.booking-head', { has: page.getByRole('heading', { name: '早押 二郎' }) });
  await expect(head).toContainText('取消済み');
  await expect(buttonOf(page, '更新')).toBeDisabled();
});

import { addDays, type Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { openScreen, reveal, showRange } from './support/calendar.js';
import { acceptAlert, answer, dialogOf } from './support/dialogs.js';
import { freeRoomNumbers } from './support/expected-rooms.js';
import { buttonOf, fieldOf } from './support/form.js';
import { openDesk, spokenOf, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';
import type { FreeRoom, Hotel } from './support/hotel.js';
import { focusedCell } from './support/keyboard.js';

const menuOf = (page: Page) => page.getByRole('menu', { name: 'できる操作' });
const entry = (page: Page, name: string) => menuOf(page).getByRole('menuitem', { name });

/** A room that can be sold from tonight up to a day. */
async function freeTonight(hotel: Hotel, end: Day): Promise<FreeRoom> {
  const { wanted } = await freeRoomNumbers(
    hotel,
    { start: hotel.today, end },
    ({ reservable_status }) => reservable_status === '予約可能',
  );
  const tonight = await hotel.rooms(hotel.today, hotel.today);
  const room = tonight.find(({ room_number }) => wanted.includes(room_number));
  if (!room) throw new Error('no room is free tonight');
  return { number: room.room_number, roomId: room.id };
}

test('the menu of a booking offers what is allowed, and does it', async ({ hotel, openTerminal }) => {
  const stay = { start: hotel.today, end: addDays(hotel.today, 2) };
  const room = await freeTonight(hotel, addDays(stay.end, 1));
  const { id } = await hotel.book(stay, room, { guest_name_1: '献立 一' });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await showRange(page, hotel.today, addDays(hotel.today, 9));
  await expect(spokenOf(page)).toBeAttached();
  const cell = calendar.cell(room.number, stay.start);
  await reveal(calendar, cell);
  const open = async () => {
    await cell.click({ button: 'right' });
    await expect(menuOf(page)).toContainText('献立 一');
  };

  await open();
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([
    /^開く/,
    'チェックイン',
    '支払済にする…',
    /^部屋・日付を動かす/,
    '1泊延長',
    '1泊短縮',
    '予約取消…',
  ]);
  await entry(page, '1泊延長').click();
  await expect(calendar.cell(room.number, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await open();
  await entry(page, '支払済にする…').click();
  await expect(menuOf(page)).toContainText('支払方法');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveAttribute('data-unpaid', 'false');
  await open();
  await entry(page, 'チェックイン').click();
  await expect(cell).toHaveAttribute('data-in', 'true');
  expect(await hotel.booking(id)).toMatchObject({ payment_flag: 1, checkin_date: hotel.today });

  await open();
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([
    /^開く/,
    'チェックインを取り消す',
    'チェックアウト…',
    '未払いに戻す',
    /^部屋・日付を動かす/,
    '1泊短縮',
  ]);
  await entry(page, 'チェックアウト…').click();
  await expect(dialogOf(page, 'チェックアウトの確認')).toContainText('残り');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  expect((await hotel.booking(id)).checkout_date).toBeNull();
  await open();
  await entry(page, 'チェックインを取り消す').click();
  await expect(cell).not.toHaveAttribute('data-in');
  await open();
  await entry(page, '予約取消…').click();
  await answer(page, 'この予約を取り消します。よろしいですか？', 'OK');
  await acceptAlert(page, '予約がキャンセルされました');
  await expect(cell).not.toHaveAttribute('data-booking-id');
});

test('the menu is opened and walked with the keyboard, and the focus comes back', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room);
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  const at = `${room.number} ${stay.start}`;
  await cell(room.number, stay.start).focus();
  await page.keyboard.press('Shift+F10');
  await expect(entry(page, '開く')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toBeHidden();
  await expect.poll(() => focusedCell(page)).toBe(at);

  await page.keyboard.press('ContextMenu');
  await expect(entry(page, '開く')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(entry(page, '予約取消…')).toBeFocused();
  for (let up = 0; up < 3; up++) await page.keyboard.press('ArrowUp');
  await expect(entry(page, '部屋・日付を動かす')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(wordsOf(page)).toBeVisible();
  await expect.poll(() => focusedCell(page)).toBe(at);
  await page.keyboard.press('Escape');

  await cell(room.number, stay.end).click({ button: 'right' });
  await expect(menuOf(page)).toContainText('空室');
  await entry(page, '予約を入れる').click();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.end);
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
});

test('on the list a booking is only looked at, or opened in the form', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '献立 二' });
  const { page } = await openTerminal();
  const { cell, header } = await openScreen(page, '/');
  await showRange(page, stay.start, stay.end);
  const night = cell(room.number, stay.start);
  await expect(async () => {
    await night.click({ button: 'right' });
    await expect(menuOf(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([/^詳細/, '予約登録で開く']);
  await page.keyboard.press('Escape');
  for (const nothing of [cell(room.number, stay.end), header('weather', stay.start)]) {
    await nothing.click({ button: 'right' });
    await expect(menuOf(page)).toBeHidden();
  }
  await night.click({ button: 'right' });
  await entry(page, '予約登録で開く').click();
  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('献立 二');
});

import { addDays, type Day } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { cellsInDocument } from './support/drawn-nights.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { focusedCell } from './support/keyboard.js';

const DAYS = 365;
/** How long a finger stays on a key: by then the focus may be elsewhere. */
const held = { delay: 80 };

test('of a year only what is in sight is in the document; scrolling reaches its last room and day', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  const first = hotel.today;
  const last = addDays(first, DAYS - 1);
  await showRange(page, first, last);
  const rooms = Number(await calendar.grid.getAttribute('aria-rowcount')) - 11;
  expect((await cellsInDocument(page)).size).toBeLessThan((rooms * DAYS) / 20);
  await expect(calendar.header('date', last)).toBeHidden();
  await expect(calendar.roomHead('201')).toBeHidden();

  await calendar.grid.hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(4_000, 1_500);
      return await calendar.cell('216', last).count();
    })
    .toBe(1);
  await expect(calendar.cell('216', last)).toBeInViewport();
  await expect(calendar.header('date', last)).toBeInViewport();
  await expect(calendar.roomHead('216')).toBeInViewport();
  await expect(calendar.roomHead('1001')).toBeHidden();
  expect((await cellsInDocument(page)).size).toBeLessThan((rooms * DAYS) / 20);
  const row = calendar.grid.locator(`[role="row"]:has([data-room="216"][data-date="${last}"])`);
  await expect(row).toHaveAttribute(
    'aria-rowindex',
    String(await calendar.grid.getAttribute('aria-rowcount')),
  );
  await expect(calendar.cell('216', last)).toHaveAttribute('aria-colindex', String(DAYS + 1));
});

test('the calendar is walked with the keyboard alone', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  const first: Day = hotel.today;
  const last = addDays(first, 59);
  await showRange(page, first, last);
  await buttonOf(page, '表示').focus();
  for (let tabs = 0; !(await focusedCell(page)).startsWith('1001'); tabs++) {
    expect(tabs, 'tab stops before the calendar').toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  const press = async (keys: string, where: string) => {
    await page.keyboard.press(keys);
    await expect.poll(() => focusedCell(page), { message: keys }).toBe(where);
  };
  await press('Home', `1001 ${first}`);
  await press('ArrowRight', `1001 ${addDays(first, 1)}`);
  await press('ArrowDown', `1002 ${addDays(first, 1)}`);
  await press('ArrowLeft', `1002 ${first}`);
  await press('ArrowUp', `1001 ${first}`);
  await press('ArrowUp', `corporate_non_smoking ${first}`);
  await press('ArrowDown', `1001 ${first}`);
  await press('End', `1001 ${last}`);
  await expect(calendar.cell('1001', last)).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(() => focusedCell(page)).toMatch(new RegExp(`^[5-9]\\d\\d ${last}$`));
  await press('PageUp', `1001 ${last}`);
  await press('Control+End', `216 ${last}`);
  await expect(calendar.cell('216', last)).toBeInViewport();
  await press('Control+Home', `date ${first}`);
});

test('Enter does what a click does, Escape closes, and the focus comes back', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '鍵盤 太郎' });
  const { page } = await openTerminal();
  const list = await openScreen(page, '/');
  await showRange(page, stay.start, stay.end);
  await list.cell(room.number, stay.end).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter', held);
  await expect(dialogOf(page)).toContainText('鍵盤 太郎');
  await expect(buttonOf(page, '閉じる')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(list.cell(room.number, addDays(stay.end, -1))).toBeFocused();

  const registration = await openScreen(page, '/reservation-registration');
  await showRange(page, stay.start, stay.end);
  await registration.cell(room.number, stay.start).focus();
  await page.keyboard.press('Enter', held);
  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('鍵盤 太郎');

  await fillForm(page, { 宿泊者名: '鍵' });
  await fieldOf(page, '宿泊者名').press('Enter', held);
  await expect(buttonOf(page, 'OK')).toBeFocused();
  await page.keyboard.press('Enter', held);
  await expect(dialogOf(page)).toBeHidden();
  await expect(fieldOf(page, '宿泊者名')).toBeFocused();
});

import { dayText, stayRangeText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo, reveal, showRange } from './support/calendar.js';
import { acceptAlert, answer, dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { bookAtDesk } from './support/front-desk.js';
import {
  dragOver,
  entryOf,
  menuOf,
  moveOver,
  openGrid,
  spokenOf,
  watchRows,
  wordsOf,
} from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

test('dragged over free nights, a booking begins there', async ({ hotel, desk: { page } }) => {
  const stay = hotel.nextStay(3);
  const [room] = await hotel.freeRooms(stay);
  const { cell } = await openGrid(page, stay);
  const last = addDays(stay.end, -1);
  await dragOver(page, cell(room.number, stay.start), [cell(room.number, addDays(stay.start, 1))]);
  await expect(wordsOf(page)).toContainText('2泊');
  const drawn = await watchRows(page);
  await moveOver(page, cell(room.number, last));
  await expect(wordsOf(page)).toHaveText(`新しい予約 ${room.number} ${stayText(stay)}`);
  await expect(spokenOf(page)).toContainText('置けます。');
  expect(await drawn(), 'changes of the rows while something is dragged over them').toBe(0);
  await page.mouse.up();

  await expect(wordsOf(page)).toBeHidden();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay.end);
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room.number);
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
});

test('a stay’s ends are dragged, then the whole to another room; what the form has open goes with it', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '移動 一' });
  const { cell } = await openGrid(page, stay);
  await cell(room.number, stay.start).click();
  await expect(buttonOf(page, '更新')).toBeVisible();
  await fillForm(page, { 備考: '途中の備考' });

  const last = addDays(stay.end, -1);
  await dragOver(page, cell(room.number, last), [cell(room.number, stay.end)], 'end');
  await expect(wordsOf(page)).toContainText('3泊');
  await expect(wordsOf(page)).toContainText('合計料金 ¥8,000 は変わりません。');
  await page.mouse.up();
  await expect(cell(room.number, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(addDays(stay.end, 1));
  await expect(fieldOf(page, '備考')).toHaveValue('途中の備考');

  await dragOver(page, cell(room.number, stay.start), [cell(room.number, last)], 'start');
  await page.mouse.up();
  await expect(cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(last);

  const target = { start: stay.end, end: addDays(stay.end, 2) };
  await dragOver(page, cell(room.number, last), [cell(other.number, last), cell(other.number, stay.end)]);
  await expect(wordsOf(page)).toContainText(`移動 一 ${room.number} → ${other.number} ${stayText(target)}`);
  await page.mouse.up();
  await expect(cell(other.number, target.start)).toHaveAttribute('data-booking-id', String(id));
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(target.start);
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(other.number);
  await expect(fieldOf(page, '備考')).toHaveValue('途中の備考');
  expect(await hotel.booking(id)).toMatchObject({ stay_start: target.start, changed_room: 1, notes: '' });
});

test('what is not allowed is said before it is dropped, also what others do meanwhile; Escape gives up', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const [room, other, third] = await hotel.freeRooms(stay);
  if (!third) throw new Error('too few rooms are free');
  const { id } = await hotel.book(stay, room, { guest_name_1: '固定 一', room_move_lock: 1 });
  const { cell } = await openGrid(page, stay);
  const locked = '部屋移動不可の予約のため、部屋を変更することは出来ません。';
  await dragOver(page, cell(room.number, stay.start), [cell(other.number, stay.start)]);
  await expect(wordsOf(page)).toContainText(locked);
  await expect(spokenOf(page)).toContainText(`置けません。 ${locked}`);
  await page.mouse.up();
  await expect(wordsOf(page)).toBeHidden();
  expect(await hotel.booking(id)).toMatchObject({ version: 1 });

  await hotel.amend(id, { room_move_lock: 0 });
  const second = addDays(stay.start, 1);
  await dragOver(page, cell(room.number, stay.start), [
    cell(other.number, stay.start),
    cell(other.number, second),
  ]);
  await expect(spokenOf(page)).toContainText('置けます。');
  const next = { start: stay.end, end: addDays(stay.end, 2) };
  await hotel.book(next, other, { guest_name_1: '先着 二' });
  await expect(wordsOf(page)).toContainText(
    `${other.number}号室には ${stayRangeText(next)} 先着 二 の予約が入っています。`,
  );
  await moveOver(page, cell(third.number, stay.start));
  await expect(spokenOf(page)).toContainText('置けます。');
  await page.keyboard.press('Escape');
  await expect(wordsOf(page)).toBeHidden();
  await page.mouse.up();
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  await expect(buttonOf(page, '更新')).toBeHidden();
  expect(await hotel.booking(id)).toMatchObject({ version: 2 });
});

test('what only the server knows is told in an alert, and the bar is back', async ({ hotel, desk }) => {
  const { page } = desk;
  desk.allowError(/status of 409/);
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  await hotel.book({ start: addDays(stay.end, 1), end: addDays(stay.end, 2) }, other);
  const { cell } = await openGrid(page, stay);
  await showRange(page, addDays(stay.start, -3), stay.end);
  const over = [stay.start, addDays(stay.end, -1), stay.end].map((date) => cell(other.number, date));
  await dragOver(page, cell(room.number, stay.start), over);
  await expect(wordsOf(page)).toContainText(dayText(stay.end));
  await page.mouse.up();
  await acceptAlert(page, '選択した部屋は指定された期間に既に予約されています。');
  await expect(page.locator('.gesture-layer')).toBeHidden();
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  expect(await hotel.booking(id)).toMatchObject({ version: 1 });
});

test('the menu of a booking offers what is allowed, and does it', async ({ hotel, desk: { page } }) => {
  const stay = { start: hotel.today, end: addDays(hotel.today, 2) };
  const { id, room } = await bookAtDesk(hotel, 0, 3, { guest_name_1: '献立 一' });
  await hotel.amend(id, { stay_end: stay.end });
  const calendar = await openGrid(page, stay);
  const cell = calendar.cell(room, stay.start);
  await reveal(calendar, cell);
  const open = async () => {
    await cell.click({ button: 'right' });
    await expect(menuOf(page)).toContainText('献立 一');
  };
  const [pay, extend, checkOut] = ['支払済にする…', '1泊延長', 'チェックアウト…'];

  await open();
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([
    /^開く/,
    'チェックイン',
    pay,
    /^部屋・日付を動かす/,
    extend,
    '1泊短縮',
    '予約取消…',
  ]);
  await entryOf(page, extend).click();
  await expect(calendar.cell(room, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await open();
  await entryOf(page, pay).click();
  await expect(menuOf(page)).toContainText('支払方法');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveAttribute('data-unpaid', 'false');
  await open();
  await entryOf(page, 'チェックイン').click();
  await expect(cell).toHaveAttribute('data-in', 'true');
  await open();
  await entryOf(page, checkOut).click();
  await expect(dialogOf(page, 'チェックアウトの確認')).toContainText('残り');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  expect((await hotel.booking(id)).checkout_date).toBeNull();
  await open();
  await entryOf(page, 'チェックインを取り消す').click();
  await expect(cell).not.toHaveAttribute('data-in');
  await open();
  await entryOf(page, '予約取消…').click();
  await answer(page, 'この予約を取り消します。よろしいですか？', 'OK');
  await acceptAlert(page, '予約がキャンセルされました');
  await expect(cell).not.toHaveAttribute('data-booking-id');
});

test('on the list a booking is only looked at, or opened in the form', async ({ hotel, desk: { page } }) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '献立 二' });
  await openGrid(page, stay); // Fetches the code of the menu, which the list shows no sign of.
  const { cell, header } = await goTo(page, '/', [stay.start, stay.end]);
  const night = cell(room.number, stay.start);
  await night.click({ button: 'right' });
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([/^詳細/, '予約登録で開く']);
  await page.keyboard.press('Escape');
  for (const nothing of [cell(room.number, stay.end), header('weather', stay.start)]) {
    await nothing.click({ button: 'right' });
    await expect(menuOf(page)).toBeHidden();
  }
  await dragOver(page, night, [cell(other.number, stay.start)]);
  await expect(wordsOf(page)).toBeHidden();
  await page.mouse.up();
  await expect(night).toHaveAttribute('data-booking-id', /\d/);
  await night.click({ button: 'right' });
  await entryOf(page, '予約登録で開く').click();
  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('献立 二');
});

test('of a year only what is in sight is in the document; the wheel reaches its last room and day', async ({
  hotel,
  desk: { page },
}) => {
  const DAYS = 365;
  const [first, last] = [hotel.today, addDays(hotel.today, DAYS - 1)];
  const calendar = await goTo(page, '/', [first, last]);
  const rows = Number(await calendar.grid.getAttribute('aria-rowcount'));
  const cells = calendar.grid.locator('[role="gridcell"][data-room]');
  const inDocument = async () => expect(await cells.count()).toBeLessThan((rows * DAYS) / 20);
  await inDocument();
  await expect(calendar.header('date', last)).toBeHidden();
  await expect(calendar.roomHead('201')).toBeHidden();

  await calendar.grid.hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(4_000, 1_500);
      return await calendar.cell('216', last).count();
    })
    .toBe(1);
  for (const part of [calendar.cell('216', last), calendar.header('date', last), calendar.roomHead('216')])
    await expect(part).toBeInViewport();
  await expect(calendar.roomHead('1001')).toBeHidden();
  await inDocument();
  const row = calendar.grid.locator(`[role="row"]:has([data-room="216"][data-date="${last}"])`);
  await expect(row).toHaveAttribute('aria-rowindex', String(rows));
  await expect(calendar.cell('216', last)).toHaveAttribute('aria-colindex', String(DAYS + 1));
});

import { dayText, stayRangeText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm, guest } from './support/form.js';
import { dragOver, moveOver, openDesk, spokenOf, watchRows, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

test('dragged over free nights, a booking begins there and can be registered', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay(3);
  const [room] = await hotel.freeRooms(stay);
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
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
  await fillForm(page, guest('引出 太郎'));
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  await expect(cell(room.number, last)).toHaveAttribute('data-booking-id', /\d/);
  await expect(cell(room.number, stay.end)).not.toHaveAttribute('data-booking-id');
});

test('a booking dragged to another room and day is there on all terminals', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '移動 一' });
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const { cell } = await openDesk(a, stay);
  const seen = await openScreen(b, '/');
  await showRange(b, addDays(stay.start, -3), addDays(stay.end, 5));
  const second = addDays(stay.start, 1);
  await dragOver(a, cell(room.number, second), [cell(other.number, second), cell(other.number, stay.end)]);
  const target = { start: second, end: addDays(stay.end, 1) };
  await expect(wordsOf(a)).toContainText(`移動 一 ${room.number} → ${other.number} ${stayText(target)}`);
  await a.mouse.up();
  await expect(seen.cell(other.number, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await expect(seen.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id', /./);
  await expect(cell(other.number, second)).toHaveAttribute('data-booking-id', String(id));
  await expect(wordsOf(a)).toBeHidden();
  expect(await hotel.booking(id)).toMatchObject({
    stay_start: target.start,
    stay_end: target.end,
    changed_room: 1,
    guest_name_1: '移動 一',
  });
});

test('a stay’s ends are dragged; what the form has open goes on with it', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
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
  expect(await hotel.booking(id)).toMatchObject({ stay_start: last, stay_end: addDays(stay.end, 1) });
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(last);
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
});

test('a booking dropped onto another one changes rooms with it', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const first = await hotel.book(stay, room, { guest_name_1: '交換 一' });
  const longer = { start: stay.start, end: addDays(stay.end, 1) };
  const second = await hotel.book(longer, other, { guest_name_1: '交換 二' });
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  await dragOver(page, cell(room.number, stay.start), [cell(other.number, stay.start)]);
  await expect(wordsOf(page)).toHaveText(`部屋の交換 ${room.number} 交換 一 ⇔ ${other.number} 交換 二`);
  await page.mouse.up();
  await expect(cell(other.number, stay.start)).toHaveAttribute('data-booking-id', String(first.id));
  await expect(cell(room.number, stay.end)).toHaveAttribute('data-booking-id', String(second.id));
  await expect(cell(other.number, stay.end)).not.toHaveAttribute('data-booking-id');
});

test('what is not allowed is said before it is dropped, also what others do meanwhile; Escape gives up', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other, third] = await hotel.freeRooms(stay);
  if (!third) throw new Error('too few rooms are free');
  const { id } = await hotel.book(stay, room, { guest_name_1: '固定 一', room_move_lock: 1 });
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  const locked = '部屋移動不可の予約のため、部屋を変更することは出来ません。';
  await dragOver(page, cell(room.number, stay.start), [cell(other.number, stay.start)]);
  await expect(wordsOf(page)).toContainText(locked);
  await expect(spokenOf(page)).toContainText(`置けません。 ${locked}`);
  await page.mouse.up();
  await expect(wordsOf(page)).toBeHidden();
  expect(await hotel.booking(id)).toMatchObject({ version: 1 });

  await hotel.amend(id, { room_move_lock: 0 });
  await dragOver(page, cell(room.number, stay.start), [
    cell(other.number, stay.start),
    cell(other.number, addDays(stay.start, 1)),
  ]);
  await expect(spokenOf(page)).toContainText('置けます。');
  await hotel.book({ start: stay.end, end: addDays(stay.end, 2) }, other, { guest_name_1: '先着 二' });
  const taken = stayRangeText({ start: stay.end, end: addDays(stay.end, 2) });
  await expect(wordsOf(page)).toContainText(
    `${other.number}号室には ${taken} 先着 二 の予約が入っています。`,
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

test('what only the server knows is told in an alert, and the bar is back', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const beyond = { start: addDays(stay.end, 1), end: addDays(stay.end, 2) };
  await hotel.book(beyond, other);
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  const { cell } = await openDesk(page, stay);
  await showRange(page, addDays(stay.start, -3), stay.end);
  const last = addDays(stay.end, -1);
  await dragOver(page, cell(room.number, stay.start), [
    cell(other.number, stay.start),
    cell(other.number, last),
    cell(other.number, stay.end),
  ]);
  await expect(wordsOf(page)).toContainText(dayText(stay.end));
  await page.mouse.up();
  await acceptAlert(page, '選択した部屋は指定された期間に既に予約されています。');
  await expect(page.locator('.gesture-layer')).toBeHidden();
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  expect(await hotel.booking(id)).toMatchObject({ version: 1 });
});

test('nothing is dragged on the list', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  await hotel.book(stay, room);
  const { page } = await openTerminal();
  const { cell } = await openScreen(page, '/');
  await showRange(page, stay.start, stay.end);
  await cell(room.number, stay.start).click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText([/^詳細/, '予約登録で開く']);
  await page.keyboard.press('Escape');
  await dragOver(page, cell(room.number, stay.start), [cell(other.number, stay.start)]);
  await expect(wordsOf(page)).toBeHidden();
  await page.mouse.up();
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', /\d/);
});

import { stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { buttonOf, fieldOf } from './support/form.js';
import { openDesk, spokenOf, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';
import { focusedCell } from './support/keyboard.js';

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('a booking is taken up, led to another day and made longer with the keyboard', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '鍵盤 一' });
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  await cell(room.number, stay.start).focus();
  await press(page, 'm');
  await expect(wordsOf(page)).toContainText('やめて元に戻す');
  await press(page, 'ArrowRight', 'Shift+ArrowRight', 'Control+ArrowLeft', 'Control+ArrowRight');
  const target = { start: addDays(stay.start, 1), end: addDays(stay.end, 2) };
  await expect(wordsOf(page)).toContainText(`鍵盤 一 ${room.number} ${stayText(target)}`);
  await expect(spokenOf(page)).toContainText('置けます。');
  expect(await hotel.booking(id)).toMatchObject({ version: 1 });
  await press(page, 'Enter');
  await expect(cell(room.number, addDays(stay.end, 1))).toHaveAttribute('data-booking-id', String(id));
  await expect(cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(wordsOf(page)).toBeHidden();
  await expect.poll(() => focusedCell(page)).toBe(`${room.number} ${target.start}`);
  expect(await hotel.booking(id)).toMatchObject({ stay_start: target.start, stay_end: target.end });
});

test('a booking is led to another room, where it changes places; what is refused is not dropped', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const rooms = await hotel.freeRooms(stay);
  const [room, other] = rooms;
  const { id } = await hotel.book(stay, room, { guest_name_1: '鍵盤 二' });
  const { id: otherId } = await hotel.book(stay, other, { guest_name_1: '鍵盤 三' });
  const { page } = await openTerminal();
  const { cell, roomHead } = await openDesk(page, stay);
  const rowOf = async (number: string) =>
    Number(await roomHead(number).locator('..').getAttribute('aria-rowindex'));
  const down = (await rowOf(other.number)) - (await rowOf(room.number));
  await cell(room.number, stay.start).focus();
  await press(page, 'm', ...Array<string>(down).fill('ArrowDown'), 'ArrowRight');
  await expect(spokenOf(page)).toContainText('鍵盤 三 の予約が入っています。');
  await press(page, 'Enter');
  await expect(wordsOf(page)).toBeVisible();
  await press(page, 'ArrowLeft');
  await expect(wordsOf(page)).toContainText(`部屋の交換 ${room.number} 鍵盤 二 ⇔ ${other.number} 鍵盤 三`);
  await press(page, 'Enter');
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(otherId));
  await expect(cell(other.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
});

test('Escape gives up, and the focus is where it was; going elsewhere gives up too', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  const last = addDays(stay.end, -1);
  await cell(room.number, last).focus();
  await press(page, 'm', 'ArrowRight', 'ArrowDown');
  await expect(wordsOf(page)).toBeVisible();
  await press(page, 'Escape');
  await expect(wordsOf(page)).toBeHidden();
  await expect.poll(() => focusedCell(page)).toBe(`${room.number} ${last}`);

  await press(page, 'm', 'ArrowRight');
  await expect(wordsOf(page)).toBeVisible();
  await fieldOf(page, '予約者名').focus();
  await expect(wordsOf(page)).toBeHidden();
  expect(await hotel.booking(id)).toMatchObject({ version: 1 });
});

test('Enter on a free night begins a booking of one night, M and Shift with arrows one of more', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  await cell(room.number, stay.start).focus();
  await press(page, 'Enter');
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(addDays(stay.start, 1));
  await expect(fieldOf(page, '男性')).toHaveValue('1');

  await press(page, 'Escape');
  await cell(other.number, stay.start).focus();
  await press(page, 'm', 'Shift+ArrowRight', 'Enter');
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(addDays(stay.start, 2));
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(other.number);
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await page.keyboard.type('1500');
  await fieldOf(page, '予約者名').fill('鍵盤 四');
  await fieldOf(page, '宿泊者名').fill('鍵盤 四');
  await fieldOf(page, '合計料金').fill('8000');
  await press(page, 'Control+Enter');
  await expect(buttonOf(page, 'OK')).toBeFocused();
  await press(page, 'Enter');
  await expect(cell(other.number, addDays(stay.start, 1))).toHaveAttribute('data-booking-id', /\d/);
});

test('dates that were typed are set aside when another night is chosen; a name stays', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { page } = await openTerminal();
  const { cell } = await openDesk(page, stay);
  await fieldOf(page, '予約者名').fill('途中 一');
  await cell(room.number, stay.start).click();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
  await cell(other.number, stay.start).click();
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(other.number);
  await expect(fieldOf(page, '予約者名')).toHaveValue('途中 一');
  await expect(buttonOf(page, '入力に戻る')).toBeHidden();

  await fieldOf(page, 'チェックアウト日').fill(addDays(stay.start, 4));
  await cell(room.number, stay.end).click();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.end);
  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(addDays(stay.start, 4));
});

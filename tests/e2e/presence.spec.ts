import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, chooseRoom, enterBooking, fieldOf, searchRooms } from './support/form.js';
import { test } from './support/hotel.fixture.js';

// A second is what is promised; a busy machine that draws two browsers at once gets a little more.
const nameOf = (page: Page): Promise<string> =>
  page.evaluate(() => String(localStorage.getItem('terminal-name')));
const warningOn = (page: Page) => page.locator('.hold-notice');

test('whose details are looked at on the list is outlined elsewhere, until they are closed', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room);
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const [own, seen] = [
    await openScreen(a, '/reservation-status'),
    await openScreen(b, '/reservation-status'),
  ];
  for (const page of [a, b]) await showRange(page, addDays(stay.start, -3), addDays(stay.end, 5));
  await own.cell(room.number, stay.start).click();
  await expect(dialogOf(a)).toBeVisible();
  const cell = seen.cell(room.number, stay.start);
  await expect(cell).toHaveAttribute('data-watch', 'looking');
  await expect(cell).toContainText(await nameOf(a));
  await expect(cell).toHaveAccessibleName(/で表示中/);
  await expect(own.cell(room.number, stay.start)).not.toHaveAttribute('data-watch');
  await a.keyboard.press('Escape');
  await expect(cell).not.toHaveAttribute('data-watch', /./);
});

test('cells that a form is about to book are outlined elsewhere; who wants the same is warned and not blocked', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  await openScreen(a, '/reservation-registration');
  const seen = await openScreen(b, '/reservation-registration');
  await searchRooms(a, stay);
  await chooseRoom(a, room.number);
  await enterBooking(b, stay, room.number, '後手 太郎');
  const name = await nameOf(a);
  await expect(warningOn(b)).toContainText(room.number);
  await expect(warningOn(b)).toContainText(new RegExp(`\\d\\d:\\d\\dから${name}でも入力中`));
  for (const night of [stay.start, addDays(stay.start, 1)]) {
    await expect(seen.cell(room.number, night)).toHaveAttribute('data-watch', 'holding');
  }
  await expect(seen.cell(room.number, stay.start)).toHaveAttribute('data-holder', name);
  await expect(seen.cell(room.number, stay.end)).not.toHaveAttribute('data-watch');
  await expect(warningOn(a)).toContainText(await nameOf(b));

  await buttonOf(b, '登録').click();
  await acceptAlert(b, '登録');
  await expect(seen.cell(room.number, stay.start)).toContainText('後手 太郎');
  await expect(warningOn(a)).toBeHidden();
  const field = fieldOf(a, 'ルームタイプ');
  await expect(field).toHaveAccessibleDescription(/後手 太郎の予約が入りました。別の部屋を選んでください。$/);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const next = a.getByRole('group', { name: '次の候補' }).getByRole('button').first();
  const other = await next.innerText();
  await next.click();
  await expect(field.locator('option:checked')).toContainText(other);
  await expect(field).not.toHaveAttribute('aria-invalid');
});

test('a hold ends when the form is cleared, left, or its terminal goes', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const [first, { page: b }] = [await openTerminal(), await openTerminal()];
  const a = first.page;
  const seen = await openScreen(b, '/reservation-status');
  await showRange(b, addDays(stay.start, -3), addDays(stay.end, 5));
  const cell = seen.cell(room.number, stay.start);
  const hold = async () => {
    await searchRooms(a, stay);
    await chooseRoom(a, room.number);
    await expect(cell).toHaveAttribute('data-watch', 'holding');
  };
  const isOver = () => expect(cell).not.toHaveAttribute('data-watch', /./);

  await openScreen(a, '/reservation-registration');
  await hold();
  await buttonOf(a, 'クリア').click();
  await isOver();
  await hold();
  await a.getByRole('link', { name: '予約一覧' }).click();
  await isOver();
  await a.getByRole('link', { name: '予約登録' }).click();
  await hold();
  await first.close();
  await isOver();
});

test('a hold ends by itself after ten minutes without a key or a click, and goes on with the next', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const seen = await openScreen(b, '/reservation-status');
  await showRange(b, addDays(stay.start, -3), addDays(stay.end, 5));
  const cell = seen.cell(room.number, stay.start);
  await a.clock.install();
  await openScreen(a, '/reservation-registration');
  await searchRooms(a, stay);
  await chooseRoom(a, room.number);
  await expect(cell).toHaveAttribute('data-watch', 'holding');
  await a.clock.fastForward('09:50');
  await expect(cell).toHaveAttribute('data-watch', 'holding');
  await a.clock.fastForward('00:20');
  await expect(cell).not.toHaveAttribute('data-watch', /./);
  await a.keyboard.press('Shift');
  await expect(cell).toHaveAttribute('data-watch', 'holding');
});

test('an edit holds only what it would take anew', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const [{ page: a }, { page: b }, { page: c }] = [
    await openTerminal(),
    await openTerminal(),
    await openTerminal(),
  ];
  const seen = await openScreen(b, '/reservation-status');
  await showRange(b, addDays(stay.start, -3), addDays(stay.end, 5));
  await openScreen(a, `/reservation-registration/${id}`);
  await expect(seen.cell(room.number, stay.start)).toHaveAttribute('data-watch', 'editing');
  const editing = await openScreen(c, `/reservation-registration/${id}`);
  await expect(editing.cell(room.number, stay.start)).toHaveAttribute('data-watch', 'editing');
  await expect(warningOn(c)).toBeHidden();
  await buttonOf(a, '部屋検索').click();
  await chooseRoom(a, otherRoom.number);
  await expect(seen.cell(otherRoom.number, stay.start)).toHaveAttribute('data-watch', 'holding');
  await expect(seen.cell(room.number, stay.start)).toHaveAttribute('data-watch', 'editing');
});

import { expect } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { expectLineDown, keptKeys } from './support/line-down.js';

const isTyped = (key: string) => key.startsWith('typed-form ');

test('what was typed is there again after a reload, and is saved as if nothing had been', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, otherRoom, { guest_name_1: '変更 一郎' });
  const { page } = await openTerminal();
  page.on('dialog', (dialog) => void dialog.accept());
  await openScreen(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, '再読込 太郎');
  await page.reload();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('再読込 太郎');
  await expect(calendarOf(page).cell(otherRoom.number, stay.start)).toContainText('変更 一郎');

  await page.goto(`/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('変更 一郎');
  await fillForm(page, { 備考: '変更の途中' });
  await page.reload();
  await expect(page.getByText(`編集中: ${otherRoom.number} 変更 一郎`)).toBeVisible();
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');

  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toContainText('再読込 太郎');
  await buttonOf(page, '入力に戻る').click();
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  await expect(calendarOf(page).cell(room.number, stay.start)).toContainText('再読込 太郎');
  expect((await keptKeys(page)).filter(isTyped)).toEqual([]);
  await page.reload();
  await expect(fieldOf(page, 'チェックイン日')).toBeEnabled();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
});

test('who goes to an address finds what it names, and what was typed beside it', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '住所 太郎' });
  const { page } = await openTerminal();
  page.on('dialog', (dialog) => void dialog.accept());
  const aside = page.getByRole('status').filter({ hasText: '入力途中' });
  await openScreen(page, `/reservation-registration/${id}`);
  await fillForm(page, { 宿泊者名: '途中 次郎' });
  await openScreen(page, '/reservation-registration');
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  await expect(aside).toContainText('住所 太郎');
  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('途中 次郎');
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('住所 太郎');
  await expect(aside).toBeVisible();
});

test('what was typed in a page that crashed is offered by the next one, once', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-registration');
  await fillForm(page, { 宿泊者名: '異常 終了', 備考: '途中' });
  const next = await page.context().newPage();
  await openScreen(next, '/reservation-registration');
  const aside = next.getByRole('status').filter({ hasText: '入力途中' });
  await expect(fieldOf(next, '宿泊者名')).toHaveValue('');
  await expect(aside).toBeHidden();

  await page.close();
  await next.reload();
  await expect(aside).toContainText('異常 終了 の新規予約');
  await buttonOf(next, '入力に戻る').click();
  await expect(fieldOf(next, '備考')).toHaveValue('途中');
  await buttonOf(next, 'クリア').click();
  await buttonOf(next, '入力途中の内容を破棄').click();
  expect((await keptKeys(next)).filter(isTyped)).toEqual([]);
});

test('a save whose answer was lost is not done twice, also when the page was loaded anew', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const terminal = await openTerminal();
  const { page } = terminal;
  expectLineDown(terminal);
  terminal.allowError(/ERR_FAILED/);
  await openScreen(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, '返事 なし');
  await page.route('**/api/booking', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buttonOf(page, '登録').click();
  await expect(dialogOf(page)).toContainText('サーバーに接続できません');
  await page.unroute('**/api/booking');
  await page.reload();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('返事 なし');
  await expect(calendarOf(page).cell(room.number, stay.start)).toContainText('返事 なし');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const booked = await hotel.bookings(stay.start, stay.start);
  expect(booked.filter(({ guest_name_1 }) => guest_name_1 === '返事 なし')).toHaveLength(1);
});

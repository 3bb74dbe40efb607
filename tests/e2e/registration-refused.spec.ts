import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

test('the server’s refusal is shown and the form stays, even when the terminal knew nothing yet', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  let isDelayed = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isDelayed) socket.send(message);
    });
  });
  const calendar = await openScreen(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, '後着 太郎');
  isDelayed = true;
  const { id } = await hotel.book(stay, room, { guest_name_1: '先着 次郎' });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, OVERLAP);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('後着 太郎');
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
  const sameRoom = (await hotel.bookings(stay.start, stay.start)).filter(
    (night) => night.room_id === room.roomId && night.is_cancelled === 0,
  );
  expect(sameRoom.map((booking) => booking.id)).toEqual([id]);

  const value = await fieldOf(page, 'ルームタイプ')
    .locator('option', { hasText: otherRoom.number })
    .getAttribute('value');
  await fieldOf(page, 'ルームタイプ').selectOption(value);
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('後着 太郎');
});

test('前日と同一予約 without a booking of the day before is refused by the server', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { page, allowError } = await openTerminal();
  allowError(/status of 422/);
  await openScreen(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, '連泊 太郎');
  await fillForm(page, { 前日と同一予約: true });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '前日の予約が見つかりません。');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('連泊 太郎');
});

test('a double click, or a save tried again after its answer was lost, books once', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { page, allowError } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/booking')) posts.push(request.url());
  });
  await enterBooking(page, stay, room.number, '二度 太郎');
  await buttonOf(page, '登録').evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await acceptAlert(page, '登録');
  expect(posts).toHaveLength(1);

  allowError(/net::ERR_FAILED/);
  await enterBooking(page, stay, otherRoom.number, '再送 太郎');
  await page.route('**/api/booking', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buttonOf(page, '登録').click();
  await expect(dialogOf(page)).toBeVisible();
  await page.unroute('**/api/booking');
  await acceptAlert(page, /./);
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('再送 太郎');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('再送 太郎');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const names = (await hotel.bookings(stay.start, stay.start)).map(({ guest_name_1 }) => guest_name_1);
  expect(names.filter((name) => name === '再送 太郎')).toHaveLength(1);
  expect(names.filter((name) => name === '二度 太郎')).toHaveLength(1);
});

test('Enter that takes over converted kana does not send the form', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/reservation-registration');
  const keyboard = await page.context().newCDPSession(page);
  await fieldOf(page, '宿泊者名').focus();
  await keyboard.send('Input.imeSetComposition', { text: 'やまだ', selectionStart: 3, selectionEnd: 3 });
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('やまだ');
  await page.keyboard.press('Enter');
  await keyboard.send('Input.insertText', { text: '山田' });
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('山田');
  await expect(dialogOf(page)).toBeHidden();

  await page.keyboard.press('Enter');
  await expect(dialogOf(page, '入力内容にエラーがあります')).toBeVisible();
});

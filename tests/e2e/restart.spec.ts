import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('a page outlives the server: it reconnects by itself and shows what was written meanwhile', async ({
  hotel,
  server,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const terminal = await openTerminal();
  const { page } = terminal;
  const calendar = await openScreen(page, '/reservation-registration');
  await showRange(page, addDays(stay.start, -5), addDays(stay.end, 5));
  await enterBooking(page, stay, room.number, '継続 太郎');
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  terminal.allowError(/WebSocket connection .* failed|ERR_CONNECTION_REFUSED/);
  // The browser looks for a newer service worker whenever it likes.
  terminal.allowError(/when fetching the script/);
  await server.kill();
  await expect(page.getByText('再接続中')).toBeVisible();
  await server.onAnotherNode(async (other) => {
    await other.book(stay, otherRoom, { guest_name_1: '別口 次郎' });
  });
  await expect(calendar.cell(otherRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await server.start();

  await expect(page.getByText('再接続中')).toBeHidden();
  await expect(page.getByText('接続中')).toBeVisible();
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('別口 次郎');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('継続 太郎');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  await expect(calendar.cell(room.number, stay.start)).toContainText('継続 太郎');
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

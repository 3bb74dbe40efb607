import { addDays } from '@domain/dates.js';
import { expect, type Page, type WebSocket } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf } from './support/form.js';
import { openHandover } from './support/handover.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';

/** Every websocket that the page has opened. */
function socketsOf(page: Page): WebSocket[] {
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  return sockets;
}

test('a terminal that was cut off shows what it missed, where it was scrolled to, without a reload', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const away = await openTerminal();
  const { page } = away;
  const sockets = socketsOf(page);
  const seen = await openScreen(page, '/reservation-status');
  await showRange(page, addDays(stay.start, -20), addDays(stay.start, 30));
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await seen.grid.hover();
  await page.mouse.wheel(420, 0);
  await page.mouse.wheel(0, 400);
  const free = await hotel.freeRooms(stay);
  await expect(seen.roomHead('1001')).toBeHidden();
  const rooms = [];
  for (const room of free) if ((await seen.cell(room.number, stay.start).count()) > 0) rooms.push(room);
  const [edited, cancelled, moved, target, made, fromForm] = rooms;
  if (!edited || !cancelled || !moved || !target || !made || !fromForm)
    throw new Error('too few rooms in sight');
  const [editedId, cancelledId, movedId] = await Promise.all(
    [edited, cancelled, moved].map(async (room) => (await hotel.book(stay, room)).id),
  );
  for (const room of [edited, cancelled, moved]) {
    await expect(seen.cell(room.number, stay.start)).toContainText('試験 太郎');
  }
  const weather = (await hotel.weather(stay.start, stay.start))[0]?.weather ?? '';
  const place = await seen.cell(made.number, stay.start).boundingBox();

  away.allowError(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await expect(page.getByText('再接続中')).toBeVisible();
  await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true);

  await hotel.amend(Number(editedId), { guest_name_1: '変更 花子', stay_end: addDays(stay.end, 1) });
  await hotel.cancel(Number(cancelledId));
  await hotel.amend(Number(movedId), { room_id: target.roomId });
  await hotel.book(stay, made, { guest_name_1: '新規 次郎', booking_source: '楽天' });
  await hotel.api.post('/api/weather', { date: stay.start, weather: '台風' });
  const desk = await openTerminal();
  await openScreen(desk.page, '/reservation-registration');
  await enterBooking(desk.page, stay, fromForm.number, '窓口 三郎');
  await buttonOf(desk.page, '登録').click();
  await acceptAlert(desk.page, '登録');
  await expect(seen.cell(edited.number, stay.start)).toContainText('試験 太郎');
  await expect(seen.cell(made.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(seen.header('weather', stay.start)).toHaveText(weather);

  await page.context().setOffline(false);
  await expect(page.getByText('再接続中')).toBeHidden();
  await expect(page.getByText('接続中')).toBeVisible();
  await expect(seen.cell(edited.number, stay.start)).toContainText('変更 花子');
  await expect(seen.cell(edited.number, stay.end)).toHaveAttribute('data-booking-id', String(editedId));
  await expect(seen.cell(cancelled.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(seen.cell(moved.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(seen.cell(target.number, stay.start)).toHaveAttribute('data-booking-id', String(movedId));
  await expect(seen.cell(made.number, stay.start)).toHaveText(/^②\s*新規 次郎/);
  await expect(seen.cell(fromForm.number, stay.start)).toContainText('窓口 三郎');
  await expect(seen.header('weather', stay.start)).toHaveText('台風');
  const { total_rooms: total, ...counts } = (await hotel.counts(stay.start, stay.start))[stay.start] ?? {};
  const booked = Object.entries(counts).reduce(
    (sum, [key, n]) => (key.startsWith('actual_') ? sum + n : sum),
    0,
  );
  await expect(seen.header('total', stay.start)).toHaveText(new RegExp(`^${Number(total) - booked}\\D`));

  expect(await seen.cell(made.number, stay.start).boundingBox()).toEqual(place);
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

test('a save on a line that became silent ends, and made again it has booked once', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { page, ...terminal } = await openTerminal();
  terminal.allowError(/サーバーに接続できません/);
  await openScreen(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, '沈黙 四郎');
  const overlay = page.getByRole('status', { name: '読み込み中' });
  const held = await holdAnswers(page, 'POST', /\/api\/booking$/);
  await buttonOf(page, '登録').click();
  await expect.poll(() => held.requests).toHaveLength(1);
  await expect(overlay).toBeVisible();
  // The limit of a write, which the browser keeps itself.
  await expect(overlay).toBeHidden({ timeout: 30_000 });
  await acceptAlert(page, 'サーバーに接続できません。通信状態を確認して、もう一度お試しください。');
  await held.release();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('沈黙 四郎');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const booked = await hotel.bookings(stay.start, stay.start);
  expect(booked.filter(({ guest_name_1 }) => guest_name_1 === '沈黙 四郎')).toHaveLength(1);
});

test('a note whose answer was lost is written once when it is saved again', async ({
  hotel,
  openTerminal,
}) => {
  const { page, ...terminal } = await openTerminal();
  terminal.allowError(/ERR_FAILED/);
  const { newNote, note } = await openHandover(page);
  await page.route(
    /\/api\/handover-notes$/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await newNote.getByLabel('申し送り').fill('鍵は金庫へ戻すこと');
  await page.keyboard.press('Control+Enter');
  await acceptAlert(page, 'サーバーに接続できません。');
  await expect(note('鍵は金庫へ戻すこと')).toHaveCount(1);
  await newNote.getByLabel('申し送り').focus();
  await page.keyboard.press('Control+Enter');
  await expect(newNote.getByLabel('申し送り')).toHaveValue('');
  await expect(note('鍵は金庫へ戻すこと')).toHaveCount(1);
  const range = `start_date=${hotel.today}&end_date=${hotel.today}`;
  const { body } = await hotel.api.get<{ text: string }[]>(`/api/handover-notes?${range}`);
  expect(body.filter(({ text }) => text === '鍵は金庫へ戻すこと')).toHaveLength(1);
});

import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { MOVE_IN_SCREEN, SCREENS, SETUP_SCREEN } from '#frontend/shared/screens.js';
import { openScreen, reveal, showRange } from './support/calendar.js';
import {
  acceptAlert,
  buttonOf,
  dialogOf,
  enterBooking,
  fieldOf,
  fillForm,
  press,
} from './support/controls.js';
import { bookAtDesk } from './support/front-desk.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';
import type { FreeRoom } from './support/hotel.js';
import {
  calendarIsKept,
  expectLineDown,
  isMarkedPage,
  keepApp,
  keptKeys,
  lineDownMark,
  markPage,
} from './support/line-down.js';

const FORM = '/reservation-registration';
const LIST = '/reservation-status';
const A_DAY_MS = 86_400_000;

test('without a network a reload shows the calendar that was there last; it recovers by itself, with what it missed, where it was scrolled to', async ({
  hotel,
  openTerminal,
}) => {
  const arriving = (await hotel.bookings(addDays(hotel.today, 1), addDays(hotel.today, 6))).find(
    ({ stay_start, is_cancelled, checkin_date }) =>
      stay_start > hotel.today && is_cancelled === 0 && checkin_date === null,
  );
  if (!arriving) throw new Error('nobody arrives this week');
  const arrival = arriving.stay_start;
  await hotel.amend(arriving.id, { guest_name_1: '控え 太郎' });
  const terminal = await openTerminal({ serviceWorkers: 'allow' });
  const { page } = terminal;
  const calendar = await openScreen(page, LIST);
  await keepApp(page);
  await calendarIsKept(page);
  expectLineDown(terminal);
  await page.context().setOffline(true);
  await expect(lineDownMark(page)).toBeVisible();

  await page.reload();
  await expect(lineDownMark(page)).toBeVisible();
  await expect(page.getByText('再接続中')).toBeVisible();
  const cell = calendar.night(arriving.id).and(calendar.grid.locator(`[data-date="${arrival}"]`));
  await reveal(calendar, cell);
  await cell.click();
  await expect(dialogOf(page, '予約詳細')).toContainText('控え 太郎');
  await press(page, 'Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-sheet').first()).toContainText('控え 太郎');
  await expect(page.locator('.printed-sheet').first()).toContainText(/通信断：.* 時点の表示/);
  await page.emulateMedia({ media: null });
  await hotel.amend(arriving.id, { guest_name_1: '留守中 花子' });
  await markPage(page);
  await page.context().setOffline(false);
  await expect(lineDownMark(page)).toBeHidden();
  await reveal(calendar, cell); // What is not drawn on paper begins at its top again.
  await expect(cell).toContainText('留守中 花子');

  const stay = hotel.nextStay();
  await page.setViewportSize({ width: 1440, height: 2_400 }); // High enough for the rooms that are free.
  await showRange(page, addDays(stay.start, -20), addDays(stay.start, 30));
  const [moved, target, cancelled, made] = (await hotel.freeRooms(stay)) as FreeRoom[];
  if (!moved || !target || !cancelled || !made) throw new Error('too few rooms are free');
  const at = ({ number }: FreeRoom) => calendar.cell(number, stay.start);
  const [movedId, cancelledId] = [(await hotel.book(stay, moved)).id, (await hotel.book(stay, cancelled)).id];
  await calendar.grid.evaluate((element) => element.scrollTo(420, 40));
  await expect(at(cancelled)).toContainText('試験 太郎');
  const place = await at(made).boundingBox();
  await page.context().setOffline(true);
  await expect(page.getByText('再接続中')).toBeVisible();
  await hotel.amend(movedId, { room_id: target.roomId, stay_end: addDays(stay.end, 1) });
  await hotel.cancel(cancelledId);
  await hotel.book(stay, made, { guest_name_1: '新規 次郎', booking_source: '楽天' });
  await hotel.api.post('/api/weather', { date: stay.start, weather: '台風' });
  await expect(at(moved)).toContainText('試験 太郎');
  await page.context().setOffline(false);
  await expect(at(made)).toHaveText(/^②\s*新規 次郎/);
  await expect(at(cancelled)).not.toHaveAttribute('data-booking-id');
  await expect(at(moved)).not.toHaveAttribute('data-booking-id');
  await expect(calendar.cell(target.number, stay.end)).toHaveAttribute('data-booking-id', String(movedId));
  await expect(calendar.header('weather', stay.start)).toHaveText('台風');
  const { total_rooms: total, ...counts } = (await hotel.counts(stay.start, stay.start))[stay.start] ?? {};
  const booked = Object.entries(counts).filter(([key]) => key.startsWith('actual_'));
  const left = Number(total) - booked.reduce((sum, [, actual]) => sum + actual, 0);
  await expect(calendar.header('total', stay.start)).toHaveText(new RegExp(`^${left}\\D`));
  expect(await at(made).boundingBox()).toEqual(place);
  expect(await isMarkedPage(page)).toBe(true);
});

test('with the server stopped nothing typed is lost over a reload; once it is back it is saved, and what others wrote meanwhile is shown', {
  tag: '@long',
}, async ({ hotel, server, openTerminal }) => {
  const [stay, room, otherRoom, third] = await hotel.freeStay();
  if (!third) throw new Error('too few rooms are free');
  const { id } = await hotel.book(stay, otherRoom, { guest_name_1: '控え 次郎' });
  const terminal = await openTerminal({ serviceWorkers: 'allow' });
  const { page } = terminal;
  const calendar = await openScreen(page, FORM);
  await enterBooking(page, stay, room.number, '入力 途中');
  await fillForm(page, { 備考: '窓側を希望' });
  await keepApp(page);
  await calendarIsKept(page);

  expectLineDown(terminal);
  await server.kill();
  await expect(lineDownMark(page)).toBeVisible();
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '通信が切れているため、保存できません。', '保存できません');
  await page.reload();
  await expect(lineDownMark(page)).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('入力 途中');
  await expect(fieldOf(page, '備考')).toHaveValue('窓側を希望');

  await reveal(calendar, calendar.cell(otherRoom.number, stay.start));
  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(page.getByText(`編集中: ${otherRoom.number} 控え 次郎`)).toBeVisible();
  await fillForm(page, { 備考: '遅い到着' });
  await markPage(page);
  await server.start();
  await hotel.book(stay, third, { guest_name_1: '別口 次郎' });
  await expect(lineDownMark(page)).toBeHidden();
  await expect(calendar.cell(third.number, stay.start)).toContainText('別口 次郎');
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, '備考')).toHaveValue('窓側を希望');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  expect((await hotel.booking(id)).notes).toBe('遅い到着');
  await expect(calendar.cell(room.number, stay.start)).toContainText('入力 途中');
  expect(await isMarkedPage(page)).toBe(true);
});

test('a terminal that saw the hotel today shows its calendar before it is told of the hotel again; what it saw on another day tells no today', {
  tag: '@long',
}, async ({ openTerminal }) => {
  const { page } = await openTerminal();
  const { grid } = await openScreen(page, LIST);
  const total = grid.locator('[data-header="total"]').first();
  await expect.poll(() => keptKeys(page)).toContain('hotel');
  const today = await holdAnswers(page, 'GET', /\/api\/hotel$/);
  await page.reload();
  await expect(total).toHaveText(/\d/);
  await today.release();

  const tomorrow = await holdAnswers(page, 'GET', /\/api\/hotel$/);
  await page.clock.setFixedTime(Date.now() + A_DAY_MS);
  const session = page.waitForResponse('**/api/session');
  const bookings: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/bookings')) bookings.push(request.url());
  });
  await page.reload();
  await (await session).finished();
  await expect(page.getByRole('main')).toBeVisible();
  expect(bookings).toEqual([]);
  await tomorrow.release();
  await expect(total).toHaveText(/\d/);
  expect(bookings).not.toEqual([]);
});

test('without a network a reload of フロント shows the lists that were there last, on a new terminal that nothing is known', async ({
  hotel,
  openTerminal,
}) => {
  await bookAtDesk(hotel, 0, 1, { guest_name_1: '控え 次郎' });
  const terminal = await openTerminal({ serviceWorkers: 'allow' });
  const { page } = terminal;
  await page.goto('/front-desk');
  const list = page.getByRole('grid', { name: '到着の一覧' });
  await expect(list).toContainText('控え 次郎');
  const arrivals = page.getByRole('tab', { name: /^到着/ });
  const count = await arrivals.textContent();
  await keepApp(page);
  await expect.poll(() => keptKeys(page)).toContain('guests front-desk');
  expectLineDown(terminal);
  await page.context().setOffline(true);
  await page.reload();
  await expect(list).toContainText('控え 次郎');
  await expect(arrivals).toHaveText(count ?? '');
  await expect(lineDownMark(page)).toBeVisible();

  await page.evaluate(async () => {
    const open = indexedDB.open('hotel-front-desk');
    await new Promise((done) => {
      open.onsuccess = done;
    });
    const emptied = open.result.transaction('kept', 'readwrite');
    emptied.objectStore('kept').delete('guests front-desk');
    await new Promise((done) => {
      emptied.oncomplete = done;
    });
  });
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'サーバーに接続できません' })).toBeVisible();
  await expect(arrivals).toHaveText(/^到着 –/);
  await page.context().setOffline(false);
  await expect(list).toContainText('控え 次郎');
});

test('a terminal is connected at whatever address it is opened, where there is nothing to read as well', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const paths = Object.values(SCREENS).map(({ path }) => path);
  for (const path of [...paths, SETUP_SCREEN.path, MOVE_IN_SCREEN.path, '/nowhere']) {
    await page.goto(path);
    await expect(page.locator('[data-connected="true"]'), path).toBeVisible();
  }
});

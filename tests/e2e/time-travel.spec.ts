import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, figuresIn, openScreen, showRange } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { drawnNights, nightsToDraw } from './support/drawn-nights.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { around, expectPast, momentAt, movedBooking, openPast, pastOf, positionNow } from './support/past.js';

const keepNote = (page: Page) => page.evaluate(() => Object.assign(window, { notReloaded: true }));
const wasReloaded = (page: Page) => page.evaluate(() => !('notReloaded' in window));

test('an address with a position shows bookings, counts and weather as they stood, marked and read-only', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const days = around(stay);
  const [room, otherRoom] = await hotel.freeRooms(stay);
  await hotel.api.post('/api/weather', { date: stay.start, weather: '雪' });
  const { id } = await hotel.book(stay, room, { guest_name_1: '昔 太郎' });
  const { position: then, recorded_at } = await momentAt(hotel);
  const countsThen = await hotel.counts(...days);
  const recordsThen = await hotel.bookings(...days);
  const rooms = await hotel.rooms(...days);
  await hotel.amend(id, { guest_name_1: '今 太郎', room_id: otherRoom.roomId });
  await hotel.book(stay, room, { guest_name_1: '後 次郎' });
  await hotel.api.post('/api/weather', { date: stay.start, weather: '台風' });

  const { page } = await openTerminal();
  const calendar = await openPast(page, then, stay);
  const instant = new Date(Date.parse(String(recorded_at)) + 9 * 3_600_000).toISOString();
  const text = `${instant.slice(0, 10)} ${instant.slice(11, 19)}`;
  const mark = `過去の表示: ${text} 時点(位置 ${then.toLocaleString('en-US')})`;
  await expect(pastOf(page).band).toContainText(mark);
  await expect(calendar.cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
  await expect(calendar.cell(otherRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(calendar.header('weather', stay.start)).toHaveText('雪');
  const { total_rooms: total, ...counts } = countsThen[stay.start] ?? {};
  const booked = Object.entries(counts).filter(([key]) => key.startsWith('actual_'));
  const [left] = await figuresIn(calendar.header('total', stay.start));
  expect(left).toBe(Number(total) - booked.reduce((sum, [, actual]) => sum + actual, 0));
  const drawn = await drawnNights(page);
  const inDocument = new Set(drawn.map((night) => `${night.room} ${night.date}`));
  const due = nightsToDraw(recordsThen, rooms).filter((night) =>
    inDocument.has(`${night.room} ${night.date}`),
  );
  const byPlace = (a: { room: string; date: string }, b: { room: string; date: string }) =>
    `${a.room} ${a.date}` < `${b.room} ${b.date}` ? -1 : 1;
  expect(drawn.sort(byPlace)).toEqual(due.sort(byPlace));

  await calendar.cell(room.number, stay.start).click();
  await expect(dialogOf(page, '予約詳細')).toContainText('昔 太郎');
  await expect(dialogOf(page, '予約詳細')).toContainText(mark);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expectPast(page, then);
  await calendar.header('weekday', stay.start).click();
  await calendar.header('weather', stay.start).click();
  await expect(dialogOf(page)).toHaveCount(0);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed .printed-past')).toHaveText(mark);
  await expect(page.locator('.printed tbody')).toContainText('昔 太郎');
  await page.emulateMedia({ media: null });
});

test('the present comes back at once, where it was, with all that happened meanwhile; the past stays as it was', async ({
  hotel,
  openTerminal,
}) => {
  const { stay, room, otherRoom, thirdRoom, id, then } = await movedBooking(hotel);
  const { page } = await openTerminal({ viewport: { width: 1000, height: 700 } });
  const calendar = await openScreen(page, '/reservation-status');
  await showRange(page, addDays(stay.start, -10), addDays(stay.end, 30));
  await calendar.grid.evaluate((element) => element.scrollTo(280, 130));
  await keepNote(page);
  await page.keyboard.press('Alt+y');
  const past = pastOf(page);
  await expect(past.slider).toBeFocused();
  await expect(past.open).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowLeft');
  await expectPast(page, then);
  await expect(page).toHaveURL(`/reservation-status?as_of=${then}`);
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
  const { scrollTop, scrollLeft } = await calendar.grid.evaluate(({ scrollTop, scrollLeft }) => ({
    scrollTop,
    scrollLeft,
  }));
  expect([scrollLeft, scrollTop]).toEqual([280, 130]);

  const other = await openTerminal();
  const live = await openScreen(other.page, '/');
  await showRange(other.page, ...around(stay));
  await hotel.amend(id, { guest_name_1: '更に 太郎' });
  await hotel.book(stay, thirdRoom, { guest_name_1: '新規 次郎' });
  await expect(live.cell(otherRoom.number, stay.start)).toContainText('更に 太郎');
  await expect(live.cell(thirdRoom.number, stay.start)).toContainText('新規 次郎');
  await expect(past.slider).toHaveAttribute('max', String(await positionNow(hotel)));
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
  await expect(calendar.cell(otherRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(calendar.cell(thirdRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('Escape');
  await expect(past.band).toBeHidden();
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('更に 太郎');
  await expect(calendar.cell(thirdRoom.number, stay.start)).toContainText('新規 次郎');
  await expect(calendar.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(page).toHaveURL('/reservation-status');
  await expect(past.open).toBeFocused();
  expect(await calendar.grid.evaluate((element) => [element.scrollLeft, element.scrollTop])).toEqual([
    280, 130,
  ]);
  await expect(calendar.firstDay).toHaveValue(addDays(stay.start, -10));
  expect(asked).toEqual([]);
  expect(await wasReloaded(page)).toBe(false);
});

test('a moment survives a reload, can be shared, and an instant names one as well', async ({
  hotel,
  openTerminal,
}) => {
  const { stay, room, otherRoom, then } = await movedBooking(hotel);
  const head = await positionNow(hotel);
  const { page } = await openTerminal();
  await openPast(page, head, stay);
  const past = pastOf(page);
  await past.back.click();
  await expectPast(page, then);
  await expect(page).toHaveURL(`/?as_of=${then}`);
  await page.reload();
  await expectPast(page, then);

  const second = await openTerminal();
  const shared = await openPast(second.page, then, stay);
  await expect(shared.cell(room.number, stay.start)).toContainText('昔 太郎');
  await expect(shared.cell(otherRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');

  const { recorded_at } = await momentAt(hotel, String(then));
  const third = await openTerminal();
  const byInstant = await openPast(third.page, String(recorded_at), stay);
  await expectPast(third.page, then);
  await expect(byInstant.cell(room.number, stay.start)).toContainText('昔 太郎');
  await expect(third.page).toHaveURL(`/?as_of=${then}`);
});

test('the registration screen is never in the past', async ({ hotel, openTerminal }) => {
  const { stay, room, otherRoom, then, id } = await movedBooking(hotel);
  const { page } = await openTerminal();
  await openPast(page, then, stay);
  await expectPast(page, then);
  await page.keyboard.press('Alt+o');
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(page).toHaveURL('/reservation-registration');
  const calendar = calendarOf(page);
  await expect(calendar.firstDay).toHaveValue(addDays(hotel.today, -5));
  await showRange(page, ...around(stay));
  await expect(calendar.cell(otherRoom.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  await expect(calendar.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await page.keyboard.press('Alt+l');
  await expect(buttonOf(page, '印刷')).toBeVisible();
  await expect(pastOf(page).band).toBeHidden();
});

import { addDays, type Day, dayIn, type Stay } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, figuresIn, openScreen, showRange } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { drawnNights, nightsToDraw } from './support/drawn-nights.js';
import { buttonOf } from './support/form.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { expectPast, momentAt, pastOf, positionNow } from './support/past.js';

const around = ({ start, end }: Stay): [Day, Day] => [addDays(start, -3), addDays(end, 5)];

/** A booking that was taken, then moved to another room under another name, and the position in between. */
async function movedBooking(hotel: Hotel) {
  const stay = hotel.nextStay();
  const [room, otherRoom, thirdRoom] = await hotel.freeRooms(stay);
  if (!thirdRoom) throw new Error('fewer than three rooms are free');
  const { id } = await hotel.book(stay, room, { guest_name_1: '昔 太郎' });
  const then = await positionNow(hotel);
  await hotel.amend(id, { guest_name_1: '今 太郎', room_id: otherRoom.roomId });
  return { stay, room, otherRoom, thirdRoom, id, then };
}

/** Opens the list screen in the past, with the days around a stay. */
async function openPast(page: Page, asOf: number | string, stay: Stay) {
  const calendar = await openScreen(page, `/?as_of=${asOf}`);
  await showRange(page, ...around(stay));
  return calendar;
}

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

test('the slider goes by one event, by a hundredth and to both ends, and says in words where it is', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await openScreen(page, '/');
  const past = pastOf(page);
  await past.open.click();
  await expect(past.slider).toBeFocused();
  const head = await positionNow(hotel);
  const press = async (key: string, position: number) => {
    await page.keyboard.press(key);
    await expect(past.slider, key).toHaveValue(String(position));
    await expectPast(page, position);
  };
  await expect(past.slider).toHaveValue(String(head));
  const leap = Math.round(head / 100);
  await press('ArrowLeft', head - 1);
  await press('ArrowRight', head);
  await press('PageDown', head - leap);
  await press('PageDown', head - 2 * leap);
  await press('PageUp', head - leap);
  const { recorded_at } = await momentAt(hotel, String(head - leap));
  const instant = new Date(Date.parse(String(recorded_at)) + 9 * 3_600_000);
  const [date, time] = instant.toISOString().slice(0, 19).split('T') as [string, string];
  const [year, month, day] = date.split('-').map(Number);
  const [hour, minute, second] = time.split(':').map(Number);
  await expect(past.slider).toHaveAttribute(
    'aria-valuetext',
    `${year}年${month}月${day}日 ${hour}時${minute}分${second}秒、位置 ${(head - leap).toLocaleString('en-US')}`,
  );
  await expect(past.date).toHaveValue(date);
  await expect(past.time).toHaveValue(time);
  await press('Home', 0);
  await expect(past.band).toContainText('最初のイベントより前');
  await expect(past.back).toBeDisabled();
  await expect(page.getByRole('grid').locator('[data-booking-id]')).toHaveCount(0);
  await press('End', head);
  await expect(past.forward).toBeDisabled();
  await past.back.click();
  await expectPast(page, head - 1);
  await past.forward.click();
  await expectPast(page, head);
  await past.toNow.click();
  await expect(past.band).toBeHidden();
});

test('a date, with or without a time by the hotel’s clock, leads to what was recorded by then', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { header } = await openScreen(page, '/');
  const past = pastOf(page);
  await past.open.click();
  await expect(past.slider).toBeFocused();
  const yesterday = addDays(hotel.today, -1);
  await past.date.fill('昨日');
  await past.time.fill('');
  await past.time.press('Enter');
  await expectPast(page, (await momentAt(hotel, yesterday)).position);
  await expect(header('date', yesterday)).toHaveAttribute('aria-current', 'date');
  await expect(header('date', hotel.today)).not.toHaveAttribute('aria-current');

  await past.time.fill('１０３０');
  await past.time.press('Enter');
  await expectPast(page, (await momentAt(hotel, `${yesterday}T10:30:00.999999+09:00`)).position);

  await past.time.fill('25:00');
  await past.time.press('Enter');
  await acceptAlert(page, '時刻は 14:03 のように入力してください。');
  await expect(past.time).toBeFocused();
  await past.date.fill('いつか');
  await past.date.press('Enter');
  await acceptAlert(page, '日付を入力してください。');
  await expect(past.date).toBeFocused();

  await past.date.fill(yesterday);
  await past.time.fill('12:00');
  await buttonOf(page, 'カレンダーから選ぶ').click();
  const earlier = addDays(hotel.today, -2);
  await dialogOf(page, '日付の選択').locator(`[data-day="${earlier}"]`).click();
  await expect(past.date).toHaveValue(earlier);
  await buttonOf(page, 'この日時へ').click();
  const { position, recorded_at } = await momentAt(hotel, earlier);
  await expectPast(page, position);
  expect(dayIn('Asia/Tokyo', new Date(String(recorded_at))) <= earlier).toBe(true);
});

test('of many moments gone through only the newest is read, and an older answer never replaces a newer one', async ({
  hotel,
  openTerminal,
}) => {
  const { stay, room, otherRoom, then } = await movedBooking(hotel);
  const { page } = await openTerminal();
  const calendar = await openPast(page, then + 1, stay);
  await expectPast(page, then + 1);
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('今 太郎');
  const held = await holdAnswers(page, 'GET', /\/api\/bookings\?/);
  const past = pastOf(page);
  await past.slider.focus();
  for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
  await expect(past.slider).toHaveValue(String(then));
  await expect(page.getByRole('status').filter({ hasText: '/' })).toContainText(
    `位置 ${then.toLocaleString('en-US')} /`,
  );
  await expect(past.slider).toHaveAttribute('aria-valuetext', /秒、位置/);
  expect(held.requests).toHaveLength(1);
  expect(held.requests[0]).toContain(`as_of=${then}`);
  await expectPast(page, then + 1);

  const read: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/bookings') read.push(searchParams.get('as_of'));
  });
  await held.release();
  await expectPast(page, then);
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
  expect(read.filter((asOf) => asOf !== String(then))).toEqual([]);
});

test('an answer that comes after the return changes nothing', async ({ hotel, openTerminal }) => {
  const { stay, room, otherRoom, then } = await movedBooking(hotel);
  const { page } = await openTerminal();
  const calendar = await openPast(page, then + 1, stay);
  await expectPast(page, then + 1);
  const held = await holdAnswers(page, 'GET', /\/api\/bookings\?/);
  await pastOf(page).back.click();
  await expect.poll(() => held.requests.length).toBe(1);
  await pastOf(page).toNow.click();
  await expect(pastOf(page).band).toBeHidden();
  await held.release();
  await page.keyboard.press('Alt+y');
  await expect(pastOf(page).slider).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pastOf(page).band).toBeHidden();
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('今 太郎');
  await expect(calendar.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(page).toHaveURL('/');
});

test('an address that names no moment is told, and leads to the present', async ({ openTerminal, hotel }) => {
  const { page, allowError } = await openTerminal();
  allowError(/status of 400/);
  await page.goto(`/?as_of=${(await positionNow(hotel)) + 1_000_000}`);
  await acceptAlert(page, 'より後を指定できません');
  await expect(page).toHaveURL('/');
  await expect(pastOf(page).band).toBeHidden();
  await expect(calendarOf(page).header('total', hotel.today)).toHaveText(/\d/);
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

test('Escape while an input method composes, or in a dialog, does not return', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { grid } = await openScreen(page, `/?as_of=${await positionNow(hotel)}`);
  const past = pastOf(page);
  await past.date.focus();
  await past.date.evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', isComposing: true, bubbles: true }),
    ),
  );
  await expect(past.band).toBeVisible();
  await grid.locator('[data-booking-id]').first().click();
  await expect(dialogOf(page, '予約詳細')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(past.band).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(past.band).toBeHidden();
});

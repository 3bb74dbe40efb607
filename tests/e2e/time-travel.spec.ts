import { stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { around, calendarOf, figuresIn, focusedCell, goTo, showRange } from './support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, press, tabTo } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import type { FreeRoom, Hotel } from './support/hotel.js';
import { expectPast, momentAt, openPast, pastOf, positionNow } from './support/past.js';

const asTokyo = (instant: string | null) =>
  new Date(Date.parse(String(instant)) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const scrolled = (page: Page) =>
  calendarOf(page).grid.evaluate((element) => [element.scrollLeft, element.scrollTop]);

test('an address with a position shows bookings, counts and weather as they stood, marked and read-only; the form is never in the past', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room, otherRoom] = await hotel.freeStay();
  await goTo(page, '/reservation-registration'); // A search in the form would scroll the calendar to its first room.
  await hotel.api.post('/api/weather', { date: stay.start, weather: '雪' });
  const { id } = await hotel.book(stay, room, { guest_name_1: '昔 太郎' });
  const { position: then, recorded_at } = await momentAt(hotel);
  const countsThen = await hotel.counts(stay.start, stay.start);
  await hotel.amend(id, { guest_name_1: '今 太郎', room_id: otherRoom.roomId });
  await hotel.api.post('/api/weather', { date: stay.start, weather: '台風' });

  const calendar = await openPast(page, then, stay);
  const mark = `過去の表示: ${asTokyo(recorded_at)} 時点(記録番号 ${then.toLocaleString('en-US')})`;
  await page.reload();
  await expect(pastOf(page).band).toContainText(mark);
  await expect(page).toHaveURL(`/?as_of=${then}`);
  await showRange(page, ...around(stay));
  const cell = calendar.cell(room.number, stay.start);
  await expect(cell).toContainText('昔 太郎');
  await expect(calendar.cell(otherRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(calendar.header('weather', stay.start)).toHaveText('雪');
  const { total_rooms: total, ...counts } = countsThen[stay.start] ?? {};
  const booked = Object.entries(counts).filter(([key]) => key.startsWith('actual_'));
  const [left] = await figuresIn(calendar.header('total', stay.start));
  expect(left).toBe(Number(total) - booked.reduce((sum, [, actual]) => sum + actual, 0));

  await cell.click();
  await expect(dialogOf(page, '予約詳細')).toContainText(mark);
  await press(page, 'Escape');
  await expect(dialogOf(page)).toBeHidden();
  await calendar.header('weekday', stay.start).click();
  await calendar.header('weather', stay.start).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed .printed-past')).toHaveText(mark);
  await page.emulateMedia({ media: null });

  await press(page, 'Alt+o');
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(page).toHaveURL('/reservation-registration');
  await goTo(page, '/reservation-registration', around(stay));
  await expect(calendar.cell(otherRoom.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
});

test('the slider leads through the log by keys, a date and time too; the present is back at once, where it was', {
  tag: '@long',
}, async ({ hotel, desk: { page } }) => {
  const [stay, room] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '昔 太郎' });
  const then = await positionNow(hotel);
  await hotel.amend(id, { guest_name_1: '今 太郎' });
  await page.setViewportSize({ width: 1000, height: 700 });
  const calendar = await goTo(page, '/reservation-status', [addDays(stay.start, -10), addDays(stay.end, 30)]);
  await calendar.grid.evaluate((element) => element.scrollTo(280, 130));
  const [past, cell] = [pastOf(page), calendar.cell(room.number, stay.start)];
  await press(page, 'Alt+y');
  await expect(past.slider).toBeFocused();
  const to = async (key: string, position: number) => {
    await press(page, key);
    await expect(past.slider, key).toHaveValue(String(position));
    await expectPast(page, position);
  };
  await to('ArrowLeft', then);
  await expect(cell).toContainText('昔 太郎');
  expect(await scrolled(page)).toEqual([280, 130]);

  await test.step('the past stays as it was; the present comes without a request', async () => {
    await hotel.amend(id, { guest_name_1: '更に 太郎' });
    await expect(past.slider).toHaveAttribute('max', String(then + 2));
    await expect(cell).toContainText('昔 太郎');
    await expect.poll(async () => (await positionNow(hotel)) - then).toBe(2);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await press(page, 'Escape');
    await expect(past.band).toBeHidden();
    await expect(cell).toContainText('更に 太郎');
    await expect(page).toHaveURL('/reservation-status');
    await expect(past.open).toBeFocused();
    expect(await scrolled(page)).toEqual([280, 130]);
    expect(asked).toEqual([]);
  });

  await test.step('by a hundredth and to both ends, in words', async () => {
    await press(page, 'Alt+y');
    await expect(past.slider).toBeFocused();
    const head = await positionNow(hotel);
    await to('PageDown', head - Math.round(head / 100));
    await expect(past.slider).toHaveAttribute(
      'aria-valuetext',
      /^\d+年\d+月\d+日 \d+時\d+分\d+秒、記録番号 [\d,]+$/,
    );
    await to('Home', 0);
    await expect(past.band).toContainText('最初の記録より前');
    await expect(past.back).toBeDisabled();
    await expect(calendar.grid.locator('[data-room]')).toHaveCount(0);
    await to('End', head);
    await expect(past.forward).toBeDisabled();
    await past.back.click();
    await expectPast(page, head - 1);
  });

  await test.step('by date and time; Escape belongs to the input method first', async () => {
    const yesterday = addDays(hotel.today, -1);
    await past.date.fill(yesterday);
    await past.time.fill('');
    await past.time.press('Enter');
    await expectPast(page, (await momentAt(hotel, yesterday)).position);
    await past.time.fill('25:00');
    await past.time.press('Enter');
    await acceptAlert(page, '時刻は 14:03 のように入力してください。');
    await expect(past.time).toBeFocused();
    await past.time.dispatchEvent('keydown', { key: 'Escape', code: 'Escape', isComposing: true });
    await expect(past.band).toBeVisible();
    await past.toNow.click();
    await expect(past.band).toBeHidden();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** Bookings as they stood, and what became of them since: one moved, one cancelled, one added. */
async function changedHotel(hotel: Hotel) {
  const stay = hotel.nextStay();
  const [moved, cancelled, added, target] = (await hotel.freeRooms(stay)) as FreeRoom[];
  if (!moved || !cancelled || !added || !target) throw new Error('too few rooms are free');
  const book = async (room: FreeRoom, guest_name_1: string) =>
    (await hotel.book(stay, room, { guest_name_1 })).id;
  const [movedId, cancelledId] = [await book(moved, '移動 一郎'), await book(cancelled, '取消 二郎')];
  const then = await positionNow(hotel);
  await hotel.amend(movedId, { room_id: target.roomId });
  await hotel.cancel(cancelledId);
  const ids = { moved: movedId, cancelled: cancelledId, added: await book(added, '追加 四郎') };
  return { stay, rooms: { moved, cancelled, added, target }, ids, then };
}

test('what became of the bookings of the past is listed and marked where they stood, with what changes meanwhile', {
  tag: '@long',
}, async ({ hotel, desk: { page } }) => {
  const { stay, rooms, ids, then } = await changedHotel(hotel);
  // High enough for the rooms that are free, wherever they are.
  await page.setViewportSize({ width: 1440, height: 2_400 });
  const calendar = await openPast(page, then, stay);
  const past = pastOf(page);
  await press(page, 'Alt+c');
  await expect(past.differences).toHaveAttribute('aria-busy', 'false');
  const listed = past.differences.locator('[data-booking]');
  const entry = (id: number) => past.differences.locator(`[data-booking="${id}"]`);
  const at = (room: FreeRoom) => calendar.cell(room.number, stay.start);
  await expect(listed).toHaveText([
    new RegExp(`^＋追加${rooms.added.number}追加 四郎${stayText(stay).replace(/[()]/g, '\\$&')}`),
    /^×取消.*取消 二郎/,
    new RegExp(`^→移動.*部屋番号: ${rooms.moved.number} → ${rooms.target.number}`),
  ]);
  const labels = [
    [rooms.moved, `→ ${rooms.target.number}`, new RegExp(`いま: ${rooms.target.number} へ移動`)],
    [rooms.cancelled, '×', /いま: 取消/],
  ] as const;
  for (const [room, text, label] of labels) {
    await expect(at(room)).toContainText(text);
    await expect(at(room)).toHaveAccessibleName(label);
  }
  await expect(at(rooms.added)).toHaveAccessibleName(/空室 いまは予約あり/);
  const sign = await at(rooms.added).evaluate((cell) => getComputedStyle(cell, '::after').content);
  expect(sign).toContain('＋');
  await at(rooms.added).hover();
  await expect(page.getByRole('tooltip')).toContainText(`追加 四郎　${stayText(stay)}`);

  await past.band.getByRole('button', { name: '取消 1' }).click();
  await expect(at(rooms.cancelled)).not.toHaveAttribute('data-mark');
  await expect(listed).toHaveCount(2);
  await hotel.amend(ids.moved, { stay_end: addDays(stay.end, 1) });
  await expect(entry(ids.moved)).toContainText(addDays(stay.end, 1).replaceAll('-', '/'));

  await page.setViewportSize({ width: 1000, height: 620 });
  await showRange(page, addDays(stay.start, -40), addDays(stay.start, 5));
  await expect(past.differences).toHaveAttribute('aria-busy', 'false');
  await calendar.grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await past.compare.focus();
  await tabTo(page, entry(ids.added));
  await press(page, 'Enter');
  await expect.poll(() => focusedCell(page)).toBe(`${rooms.added.number} ${stay.start}`);
  await expect(at(rooms.added)).toBeInViewport();
  await press(page, 'Alt+c');
  await expect(past.differences).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
});

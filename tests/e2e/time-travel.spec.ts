import { dayText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { around, calendarOf, figuresIn, goTo, showRange } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { FreeRoom, Hotel } from './support/hotel.js';
import { focusedCell, tabTo } from './support/keyboard.js';
import { expectPast, momentAt, movedBooking, openPast, pastOf, positionNow } from './support/past.js';

const asTokyo = (instant: string | null) =>
  new Date(Date.parse(String(instant)) + 9 * 3_600_000).toISOString().slice(0, 19).split('T') as [
    string,
    string,
  ];
const scrolled = (page: Page) =>
  calendarOf(page).grid.evaluate((element) => [element.scrollLeft, element.scrollTop]);

test('an address with a position shows bookings, counts and weather as they stood, marked and read-only', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  await hotel.api.post('/api/weather', { date: stay.start, weather: '雪' });
  const { id } = await hotel.book(stay, room, { guest_name_1: '昔 太郎' });
  const { position: then, recorded_at } = await momentAt(hotel);
  const countsThen = await hotel.counts(stay.start, stay.start);
  await hotel.amend(id, { guest_name_1: '今 太郎', room_id: otherRoom.roomId });
  await hotel.book(stay, room, { guest_name_1: '後 次郎' });
  await hotel.api.post('/api/weather', { date: stay.start, weather: '台風' });

  const calendar = await openPast(page, then, stay);
  const mark = `過去の表示: ${asTokyo(recorded_at).join(' ')} 時点(位置 ${then.toLocaleString('en-US')})`;
  await expect(pastOf(page).band).toContainText(mark);
  const cell = calendar.cell(room.number, stay.start);
  await expect(cell).toHaveAttribute('data-booking-id', String(id));
  await expect(cell).toContainText('昔 太郎');
  await expect(calendar.cell(otherRoom.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(calendar.header('weather', stay.start)).toHaveText('雪');
  const { total_rooms: total, ...counts } = countsThen[stay.start] ?? {};
  const booked = Object.entries(counts).filter(([key]) => key.startsWith('actual_'));
  const [left] = await figuresIn(calendar.header('total', stay.start));
  expect(left).toBe(Number(total) - booked.reduce((sum, [, actual]) => sum + actual, 0));

  await cell.click();
  await expect(dialogOf(page, '予約詳細')).toContainText(mark);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await calendar.header('weekday', stay.start).click();
  await calendar.header('weather', stay.start).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed .printed-past')).toHaveText(mark);
  await expect(page.locator('.printed tbody')).toContainText('昔 太郎');
  await page.emulateMedia({ media: null });

  // Escape belongs to the input method first.
  const past = pastOf(page);
  await past.date.focus();
  const byInputMethod = { key: 'Escape', code: 'Escape', isComposing: true, bubbles: true };
  await past.date.evaluate(
    (field, init) => field.dispatchEvent(new KeyboardEvent('keydown', init)),
    byInputMethod,
  );
  await expect(past.band).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(past.band).toBeHidden();
});

test('the present comes back at once, where it was, with all that happened meanwhile; the past stays as it was', async ({
  hotel,
  openTerminal,
}) => {
  const { stay, room, otherRoom, thirdRoom, id, then } = await movedBooking(hotel);
  const { page } = await openTerminal({ viewport: { width: 1000, height: 700 } });
  const calendar = await goTo(page, '/reservation-status');
  await showRange(page, addDays(stay.start, -10), addDays(stay.end, 30));
  await calendar.grid.evaluate((element) => element.scrollTo(280, 130));
  await page.keyboard.press('Alt+y');
  const past = pastOf(page);
  await expect(past.slider).toBeFocused();
  await expect(past.open).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowLeft');
  await expectPast(page, then);
  await expect(page).toHaveURL(`/reservation-status?as_of=${then}`);
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
  expect(await scrolled(page)).toEqual([280, 130]);

  await hotel.amend(id, { guest_name_1: '更に 太郎' });
  await hotel.book(stay, thirdRoom, { guest_name_1: '新規 次郎' });
  await expect(past.slider).toHaveAttribute('max', String(await positionNow(hotel)));
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
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
  expect(await scrolled(page)).toEqual([280, 130]);
  await expect(calendar.firstDay).toHaveValue(addDays(stay.start, -10));
  expect(asked).toEqual([]);
});

test('a moment survives a reload; the form is never in the past', async ({ hotel, desk: { page } }) => {
  const { stay, room, otherRoom, id, then } = await movedBooking(hotel);
  await openPast(page, await positionNow(hotel), stay);
  await pastOf(page).back.click();
  await expectPast(page, then);
  await expect(page).toHaveURL(`/?as_of=${then}`);
  await page.reload();
  await expectPast(page, then);
  const calendar = calendarOf(page);
  await page.keyboard.press('Alt+o');
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(page).toHaveURL('/reservation-registration');
  await showRange(page, ...around(stay));
  await expect(calendar.cell(otherRoom.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  await expect(calendar.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
});

test('the slider goes by one event, by a hundredth and to both ends, and says in words where it is; a date and time lead there too', async ({
  hotel,
  desk: { page },
}) => {
  const { grid, header } = await goTo(page, '/');
  await grid.evaluate((element) => element.scrollTo(0, 300));
  const past = pastOf(page);
  await past.open.click();
  await expect(past.slider).toBeFocused();
  const head = await positionNow(hotel);
  const press = async (key: string, position: number) => {
    await page.keyboard.press(key);
    await expect(past.slider, key).toHaveValue(String(position));
    await expectPast(page, position);
  };
  const leap = Math.round(head / 100);
  await press('ArrowLeft', head - 1);
  await press('ArrowRight', head);
  await press('PageDown', head - leap);
  const { recorded_at } = await momentAt(hotel, String(head - leap));
  const [date, time] = asTokyo(recorded_at);
  const [year, month, day] = date.split('-').map(Number);
  const [hour, minute, second] = time.split(':').map(Number);
  await expect(past.slider).toHaveAttribute(
    'aria-valuetext',
    `${year}年${month}月${day}日 ${hour}時${minute}分${second}秒、位置 ${(head - leap).toLocaleString('en-US')}`,
  );
  await press('Home', 0);
  await expect(past.band).toContainText('最初のイベントより前');
  await expect(past.back).toBeDisabled();
  await expect(grid.locator('[data-room]')).toHaveCount(0);
  await press('End', head);
  await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  await expect(past.forward).toBeDisabled();

  const yesterday = addDays(hotel.today, -1);
  await past.date.fill('昨日');
  await past.time.fill('');
  await past.time.press('Enter');
  await expectPast(page, (await momentAt(hotel, yesterday)).position);
  await expect(header('date', yesterday)).toHaveAttribute('aria-current', 'date');
  await expect(header('date', hotel.today)).not.toHaveAttribute('aria-current');
  await past.time.fill('25:00');
  await past.time.press('Enter');
  await acceptAlert(page, '時刻は 14:03 のように入力してください。');
  await expect(past.time).toBeFocused();
  await past.toNow.click();
  await expect(past.band).toBeHidden();
});

/** Bookings as they stood, and what became of them since: one moved, one cancelled, one changed, one longer, one added. */
async function changedHotel(hotel: Hotel) {
  const stay = hotel.nextStay();
  const all = (await hotel.freeRooms(stay)) as FreeRoom[];
  const [moved, cancelled, changed, longer, added, target] = all;
  if (!moved || !cancelled || !changed || !longer || !added || !target)
    throw new Error('too few rooms are free');
  const book = async (room: FreeRoom, name: string) =>
    (await hotel.book(stay, room, { guest_name_1: name })).id;
  const ids = {
    moved: await book(moved, '移動 一郎'),
    cancelled: await book(cancelled, '取消 二郎'),
    changed: await book(changed, '変更 三郎'),
    longer: await book(longer, '延長 五郎'),
  };
  const then = await positionNow(hotel);
  await hotel.amend(ids.moved, { room_id: target.roomId });
  await hotel.cancel(ids.cancelled);
  await hotel.amend(ids.changed, { total_fee: 9_500, notes: '高層階希望' });
  await hotel.amend(ids.longer, { stay_end: addDays(stay.end, 1) });
  const addedId = await book(added, '追加 四郎');
  const rooms = { moved, cancelled, changed, longer, added, target };
  return { stay, rooms, ids: { ...ids, added: addedId }, then };
}

test('what became of the bookings of the past is listed and marked where they stood, with what changes meanwhile', async ({
  hotel,
  openTerminal,
}) => {
  const { stay, rooms, ids, then } = await changedHotel(hotel);
  // High enough for the rooms that are free, wherever they are.
  const { page } = await openTerminal({ viewport: { width: 1440, height: 2_400 } });
  const calendar = await openPast(page, then, stay);
  const past = pastOf(page);
  await page.keyboard.press('Alt+c');
  await expect(past.compare).toHaveAttribute('aria-pressed', 'true');
  await expect(past.differences).toHaveAttribute('aria-busy', 'false');
  const listed = past.differences.locator('[data-booking]');
  const entry = (id: number) => past.differences.locator(`[data-booking="${id}"]`);
  const kind = (name: string) => past.band.getByRole('button', { name });
  const at = (room: FreeRoom) => calendar.cell(room.number, stay.start);

  await expect(listed).toHaveCount(5);
  const order = await listed.evaluateAll((rows) =>
    rows.map((row) => Number(row.getAttribute('data-booking'))),
  );
  expect(order).toEqual([ids.added, ids.longer, ids.changed, ids.cancelled, ids.moved]);
  const nights = stayText(stay);
  await expect(entry(ids.added)).toContainText(`追加${rooms.added.number}追加 四郎${nights}`);
  await expect(entry(ids.moved)).toContainText(`移動${rooms.moved.number}移動 一郎${nights}`);
  await expect(entry(ids.moved)).toContainText(`部屋番号: ${rooms.moved.number} → ${rooms.target.number}`);
  await expect(entry(ids.cancelled)).toContainText(`取消${rooms.cancelled.number}取消 二郎${nights}`);
  await expect(entry(ids.changed)).toContainText('合計料金: ¥8,000 → ¥9,500');
  for (const name of ['追加 1', '取消 1', '移動 2', '変更 1']) await expect(kind(name)).toBeVisible();

  const labels = [
    [rooms.moved, `→ ${rooms.target.number}`, new RegExp(`いま: ${rooms.target.number} へ移動`)],
    [rooms.cancelled, '×', /いま: 取消/],
    [rooms.changed, '●', /いま: 変更/],
    [rooms.longer, `→ ～${dayText(addDays(stay.end, 1))}`, /いま: /],
  ] as const;
  for (const [room, text, label] of labels) {
    await expect(at(room)).toContainText(text);
    await expect(at(room)).toHaveAttribute('aria-label', label);
  }
  await expect(at(rooms.cancelled).locator('s')).toHaveText('取消 二郎');
  await expect(at(rooms.added)).not.toHaveAttribute('data-booking-id');
  await expect(at(rooms.added)).toHaveAttribute('data-added', 'first');
  await expect(at(rooms.added)).toHaveAttribute('aria-label', /空室 いまは予約あり/);
  const last = calendar.cell(rooms.added.number, addDays(stay.start, 1));
  await expect(last).toHaveAttribute('data-added', 'last');
  const sign = await at(rooms.added).evaluate((cell) => getComputedStyle(cell, '::after').content);
  expect(sign).toContain('＋');
  await at(rooms.added).hover();
  await expect(page.getByRole('tooltip')).toContainText(`追加 四郎　${nights}`);

  await kind('取消').click();
  await expect(at(rooms.cancelled)).not.toHaveAttribute('data-mark');
  await expect(listed).toHaveCount(4);
  await kind('取消').click();
  await hotel.cancel(ids.changed);
  await expect(at(rooms.changed)).toHaveAttribute('data-mark', 'cancelled');

  await page.setViewportSize({ width: 1000, height: 620 });
  await showRange(page, addDays(stay.start, -40), addDays(stay.start, 5));
  await expect(past.differences).toHaveAttribute('aria-busy', 'false');
  await calendar.grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await past.compare.focus();
  await tabTo(page, entry(ids.added));
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedCell(page)).toBe(`${rooms.added.number} ${stay.start}`);
  await expect(at(rooms.added)).toBeInViewport();
  await expect(entry(ids.added)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Alt+c');
  await expect(past.differences).toBeHidden();
});

import { listRange } from '@domain/calendar/default-range.js';
import { dayText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { BookingChanges } from '@wire/looking-back.js';
import { openScreen, showRange } from './support/calendar.js';
import { test } from './support/hotel.fixture.js';
import type { FreeRoom, Hotel } from './support/hotel.js';
import { focusedCell, tabTo } from './support/keyboard.js';
import { around, pastOf, positionNow } from './support/past.js';

/** Enough of the sample hotel's history comes after it. */
const SAMPLE_POSITION = 10_000;

/** Three bookings as they stood, and what became of them since: one moved, one cancelled, one changed, one added. */
async function changedHotel(hotel: Hotel) {
  const stay = hotel.nextStay();
  const rooms = await hotel.freeRooms(stay);
  const [moved, cancelled, changed, added, target] = rooms as FreeRoom[];
  if (!moved || !cancelled || !changed || !added || !target) throw new Error('too few rooms are free');
  const book = async (room: FreeRoom, name: string) =>
    (await hotel.book(stay, room, { guest_name_1: name })).id;
  const ids = {
    moved: await book(moved, '移動 一郎'),
    cancelled: await book(cancelled, '取消 二郎'),
    changed: await book(changed, '変更 三郎'),
  };
  const then = await positionNow(hotel);
  await hotel.amend(ids.moved, { room_id: target.roomId });
  await hotel.cancel(ids.cancelled);
  await hotel.amend(ids.changed, { total_fee: 9_500, notes: '高層階希望' });
  const addedId = await book(added, '追加 四郎');
  return { stay, rooms: { moved, cancelled, changed, added, target }, ids: { ...ids, added: addedId }, then };
}

type Changed = Awaited<ReturnType<typeof changedHotel>>;

/** Opens the past with the differences beside it. */
async function openCompared(page: Page, { stay, then }: Pick<Changed, 'stay' | 'then'>) {
  const calendar = await openScreen(page, `/?as_of=${then}`);
  await showRange(page, ...around(stay));
  const past = pastOf(page);
  await page.keyboard.press('Alt+c');
  await expect(past.compare).toHaveAttribute('aria-pressed', 'true');
  await expect(past.differences).toHaveAttribute('aria-busy', 'false');
  const entry = (id: number) => past.differences.locator(`[data-booking="${id}"]`);
  const kind = (name: string) => past.band.getByRole('button', { name });
  return { calendar, past, entry, kind };
}

test('what was added, moved, cancelled and changed since is listed newest first, in words, with who and where', async ({
  hotel,
  openTerminal,
}) => {
  const made = await changedHotel(hotel);
  const { stay, rooms, ids } = made;
  const { page } = await openTerminal();
  const { past, entry, kind } = await openCompared(page, made);
  const listed = past.differences.locator('[data-booking]');
  await expect(listed).toHaveCount(4);
  const order = await listed.evaluateAll((rows) =>
    rows.map((row) => Number(row.getAttribute('data-booking'))),
  );
  expect(order).toEqual([ids.added, ids.changed, ids.cancelled, ids.moved]);
  const nights = stayText(stay);
  await expect(entry(ids.added)).toContainText(`追加${rooms.added.number}追加 四郎${nights}`);
  await expect(entry(ids.moved)).toContainText(`移動${rooms.moved.number}移動 一郎${nights}`);
  await expect(entry(ids.moved)).toContainText(`部屋番号: ${rooms.moved.number} → ${rooms.target.number}`);
  await expect(entry(ids.cancelled)).toContainText(`取消${rooms.cancelled.number}取消 二郎${nights}`);
  await expect(entry(ids.changed)).toContainText('合計料金: ¥8,000 → ¥9,500');
  await expect(entry(ids.changed)).toContainText(/備考: \S+ → 高層階希望/);
  await expect(entry(ids.changed)).toContainText(/\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d　予約変更/);
  await expect(kind('追加')).toHaveText(/追加 1$/);
  for (const name of ['移動', '取消', '変更']) await expect(kind(name)).toHaveText(new RegExp(`${name} 1$`));
});

test('an entry names the staff of the sample hotel who did it', async ({ hotel, openTerminal }) => {
  const then = SAMPLE_POSITION;
  const { first, last } = listRange(hotel.today);
  const query = `as_of=${then}&start_date=${first}&end_date=${last}`;
  const { body } = await hotel.api.get<BookingChanges>(`/api/booking-changes?${query}`);
  const change = body.changes.slice(0, 100).find(({ events }) => events[0]?.staff_name);
  const { page } = await openTerminal();
  await openScreen(page, `/?as_of=${then}`);
  await page.keyboard.press('Alt+c');
  const entry = pastOf(page).differences.locator(`[data-booking="${change?.booking_id}"]`);
  await expect(entry).toContainText(String(change?.events[0]?.staff_name));
  const listed = pastOf(page).differences.locator('[data-booking]');
  await expect(listed).toHaveCount(100);
  await page.getByRole('button', { name: /^続きを表示/ }).click();
  await expect(listed).toHaveCount(Math.min(200, body.changes.length));
});

test('an entry names the terminal at which it was done', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const then = await positionNow(hotel);
  const body = { guest_name_1: '別の 太郎' };
  const headers = { 'x-terminal-name': encodeURIComponent('フロント2番') };
  expect((await hotel.api.put(`/api/booking/${id}`, body, headers)).status).toBe(200);
  const { page } = await openTerminal();
  const { entry } = await openCompared(page, { stay, then });
  await expect(entry(id)).toContainText('フロント2番');
  await expect(entry(id)).toContainText('宿泊者名: 試験 太郎 → 別の 太郎');
});

test('bookings of the past say what became of them, not by colour alone; added ones are outlined where they stand', async ({
  hotel,
  openTerminal,
}) => {
  const made = await changedHotel(hotel);
  const { stay, rooms } = made;
  // High enough for the rooms that are free, wherever they are.
  const { page } = await openTerminal({ viewport: { width: 1440, height: 2_400 } });
  const { calendar, kind } = await openCompared(page, made);
  const at = (room: FreeRoom) => calendar.cell(room.number, stay.start);
  await expect(at(rooms.moved)).toContainText(`→ ${rooms.target.number}`);
  await expect(at(rooms.moved)).toHaveAttribute(
    'aria-label',
    new RegExp(`いま: ${rooms.target.number} へ移動`),
  );
  await expect(at(rooms.cancelled).locator('s')).toHaveText('取消 二郎');
  await expect(at(rooms.cancelled)).toContainText('×');
  await expect(at(rooms.cancelled)).toHaveAttribute('aria-label', /いま: 取消/);
  await expect(at(rooms.changed)).toContainText('●');
  await expect(at(rooms.changed)).toHaveAttribute('aria-label', /いま: 変更/);
  await expect(at(rooms.added)).not.toHaveAttribute('data-booking-id');
  await expect(at(rooms.added)).toHaveAttribute('data-added', 'first');
  await expect(at(rooms.added)).toHaveAttribute('aria-label', /空室 いまは予約あり/);
  await expect(calendar.cell(rooms.added.number, addDays(stay.start, 1))).toHaveAttribute(
    'data-added',
    'last',
  );
  await expect(calendar.cell(rooms.added.number, stay.end)).not.toHaveAttribute('data-added');
  const sign = await at(rooms.added).evaluate((cell) => getComputedStyle(cell, '::after').content);
  expect(sign).toContain('＋');
  await at(rooms.added).hover();
  await expect(page.getByRole('tooltip')).toContainText(`追加 四郎　${stayText(stay)}`);

  await kind('取消').click();
  await kind('追加').click();
  await expect(kind('取消')).toHaveAttribute('aria-pressed', 'false');
  await expect(at(rooms.cancelled)).not.toHaveAttribute('data-mark');
  await expect(at(rooms.added)).not.toHaveAttribute('data-added');
  await expect(at(rooms.moved)).toHaveAttribute('data-mark', 'moved');
  await expect(pastOf(page).differences.locator('[data-booking]')).toHaveCount(2);
  await kind('取消').click();
  await expect(at(rooms.cancelled)).toHaveAttribute('data-mark', 'cancelled');
  await page.keyboard.press('Alt+c');
  await expect(pastOf(page).differences).toBeHidden();
  await expect(at(rooms.moved)).not.toHaveAttribute('data-mark');
});

test('choosing an entry leads to its cell, or to where the added booking stands now', async ({
  hotel,
  openTerminal,
}) => {
  const made = await changedHotel(hotel);
  const { stay, rooms, ids } = made;
  const { page } = await openTerminal({ viewport: { width: 1000, height: 620 } });
  const { calendar, past, entry } = await openCompared(page, made);
  await showRange(page, addDays(stay.start, -40), addDays(stay.start, 5));
  await expect(past.differences).toHaveAttribute('aria-busy', 'false');
  const reached = async (id: number, room: FreeRoom) => {
    await calendar.grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await tabTo(page, entry(id));
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedCell(page)).toBe(`${room.number} ${stay.start}`);
    await expect(calendar.cell(room.number, stay.start)).toBeInViewport();
    await expect(entry(id)).toHaveAttribute('aria-current', 'true');
  };
  await past.compare.focus();
  await reached(ids.cancelled, rooms.cancelled);
  await past.compare.focus();
  await reached(ids.moved, rooms.moved);
  await past.compare.focus();
  await reached(ids.added, rooms.added);
  await entry(ids.changed).click();
  await expect.poll(() => focusedCell(page)).toBe(`${rooms.changed.number} ${stay.start}`);
});

test('a stay that was made longer or earlier says its new days', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { id: longer } = await hotel.book(stay, room);
  const { id: later } = await hotel.book(stay, other);
  const then = await positionNow(hotel);
  await hotel.amend(longer, { stay_end: addDays(stay.end, 1) });
  await hotel.amend(later, { stay_start: addDays(stay.start, 1) });
  const { page } = await openTerminal();
  const { calendar } = await openCompared(page, { stay, then });
  await expect(calendar.cell(room.number, stay.start)).toContainText(`→ ～${dayText(addDays(stay.end, 1))}`);
  await expect(calendar.cell(other.number, stay.start)).toContainText(
    `→ ${dayText(addDays(stay.start, 1))}～`,
  );
});

test('what changes now, while one looks, is among the differences at once; other days have none of them', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const then = await positionNow(hotel);
  const { page } = await openTerminal();
  const { calendar, past, entry } = await openCompared(page, { stay, then });
  await expect(past.differences).toContainText('この時点から変わった予約はありません。');
  await hotel.cancel(id);
  await expect(entry(id)).toContainText('取消');
  await expect(calendar.cell(room.number, stay.start)).toHaveAttribute('data-mark', 'cancelled');
  const { id: second } = await hotel.book(stay, other);
  await expect(entry(second)).toContainText('追加');
  await expect(calendar.cell(other.number, stay.start)).toHaveAttribute('data-added', 'first');
  await expect(past.differences.locator('[data-booking]')).toHaveCount(2);

  await showRange(page, addDays(stay.start, -10), addDays(stay.start, -6));
  await expect(past.differences).toContainText('この時点から変わった予約はありません。');
});

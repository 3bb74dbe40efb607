import { addDays, type Day } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { EventPage, EventRecord } from '@wire/event-record.js';
import { AUDIT, eventLogOf, listedPositions, openAudit } from './support/audit.js';
import { openScreen } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

async function eventsOf(hotel: Hotel, query: string): Promise<EventRecord[]> {
  return (await hotel.api.get<EventPage>(`/api/events?${query}`)).body.events;
}

async function aBooking(hotel: Hotel, fields: Record<string, unknown> = {}) {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  return hotel.book(stay, room, fields);
}

/** A booking whose fee was changed, and the event that says so. */
async function anAmendment(hotel: Hotel) {
  const booking = await aBooking(hotel, { guest_name_1: '監査 花子', booking_number: `AU-${Date.now()}` });
  await hotel.amend(booking.id, { total_fee: 12_300, notes: '改行\nあり' });
  const [event] = await eventsOf(hotel, `before=head&booking_id=${booking.id}&limit=1`);
  if (!event) throw new Error('no event');
  return { booking, event };
}

test('the tab leads to the newest events; scrolling down reads on, only lines in sight are in the document', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await openScreen(page, '/');
  await page.getByRole('navigation').getByRole('link', { name: /^監査/ }).click();
  const log = eventLogOf(page);
  await expect(log.rows.first()).toBeVisible();
  const expected = (await eventsOf(hotel, 'before=head&limit=1000')).map(({ position }) => position);
  expect((await listedPositions(log)).slice(0, 10)).toEqual(expected.slice(0, 10));

  await expect(async () => {
    await log.grid.evaluate((element) => element.scrollBy({ top: 2_000 }));
    expect((await listedPositions(log)).at(-1)).toBeLessThan(expected[400] ?? 0);
  }).toPass();
  const listed = await listedPositions(log);
  expect(listed.length).toBeLessThan(110);
  // One line has the focus wherever it is; the others are the log's, none left out.
  const [first = 0, ...window] = listed;
  expect(first).toBe(expected[0]);
  expect(window).toEqual(expected.slice(expected.indexOf(window[0] ?? 0)).slice(0, window.length));
});

test('a new event comes on top at once; further down a line tells of it and leads there', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const log = await openAudit(page);
  const { event } = await anAmendment(hotel);
  await expect(log.row(event.position)).toContainText('合計料金 ¥8,000→¥12,300');
  await expect(log.fresh).toBeHidden();

  await log.grid.evaluate((element) => element.scrollTo({ top: 600 }));
  await expect(log.row(event.position - 40)).toBeVisible();
  const top = () => log.grid.evaluate(({ scrollTop }) => scrollTop);
  const booking = await aBooking(hotel);
  await hotel.cancel(booking.id);
  await expect(log.fresh).toHaveText('新しい記録 2件');
  expect(await top()).toBe(600);
  const [cancelled] = await eventsOf(hotel, 'before=head&limit=1');
  await expect(log.row(cancelled?.position ?? 0)).toHaveCount(0);
  await log.fresh.click();
  await expect(log.row(cancelled?.position ?? 0)).toBeVisible();
  await expect(log.fresh).toBeHidden();
  expect(await top()).toBe(0);
});

test('an opened event shows what was there before and after, and the exact text that is stored', async ({
  hotel,
  openTerminal,
}) => {
  const { booking, event } = await anAmendment(hotel);
  const { page } = await openTerminal({ permissions: ['clipboard-read', 'clipboard-write'] });
  const log = await openAudit(page, `?booking_id=${booking.id}`);
  expect(await listedPositions(log)).toEqual([event.position, event.position - 1]);
  await log.row(event.position).click();
  const row = (name: string) => log.detail.getByRole('row', { name }).locator('td');
  expect(await row('合計料金').allInnerTexts()).toEqual(['¥8,000', '¥12,300']);
  expect(await row('備考').allInnerTexts()).toEqual(['—', '改行\nあり']);
  await expect(log.detail).toContainText('監査 花子');
  await expect(log.detail).toContainText(booking.booking_number);

  await log.detail.getByText('元データ').click();
  const facts = [`reservation-${booking.id}`, 'ReservationAmended v1', event.hash, event.recorded_at];
  for (const fact of facts) await expect(log.detail).toContainText(fact);
  await expect(log.detail.locator('pre').first()).toHaveText(event.stored);
  await expect(log.detail.locator('pre').last()).toHaveText(JSON.stringify(event.payload, null, 2));
  await buttonOf(page, 'コピー').click();
  await expect(log.detail.getByText('コピーしました。')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(event.stored);

  await page.getByRole('link', { name: '予約を開く' }).click();
  await expect(page).toHaveURL(`/reservation-registration/${booking.id}`);
  await expect(fieldOf(page, '合計料金')).toHaveValue('12300');
});

test('filters narrow the log down, stand in the address and survive a reload; one button takes them back', async ({
  hotel,
  openTerminal,
}) => {
  const { booking, event } = await anAmendment(hotel);
  const { page } = await openTerminal();
  const log = await openAudit(page);
  const enter = async (label: string, text: string) => {
    await log.filter(label).fill(text);
    await page.keyboard.press('Enter');
  };
  await log.filter('種類').selectOption({ label: '予約変更' });
  await expect(page).toHaveURL(`${AUDIT}?type=ReservationAmended`);
  await expect(log.rows.filter({ hasNotText: '予約変更' })).toHaveCount(0);
  await enter('予約番号', booking.booking_number.toLowerCase().replace('au', 'ＡＵ'));
  await expect(log.rows).toHaveCount(1);
  await enter('予約ID', '　１２');
  await expect(log.filter('予約ID')).toHaveValue('12');
  await expect(page.getByText('条件に合う記録はありません。')).toBeVisible();
  await enter('予約ID', String(booking.id));
  await expect(log.row(event.position)).toBeVisible();

  await page.reload();
  await expect(log.row(event.position)).toBeVisible();
  await expect(log.rows).toHaveCount(1);
  await expect(log.filter('種類')).toHaveValue('ReservationAmended');
  await expect(log.filter('予約ID')).toHaveValue(String(booking.id));

  await buttonOf(page, '条件をクリア').click();
  await expect(page).toHaveURL(AUDIT);
  await expect(log.rows.nth(20)).toBeAttached();
  await expect(log.filter('予約番号')).toHaveValue('');
});

test('events are found by period, room, staff and terminal, and all of them can be saved', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const log = await openAudit(page);
  const [past] = await eventsOf(hotel, 'before=9000&limit=1');
  const [byStaff] = await eventsOf(hotel, 'before=head&type=ReservationAmended&staff_id=3&limit=1');
  if (!past || !byStaff) throw new Error('the sample hotel has no such events');

  await log.filter('スタッフ').selectOption({ label: byStaff.staff_name ?? '' });
  await expect(page).toHaveURL(`${AUDIT}?staff_id=3`);
  const room = /^\d+/.exec(byStaff.subject)?.[0] ?? '';
  await log.filter('部屋').fill(room);
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(`${AUDIT}?room=${room}&staff_id=3`);
  await expect(log.rows.filter({ hasNotText: byStaff.staff_name ?? '' })).toHaveCount(0);
  await expect(log.rows.first()).toContainText(room);

  await buttonOf(page, '条件をクリア').click();
  await expect(page).toHaveURL(AUDIT);
  const day = new Date(Date.parse(past.recorded_at) + 9 * 3_600_000).toISOString().slice(0, 10);
  await log.filter('期間の始め').fill(day.replaceAll('-', '/'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${AUDIT}?from=${day}`);
  await log.filter('期間の終わり').fill(addDays(day as Day, -3));
  await page.keyboard.press('Enter');
  await expect(log.filter('期間の始め')).toHaveValue(addDays(day as Day, -3));
  await log.filter('期間の始め').fill(day);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${AUDIT}?from=${day}&to=${day}`);
  await expect(log.rows.filter({ hasNotText: day.replaceAll('-', '/') })).toHaveCount(0);
  const ofDay = (await eventsOf(hotel, `before=head&from=${day}&to=${day}&limit=1000`)).map(
    ({ position }) => position,
  );
  await expect(log.row(ofDay[0] ?? 0)).toBeVisible();
  expect(ofDay).toContain(past.position);
  await log.filter('端末').fill('どこにもない端末');
  await page.keyboard.press('Enter');
  await expect(page.getByText('条件に合う記録はありません。')).toBeVisible();
  await log.filter('端末').fill('');
  await page.keyboard.press('Enter');
  await expect(log.row(ofDay[0] ?? 0)).toBeVisible();

  const saving = page.waitForEvent('download');
  await buttonOf(page, 'NDJSON').click();
  const saved = await (await saving).createReadStream();
  const lines = (await saved.toArray()).join('').trim().split('\n');
  const positions = lines.map((line) => (JSON.parse(line) as EventRecord).position);
  expect(positions).toEqual(ofDay.toReversed());
  await expect(buttonOf(page, 'CSV')).toHaveAttribute('href', `/api/events?from=${day}&to=${day}&format=csv`);
});

test('a day is picked with the date picker', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  const log = await openAudit(page);
  await buttonOf(page, '期間の始めをカレンダーから選ぶ').click();
  await expect(dialogOf(page, '日付の選択')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${AUDIT}?from=${hotel.today}`);
  await expect(buttonOf(page, '期間の始めをカレンダーから選ぶ')).toBeFocused();
  await expect(log.filter('期間の始め')).toHaveValue(hotel.today);
});

test('everything goes with the keyboard: through the lines, into an event, to its links and back', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { keyboard } = page;
  await openScreen(page, '/');
  await keyboard.press('Alt+q');
  const log = eventLogOf(page);
  await expect(log.rows.first()).toBeVisible();
  const positions = (await eventsOf(hotel, 'before=head&limit=100')).map(({ position }) => position);
  await keyboard.press('Alt+k');
  await expect(log.filter('期間の始め')).toBeFocused();
  await keyboard.press('Alt+j');
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['PageDown', 22],
    ['ArrowUp', 21],
    ['PageUp', 1],
    ['Home', 0],
  ] as const) {
    await keyboard.press(key);
    await expect(log.row(positions[index] ?? 0), `${key} to ${index}`).toBeFocused();
  }
  await keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.position)))
    .toBeLessThan(positions[90] ?? 0);
  await keyboard.press('Home');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(log.detail).toBeFocused();
  await expect(log.detail).toHaveAccessibleName(`位置 ${positions[1]} の記録`);
  await keyboard.press('Tab');
  await keyboard.press('Escape');
  await expect(log.row(positions[1] ?? 0)).toBeFocused();
  await keyboard.press('Alt+j');
  await expect(log.filter('期間の始め')).toBeFocused();
});

test('a refused filter says why, a failed page can be read again, and both leave the screen alive', async ({
  openTerminal,
}) => {
  const terminal = await openTerminal();
  const { page } = terminal;
  terminal.allowError(/status of (400|500)|ApiError|events/);
  await page.goto(`${AUDIT}?booking_id=abc`);
  const log = eventLogOf(page);
  await expect(page.getByRole('alert')).toContainText('整数で指定してください。');
  await buttonOf(page, '条件をクリア').click();
  await expect(log.rows.nth(20)).toBeAttached();

  await page.route('**/api/events?*', (route) =>
    route.fulfill({ status: 500, json: { error: '読めません。', errors: [] } }),
  );
  await log.grid.evaluate((element) => element.scrollTo({ top: 2_000 }));
  await expect(page.getByRole('alert')).toContainText('読めません。');
  const last = (await listedPositions(log)).at(-1) ?? 0;
  await page.unroute('**/api/events?*');
  await buttonOf(page, 'もう一度読み込む').click();
  await expect(page.getByRole('alert')).toBeHidden();
  await log.grid.evaluate((element) => element.scrollBy({ top: 600 }));
  await expect.poll(async () => (await listedPositions(log)).at(-1)).toBeLessThan(last);
});

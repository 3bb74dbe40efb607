import { expect } from '@playwright/test';
import { AUDIT, eventLogOf, listedPositions, openAudit } from './support/audit.js';
import { aBooking, anAmendment, eventsOf } from './support/audit-events.js';
import { openScreen } from './support/calendar.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

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

import { expect, type Locator } from '@playwright/test';
import { eventLogOf, openHistory } from './support/audit.js';
import { openScreen, showRange } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const entry = (history: Locator, index: number) => history.getByRole('listitem').nth(index);

test('from the detail modal: who did what, before and after, newest first, and live while it is open', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room, { guest_name_1: '履歴 次郎', purpose: '観光' });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  await showRange(page, stay.start, stay.end);
  await calendar.night(booking.id).first().click();
  const detail = dialogOf(page, '予約詳細');
  const history = await openHistory(page);
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(entry(history, 0)).toContainText('予約登録');
  await expect(entry(history, 0)).toContainText('宿泊者名履歴 次郎');
  await expect(entry(history, 0)).toContainText(`部屋番号${room.number}`);
  await expect(entry(history, 0)).not.toContainText(/クーポン|部屋\(月別\)|性別/);

  const { page: elsewhere } = await openTerminal();
  await openScreen(elsewhere, `/reservation-registration/${booking.id}`);
  await elsewhere.getByLabel('利用目的', { exact: true }).selectOption('出張');
  await buttonOf(elsewhere, '更新').click();
  await expect(entry(history, 0)).toContainText('予約変更');
  await expect(entry(history, 0)).toContainText('利用目的観光→出張');
  const terminal = await elsewhere.evaluate(() => localStorage.getItem('terminal-name'));
  await expect(entry(history, 0)).toContainText(String(terminal));
  await hotel.amend(booking.id, { room_id: other.roomId });
  await expect(entry(history, 0)).toContainText(`部屋番号${room.number}→${other.number}`);
  await expect(history.getByRole('listitem')).toHaveCount(3);
  expect(await history.locator('time').allInnerTexts()).toEqual(
    (await history.locator('time').allInnerTexts()).toSorted().toReversed(),
  );

  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await expect(detail).toBeVisible();
  await expect(buttonOf(page, '履歴')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
});

test('from the form: the log of this booking alone is one link away, and leads back to the booking', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.pastStay();
  const [room] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room);
  await hotel.checkIn(booking.id, stay.start);
  const { page } = await openTerminal();
  await openScreen(page, `/reservation-registration/${booking.id}`);
  const history = await openHistory(page);
  await expect(entry(history, 0)).toContainText('チェックイン');
  await history.getByRole('link', { name: '監査で開く' }).click();
  await expect(page).toHaveURL(`/audit?booking_id=${booking.id}`);
  await expect(dialogOf(page)).toBeHidden();
  const log = eventLogOf(page);
  await expect(log.rows).toHaveCount(2);
  await log.rows.first().click();
  await page.getByRole('link', { name: '予約を開く' }).click();
  await expect(buttonOf(page, '履歴')).toBeVisible();
});

test('a history that cannot be read says so, and is read when asked again', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const terminal = await openTerminal();
  const { page } = terminal;
  terminal.allowError(/status of 500|history/);
  await openScreen(page, `/reservation-registration/${id}`);
  await page.route('**/history', (route) =>
    route.fulfill({ status: 500, json: { error: '履歴を読めません。', errors: [] } }),
  );
  await buttonOf(page, '履歴').click();
  const history = dialogOf(page, '予約の履歴');
  await expect(history.getByRole('alert')).toContainText('履歴を読めません。');
  await page.unroute('**/history');
  await buttonOf(page, 'もう一度読み込む').click();
  await expect(entry(history, 0)).toContainText('予約登録');
  await expect(history.getByRole('alert')).toBeHidden();
});

import { addDays, type Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf, roomOptions } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { focusedCell, pressUntil, tabTo } from './support/keyboard.js';

const monthAndDay = (date: Day) => date.slice(5).replace('-', '');

/** Waits for an alert and closes it as those do who have no mouse. */
async function closeAlert(page: Page, text: string): Promise<void> {
  await expect(dialogOf(page)).toContainText(text);
  await expect(buttonOf(page, 'OK')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
}

test('the whole registration of a guest, from room search to saved, with the keyboard alone', async ({
  hotel,
  openTerminal,
}) => {
  const start = addDays(hotel.today, 30);
  const { page } = await openTerminal();
  const { keyboard } = page;
  await openScreen(page, '/');
  await keyboard.press('Alt+o');
  await expect(page).toHaveURL(/reservation-registration$/);
  await expect(buttonOf(page, '部屋検索')).toBeVisible();
  await keyboard.press('Alt+k');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await keyboard.type(monthAndDay(start));
  await tabTo(page, fieldOf(page, 'チェックアウト日'));
  await keyboard.type('+2');
  await tabTo(page, fieldOf(page, '男性'));
  await keyboard.type('1');
  await keyboard.press('Alt+r');
  await expect(roomOptions(page).nth(1)).toBeAttached();
  await expect(fieldOf(page, '男性')).toBeFocused();
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(start);
  const room = (await roomOptions(page).nth(1).innerText()).slice(0, 3);
  await tabTo(page, fieldOf(page, 'ルームタイプ'));
  await keyboard.type(room);
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room);
  const entries = {
    チェックイン時間: '1530',
    予約者名: '鍵盤 花子',
    宿泊者名: '鍵盤 花子',
    合計料金: '8000',
  };
  for (const [label, text] of Object.entries(entries)) {
    await tabTo(page, fieldOf(page, label));
    await keyboard.press('Control+a');
    await keyboard.type(text);
  }
  await tabTo(page, buttonOf(page, '登録'));
  await keyboard.press('Enter');
  await closeAlert(page, '登録');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();

  const saved = (await hotel.bookings(start, start)).find(({ guest_name_1 }) => guest_name_1 === '鍵盤 花子');
  expect(saved).toMatchObject({
    stay_start: start,
    stay_end: addDays(start, 2),
    mens_count: 1,
    womens_count: 0,
    checkin_time: '15:30',
    reserver_name: '鍵盤 花子',
    total_fee: 8000,
  });
});

test('an edit and a cancel with the keyboard alone from the grid', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  const { keyboard } = page;
  await openScreen(page, '/reservation-registration');
  await keyboard.press('Alt+p');
  await expect(fieldOf(page, '開始日')).toBeFocused();
  await keyboard.type(stay.start);
  await tabTo(page, fieldOf(page, '終了日'));
  await keyboard.press('Control+a');
  await keyboard.type(stay.end);
  await keyboard.press('Enter');
  await expect(calendarOf(page).header('total', stay.start)).toHaveText(/\d/);
  await expect(calendarOf(page).header('total', addDays(stay.start, -1))).toBeHidden();
  await keyboard.press('Alt+j');
  await keyboard.press('Control+Home');
  const cell = `${room.number} ${stay.start}`;
  await pressUntil(page, 'ArrowDown', async () => (await focusedCell(page)) === cell);
  await keyboard.press('Enter');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await expect(page.getByRole('heading', { name: '編集中' })).toContainText(room.number);

  await keyboard.press('Escape');
  expect(await focusedCell(page)).toBe(cell);
  await keyboard.press('Alt+k');
  await tabTo(page, fieldOf(page, '備考'));
  await keyboard.type('朝刊希望');
  await keyboard.press('Control+Enter');
  await closeAlert(page, '予約が更新されました！');
  expect(await hotel.booking(id)).toMatchObject({ version: 2, notes: '朝刊希望' });

  await keyboard.press('Alt+j');
  await expect.poll(() => focusedCell(page)).toBe(cell);
  await keyboard.press('Enter');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await tabTo(page, buttonOf(page, '予約取消'));
  await keyboard.press('Enter');
  const asked = dialogOf(page, '予約取消の確認');
  await expect(asked.getByRole('button', { name: '閉じる' })).toBeFocused();
  await tabTo(page, asked.getByRole('button', { name: '予約取消' }));
  await keyboard.press('Enter');
  await closeAlert(page, '予約がキャンセルされました');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  expect((await hotel.booking(id)).is_cancelled).toBe(1);
});

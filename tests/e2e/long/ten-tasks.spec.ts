import { addDays, type Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import { openScreen } from '../support/calendar.js';
import { anUnknownType, importRows, recordOf, rowFor } from '../support/channel.js';
import { dialogOf } from '../support/dialogs.js';
import { buttonOf, fieldOf, roomOptions } from '../support/form.js';
import { bookAtDesk, deskOf } from '../support/front-desk.js';
import { test } from '../support/hotel.fixture.js';
import type { Hotel } from '../support/hotel.js';
import { focusedCell } from '../support/keyboard.js';
import { queueOf } from '../support/queue.js';
import { type Typist, typistAt } from './typist.js';

type Clerk = { page: Page; hotel: Hotel; keys: Typist };

const counted: { task: string; keystrokes: number }[] = [];
test.afterAll(() => console.table(counted));

/** One of the ten things that a clerk does most: from the registration screen, with the keyboard alone. */
function task(name: string, run: (clerk: Clerk) => Promise<void>): void {
  test(name, async ({ hotel, openTerminal }) => {
    const { page } = await openTerminal();
    await openScreen(page, '/reservation-registration');
    const keys = typistAt(page);
    await run({ page, hotel, keys });
    counted.push({ task: name, keystrokes: keys.strokes() });
  });
}

const monthAndDay = (date: Day) => date.slice(5).replace('-', '');

async function closeAlert({ page, keys }: Clerk, text: string): Promise<void> {
  await expect(dialogOf(page)).toContainText(text);
  await expect(buttonOf(page, 'OK')).toBeFocused();
  await keys.press('Enter');
  await expect(dialogOf(page).filter({ hasText: text })).toBeHidden();
}

/** Names booker and guest, who are the same, and saves. */
async function nameAndSave(clerk: Clerk, guest: string): Promise<void> {
  const { page, keys } = clerk;
  for (const label of ['予約者名', '宿泊者名']) {
    await keys.tabTo(fieldOf(page, label));
    await keys.type(guest);
  }
  await keys.tabTo(fieldOf(page, '合計料金'));
  await keys.press('Control+a');
  await keys.type('8000');
  await keys.press('Control+Enter');
  await closeAlert(clerk, '登録');
}

/** Finds a booking by its guest; its cell in the calendar has the focus then. */
async function find({ page, keys }: Clerk, { guest_name_1: guest, room, stay_start }: AtDesk): Promise<void> {
  await keys.press('Control+k');
  await keys.type(guest);
  await expect(page.getByRole('option')).toContainText([guest]);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: '編集中' })).toContainText(guest);
  await expect.poll(() => focusedCell(page)).toBe(`${room} ${stay_start}`);
}

type AtDesk = BookingRecord & { room: string };

/** Goes to a list of the front desk and to a guest's row there. */
async function findAtDesk({ page, keys }: Clerk, list: string, { id, guest_name_1: guest }: AtDesk) {
  await keys.press('F4');
  await expect(deskOf(page).rows.first()).toBeVisible();
  await keys.press(list);
  await keys.press('Alt+k');
  await keys.type(guest);
  await keys.press('Enter');
  await expect(deskOf(page).row(id)).toBeFocused();
  return deskOf(page).row(id);
}

task('1 電話の予約を、部屋検索をして登録する', async (clerk) => {
  const { page, hotel, keys } = clerk;
  const start = addDays(hotel.today, 40);
  await keys.press('Alt+k');
  await keys.type(monthAndDay(start));
  await keys.press('Tab');
  await keys.tabTo(fieldOf(page, 'チェックアウト日'));
  await keys.type('+2');
  await keys.tabTo(fieldOf(page, '男性'));
  await keys.type('1');
  await keys.press('Alt+r');
  await expect(roomOptions(page).nth(1)).toBeAttached();
  await keys.tabTo(fieldOf(page, 'ルームタイプ'));
  await keys.press('ArrowDown');
  await keys.tabTo(fieldOf(page, 'チェックイン時間'));
  await keys.type('15');
  await nameAndSave(clerk, '電話 一郎');
  const saved = (await hotel.bookings(start, start)).find(({ guest_name_1: name }) => name === '電話 一郎');
  expect(saved).toMatchObject({ stay_end: addDays(start, 2), checkin_time: '15:00', mens_count: 1 });
});

task('2 飛び込みのお客様を、空室のセルから登録する', async (clerk) => {
  const { page, hotel, keys } = clerk;
  await keys.press('Alt+j', 't');
  const isFreeToday = () =>
    page.evaluate(() => {
      const { room, date } = (document.activeElement as HTMLElement).dataset;
      const label = document.activeElement?.getAttribute('aria-label') ?? '';
      return room !== undefined && date !== undefined && label.endsWith('空室');
    });
  await keys.pressUntil('ArrowDown', isFreeToday);
  await keys.press('Enter');
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await keys.type('15');
  await nameAndSave(clerk, '飛込 二郎');
  const saved = (await hotel.bookings(hotel.today, hotel.today)).find(
    ({ guest_name_1: name }) => name === '飛込 二郎',
  );
  expect(saved).toMatchObject({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
});

task('3 電話口のお客様の予約を探して開く', async (clerk) => {
  const booking = await bookAtDesk(clerk.hotel, 60, 2, { guest_name_1: '検索 三郎' });
  await find(clerk, booking);
  await expect(fieldOf(clerk.page, '宿泊者名')).toHaveValue('検索 三郎');
});

task('4 チェックインする', async (clerk) => {
  const booking = await bookAtDesk(clerk.hotel, 0, 1, { guest_name_1: '到着 四郎' });
  const row = await findAtDesk(clerk, '1', booking);
  await clerk.keys.press('i');
  await expect(row).toContainText('到着済');
  expect((await clerk.hotel.booking(booking.id)).checkin_date).toBe(clerk.hotel.today);
});

task('5 支払済にする', async (clerk) => {
  const [way] = (await clerk.hotel.api.get<{ id: number }[]>('/api/payment_master')).body;
  const booking = await bookAtDesk(clerk.hotel, 0, 1, {
    guest_name_1: '支払 五郎',
    payment_type: way?.id ?? 0,
  });
  await clerk.hotel.checkIn(booking.id, clerk.hotel.today);
  await findAtDesk(clerk, '4', booking);
  await clerk.keys.press('p');
  await expect.poll(async () => (await clerk.hotel.booking(booking.id)).payment_status).toBe('済');
});

task('6 チェックアウトする', async (clerk) => {
  const yesterday = addDays(clerk.hotel.today, -1);
  const booking = await bookAtDesk(clerk.hotel, -1, 1, { guest_name_1: '出発 六郎' });
  await clerk.hotel.api.post(`/api/booking/${booking.id}/payment`, { payment_type: null, payment_flag: 1 });
  await clerk.hotel.checkIn(booking.id, yesterday);
  const row = await findAtDesk(clerk, '3', booking);
  await clerk.keys.press('o');
  await expect(row).toContainText('出発済');
  expect((await clerk.hotel.booking(booking.id)).checkout_date).toBe(clerk.hotel.today);
});

task('7 部屋を移す', async (clerk) => {
  const { hotel, keys, page } = clerk;
  const booking = await bookAtDesk(hotel, 62, 1, { guest_name_1: '移動 七郎' });
  await find(clerk, booking);
  await keys.press('m');
  await keys.press('ArrowDown');
  await keys.pressUntil('ArrowDown', async () =>
    ((await page.locator('[data-gesture-spoken]').textContent()) ?? '').includes('置けます'),
  );
  await keys.press('Enter');
  await expect.poll(async () => (await hotel.booking(booking.id)).changed_room).toBe(1);
});

task('8 一泊延ばす', async (clerk) => {
  const { hotel, keys } = clerk;
  const stay = hotel.nextStay(1);
  const [room] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room, { guest_name_1: '延泊 八郎' });
  await find(clerk, { ...booking, room: room.number });
  await keys.press('m', 'Shift+ArrowRight', 'Enter');
  await expect.poll(async () => (await hotel.booking(booking.id)).stay_end).toBe(addDays(stay.end, 1));
});

task('9 予約を取り消す', async (clerk) => {
  const { hotel, keys, page } = clerk;
  const booking = await bookAtDesk(hotel, 64, 1, { guest_name_1: '取消 九郎' });
  await find(clerk, booking);
  await keys.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: '開く' })).toBeFocused();
  await keys.pressUntil('ArrowUp', () =>
    page.evaluate(() => document.activeElement?.textContent?.includes('予約取消') === true),
  );
  await keys.press('Enter');
  await expect(dialogOf(page, '予約取消の確認')).toBeVisible();
  await keys.tabTo(buttonOf(page, 'OK'));
  await closeAlert(clerk, 'よろしいですか');
  await closeAlert(clerk, '予約がキャンセルされました');
  await expect.poll(async () => (await hotel.booking(booking.id)).is_cancelled).toBe(1);
});

task('10 自動登録に失敗した予約を登録する', async (clerk) => {
  const { hotel, keys, page } = clerk;
  const row = rowFor(hotel.nextStay(), { 部屋記号: anUnknownType(), 宿泊者氏名: '失敗 十郎' });
  await importRows(hotel, row);
  await keys.press('Alt+a');
  await expect(queueOf(page).rows.first()).toBeVisible();
  await keys.press('Alt+k');
  await keys.type('失敗 十郎');
  await expect(queueOf(page).rows).toHaveCount(1);
  await keys.press('Alt+j', 'Enter');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('失敗 十郎');
  await keys.press('Alt+r');
  await expect(roomOptions(page).nth(1)).toBeAttached();
  await keys.press('Alt+k');
  await keys.tabTo(fieldOf(page, 'ルームタイプ'));
  await keys.press('ArrowDown', 'Control+Enter');
  await closeAlert(clerk, '登録');
  expect((await recordOf(hotel, row.予約番号)).status).toBe('registered');
});

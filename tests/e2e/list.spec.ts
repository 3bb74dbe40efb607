import { addDays, addMonths, lastDayOf, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import { openScreen, showRange } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { FreeRoom, Hotel } from './support/hotel.js';

for (const path of ['/', '/reservation-status']) {
  test(`${path} is the list: 7 days back to the end of next month, to read only`, async ({
    hotel,
    openTerminal,
  }) => {
    const { page } = await openTerminal();
    const calendar = await openScreen(page, path);
    const { today } = hotel;
    await expect(calendar.firstDay).toHaveValue(addDays(today, -7));
    await expect(calendar.lastDay).toHaveValue(lastDayOf(addMonths(monthOf(today), 1)));
    await expect(page).toHaveURL(path);
    for (const name of ['登録', '更新', '部屋検索', '予約取消', 'クリア']) {
      await expect(buttonOf(page, name)).toBeHidden();
    }
    const writes: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
    for (const row of ['weekday', 'weather']) await calendar.header(row, today).click();
    await expect(dialogOf(page)).toBeHidden();
    expect(writes).toEqual([]);
  });
}

test('表示 wants an end that is not before the start', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  const { today } = hotel;
  await calendar.firstDay.fill(today);
  await calendar.lastDay.fill(addDays(today, -1));
  await buttonOf(page, '表示').click();
  await acceptAlert(page, '終了日は開始日より後の日付を選択してください。');
  await expect(calendar.header('date', addDays(today, -7))).toBeVisible();

  await showRange(page, today, today);
  await expect(calendar.grid.locator('[data-header="date"]')).toHaveCount(1);
  await showRange(page, addDays(today, 40), addDays(today, 50));
  await expect(calendar.firstDay).toHaveValue(addDays(today, 40));
  await expect(calendar.grid.locator('[data-header="date"]')).toHaveCount(11);
});

test('only rooms that are 予約可能 or 倉庫 in some month of the range are listed', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { today } = hotel;
  const month = monthOf(today);
  const calendar = await openScreen(page, '/');
  await showRange(page, month, lastDayOf(month));
  const rooms = await hotel.rooms(month, month);
  const isListed = (room: { reservable_status: string; room_type: string }) =>
    room.reservable_status === '予約可能' || room.room_type === '倉庫';
  const listed = rooms.filter(isListed);
  expect(rooms.length).toBeGreaterThan(listed.length);
  const headerRows = await calendar.grid.locator('[role="row"]:has([data-header])').count();
  await expect(calendar.grid).toHaveAttribute('aria-rowcount', String(headerRows + listed.length));
  const heads = calendar.grid.locator('[role="rowheader"][data-room]');
  const shown = await heads.evaluateAll((all) => all.map((head) => head.getAttribute('data-room')));
  const closed = rooms.filter((room) => !isListed(room)).map((room) => room.room_number);
  expect(shown.filter((room) => closed.includes(String(room)))).toEqual([]);

  const registration = await openScreen(page, '/reservation-registration');
  await showRange(page, month, lastDayOf(month));
  await expect(registration.grid).toHaveAttribute('aria-rowcount', String(headerRows + rooms.length));
});

async function bookForTwo(hotel: Hotel): Promise<{ booking: BookingRecord; room: FreeRoom }> {
  const stay = hotel.nextStay(4);
  const [room] = await hotel.freeRooms(stay);
  const payment = (await hotel.api.get<{ id: number }[]>('/api/payment_master')).body[0];
  const booking = await hotel.book(stay, room, {
    guest_name_1: '詳細 太郎',
    guest_name_2: '詳細 花子',
    mens_count: 1,
    womens_count: 1,
    reserver_name: '予約 三郎',
    purpose: '帰省',
    booking_source: 'じゃらん',
    notes: '加湿器',
    coupon: 1,
    csv_notes: '500',
  });
  const paid = { payment_type: payment?.id, payment_flag: 1 };
  await hotel.api.post(`/api/booking/${booking.id}/payment`, paid);
  return { booking, room };
}

test('the preview fields decide what the cells say', async ({ hotel, openTerminal }) => {
  const { booking, room } = await bookForTwo(hotel);
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  await showRange(page, addDays(booking.stay_start, -2), addDays(booking.stay_end, 2));
  const bar = calendar.cell(room.number, booking.stay_start);
  await expect(bar).toContainText('詳細 太郎');
  const choices: [string, string][] = [
    ['宿泊者名2', '詳細 花子'],
    ['性別', '男'],
    ['利用目的', '帰省'],
    ['予約媒体', 'じゃらん'],
    ['支払', '済'],
    ['クーポン', 'ク有'],
    ['ポイント', 'ポ有'],
  ];
  for (const [name, text] of choices) {
    const choice = page.getByRole('checkbox', { name, exact: true });
    await expect(bar).not.toContainText(text);
    await choice.check({ force: true });
    await expect(bar).toContainText(text);
    await choice.uncheck({ force: true });
  }
  await page.getByRole('checkbox', { name: '宿泊者名1', exact: true }).uncheck({ force: true });
  await expect(bar).not.toContainText('詳細 太郎');
});

test('a booked cell opens the details', async ({ hotel, openTerminal }) => {
  const { booking, room } = await bookForTwo(hotel);
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  await showRange(page, addDays(booking.stay_start, -2), addDays(booking.stay_end, 2));
  await calendar.cell(room.number, addDays(booking.stay_start, 1)).click();
  const details = dialogOf(page);
  const slashed = (date: string) => `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`;
  const facts: [string, string][] = [
    ['予約者名', '予約 三郎'],
    ['宿泊者名1', '詳細 太郎'],
    ['性別1', '男性'],
    ['宿泊者名2', '詳細 花子'],
    ['性別2', '女性'],
    ['部屋番号', room.number],
    ['法人', 'いいえ'],
    ['宿泊期間', slashed(booking.stay_start)],
    ['宿泊期間', slashed(booking.stay_end)],
    ['チェックイン日', '未チェックイン'],
    ['チェックアウト日', '未チェックアウト'],
    ['利用目的', '帰省'],
    ['予約媒体', 'じゃらん'],
    ['支払', '済'],
    ['クーポン', '有'],
    ['ポイント', '有'],
    ['担当', '不明'],
    ['備考', '加湿器'],
  ];
  for (const [name, value] of facts) {
    const row = details
      .locator('div')
      .filter({ has: page.locator('dt', { hasText: name }) })
      .last();
    await expect(row).toContainText(value);
  }
  await expect(details.getByRole('button')).toHaveCount(1);
  await buttonOf(page, '閉じる').click();
  await expect(details).toBeHidden();

  await showRange(page, hotel.today, hotel.today);
  const ids = await calendar.grid
    .locator('[data-booking-id]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-booking-id'))));
  const single = (await hotel.bookings(hotel.today, hotel.today)).find(
    ({ id, guest_name_2, notes, staff_id }) =>
      ids.includes(id) && guest_name_2 === '' && notes === '' && staff_id !== null,
  );
  if (!single) throw new Error('no single guest without notes in sight');
  await calendar.night(single.id).first().click();
  await expect(details).toContainText(single.guest_name_1);
  const staff = await hotel.api.get<{ name: string }>(`/api/staff/${single.staff_id}`);
  await expect(details).toContainText(staff.body.name);
  for (const absent of ['宿泊者名2', '性別2', '備考']) await expect(details).not.toContainText(absent);
});

import { addDays, type Day } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingSave } from '@wire/booking-save.js';
import { around, goTo } from './support/calendar.js';
import { importRows, recordOf, rowFor } from './support/channel.js';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { within } from './support/effort.js';
import { freeRoom, openDesk } from './support/front-desk.js';
import { dragOver, entryOf, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { aName } from './support/masters.js';

/** A window that is high enough for the rows of all rooms. */
const ALL_ROOMS = { width: 1366, height: 4_000 };

test.beforeEach(async ({ desk: { page } }) => page.setViewportSize({ width: 1366, height: 768 }));

/** A guest in the house for nights from one day to another, counted from today, in a room that is free three nights longer. */
async function inHouse(hotel: Hotel, from: number, to: number, fields: BookingSave = {}) {
  const guest = aName('滞在 太郎');
  const stay = { start: addDays(hotel.today, from), end: addDays(hotel.today, to) };
  const room = await freeRoom(hotel, { ...stay, end: addDays(stay.end, 3) });
  const booking = await hotel.book(stay, room, { guest_name_1: guest, total_fee: 16_000, ...fields });
  await hotel.checkIn(booking.id, stay.start);
  return { ...booking, guest, stay, room: room.number };
}

/** The booking that goes on from a stay on a day, with the number of its room. */
async function following(hotel: Hotel, { id, stay_end }: BookingRecord, date: Day = stay_end) {
  const nights = await hotel.bookings(date, date);
  const next = nights.find(
    ({ base_booking_id, is_cancelled }) => base_booking_id === id && is_cancelled === 0,
  );
  return next && { ...next, room: await hotel.roomOf(next) };
}

test('延泊 by two keys on the row of a guest who should leave today, taken back by one', async ({
  hotel,
  desk: { page },
}) => {
  const booking = await inHouse(hotel, -2, 0);
  const desk = await openDesk(page);
  await desk.tab('出発').click();
  await desk.filter.fill(booking.guest);
  await desk.row(booking.id).focus();
  await within(page, { keys: 2, clicks: 0 }, async () => {
    await press(page, 'e');
    await expect(dialogOf(page, '延泊').getByLabel('料金')).toBeFocused();
    await expect(dialogOf(page, '延泊').getByLabel('料金')).toHaveValue('8000');
    await press(page, 'Enter');
    await expect(dialogOf(page, '延泊')).toBeHidden();
  });
  await expect
    .poll(() => following(hotel, booking))
    .toMatchObject({
      ...{
        total_fee: 8_000,
        booking_source: '宿泊時',
        checkin_date: hotel.today,
        stay_end: addDays(hotel.today, 1),
      },
    });
  expect(await hotel.booking(booking.id)).toMatchObject({ checkout_date: hotel.today });
  await press(page, 'Control+z');
  await expect
    .poll(() => hotel.booking(booking.id))
    .toMatchObject({ checkout_date: null, group_end_date: null });
  expect(await following(hotel, booking)).toBeUndefined();
});

test('延泊 by dragging the end of the bar, into another room where the own one is taken', async ({
  hotel,
  desk: { page },
}) => {
  const booking = await inHouse(hotel, -1, 1);
  const next = addDays(booking.stay.end, 1);
  await page.setViewportSize(ALL_ROOMS);
  const { cell } = await goTo(page, '/reservation-registration', around(booking.stay));
  const own = { number: booking.room, roomId: booking.room_id as number };
  await test.step('two more nights in the own room', async () => {
    await dragOver(page, cell(booking.room, hotel.today), [cell(booking.room, next)], 'end');
    await expect(wordsOf(page)).toContainText(`${booking.guest} 2泊延泊`);
    await page.mouse.up();
    const dialog = dialogOf(page, '延泊');
    await expect(dialog.getByLabel('料金')).toHaveValue('16000');
    await press(page, 'Enter');
    await expect(cell(booking.room, next)).toHaveAttribute('data-booking-id', /\d/);
    await expect.poll(() => following(hotel, booking)).toMatchObject({ checkin_date: null });
    await press(page, 'Control+z');
    await expect(cell(booking.room, next)).not.toHaveAttribute('data-booking-id');
  });
  await test.step('a night in another room', async () => {
    await hotel.book({ start: booking.stay.end, end: next }, own, { guest_name_1: '次の 客' });
    await expect(cell(booking.room, booking.stay.end)).toHaveAttribute('data-booking-id', /\d/);
    await cell(booking.room, hotel.today).click({ button: 'right' });
    await entryOf(page, '延泊…').click();
    const dialog = dialogOf(page, '延泊');
    await expect(dialog).toContainText(`${booking.room}号室は`);
    await expect(dialog.getByLabel('部屋').locator('option').first()).not.toHaveText(
      new RegExp(`^${booking.room} `),
    );
    await dialog.getByLabel('料金').fill('7,500');
    await dialog.getByRole('button', { name: '延泊する' }).click();
    await expect(dialog).toBeHidden();
    const gone = await following(hotel, booking);
    expect(gone).toMatchObject({ total_fee: 7_500, base_booking_id: booking.id });
    expect(gone?.room).not.toBe(booking.room);
  });
});

test('延泊 in the panel and its form: what is wrong is said at the field', async ({
  hotel,
  desk: { page },
}) => {
  const booking = await inHouse(hotel, -2, 0);
  const desk = await openDesk(page);
  await desk.tab('出発').click();
  await desk.filter.fill(booking.guest);
  await desk.row(booking.id).click();
  await buttonOf(page, 'その他の操作').click();
  await page.getByRole('menuitem', { name: '延泊…' }).click();
  const fee = page.getByRole('dialog', { name: '延泊' }).getByLabel('料金');
  await fee.fill('');
  await press(page, 'Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: '合計料金は数値を入力してください。' }),
  ).toBeVisible();
  await expect(fee).toBeFocused();
  await fee.fill('9000');
  await press(page, 'Enter');
  await expect.poll(() => following(hotel, booking)).toMatchObject({ total_fee: 9_000 });
  await expect(fee).toBeHidden();
});

test('a guest moves from today on by two keys on the row: the past nights stay in the room that was left', async ({
  hotel,
  desk: { page },
}) => {
  const booking = await inHouse(hotel, -2, 2);
  const desk = await openDesk(page);
  await desk.tab('在館').click();
  await desk.filter.fill(booking.guest);
  await desk.row(booking.id).focus();
  await within(page, { keys: 2, clicks: 0 }, async () => {
    await press(page, 'm');
    await expect(dialogOf(page, '今日から部屋移動').getByLabel('部屋')).toBeFocused();
    await press(page, 'Enter');
    await expect(dialogOf(page, '今日から部屋移動')).toBeHidden();
  });
  await expect
    .poll(() => following(hotel, booking, hotel.today))
    .toMatchObject({ total_fee: 8_000, checkin_date: hotel.today, stay_end: addDays(hotel.today, 2) });
  expect(await hotel.booking(booking.id)).toMatchObject({
    ...{ room_id: booking.room_id, stay_end: hotel.today, checkout_date: hotel.today, total_fee: 8_000 },
  });
  await press(page, 'Control+z');
  await expect
    .poll(() => hotel.booking(booking.id))
    .toMatchObject({
      ...{ stay_end: addDays(hotel.today, 2), checkout_date: null, total_fee: 16_000 },
    });
});

test('the bar of a guest in the house is dragged to another room from today on, and onto another guest to exchange rooms', async ({
  hotel,
  desk: { page },
}) => {
  const one = await inHouse(hotel, -2, 2);
  const two = await inHouse(hotel, -1, 1);
  const free = await freeRoom(hotel, { start: one.stay.start, end: one.stay.end });
  await page.setViewportSize(ALL_ROOMS);
  const { cell } = await goTo(page, '/reservation-registration', around(one.stay));
  const [from, date] = [cell(one.room, hotel.today), hotel.today];
  await dragOver(page, from, [cell(free.number, date)]);
  await expect(wordsOf(page)).toContainText(`${one.guest} 今日から ${one.room} → ${free.number}`);
  await page.mouse.up();
  await expect.poll(() => following(hotel, one, date)).toMatchObject({ room: free.number });
  await expect(cell(one.room, addDays(date, -1))).toHaveAttribute('data-booking-id', String(one.id));
  await press(page, 'Control+z');
  await expect(from).toHaveAttribute('data-booking-id', String(one.id));
  await dragOver(page, from, [cell(two.room, date)]);
  await expect(wordsOf(page)).toContainText(
    `今日から部屋の交換 ${one.room} ${one.guest} ⇔ ${two.room} ${two.guest}`,
  );
  await expect(wordsOf(page)).toContainText('昨日までの泊は元の部屋のまま');
  await page.mouse.up();
  await expect.poll(() => following(hotel, one, hotel.today)).toMatchObject({ room: two.room });
  expect(await following(hotel, two, hotel.today)).toMatchObject({ room: one.room });
  await press(page, 'Control+z');
  await expect
    .poll(() => hotel.booking(one.id))
    .toMatchObject({ stay_end: one.stay_end, checkout_date: null });
  expect(await hotel.booking(two.id)).toMatchObject({ stay_end: two.stay_end, checkout_date: null });
});

/** The account of a booking. */
const accountOf = async (hotel: Hotel, id: number) =>
  (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;

/** Takes the whole price of a stay in cash. */
async function paid(hotel: Hotel, { id, total_fee: amount }: BookingRecord): Promise<void> {
  const { body: ways } = await hotel.api.get<{ id: number }[]>('/api/payment_master');
  await hotel.api.post(`/api/booking/${id}/payments`, { payment_type: ways[0]?.id, amount });
}

test('早期出発 by two keys on the row frees the nights that are left and gives their money back; one key takes it back', async ({
  hotel,
  desk: { page },
}) => {
  const booking = await inHouse(hotel, -1, 1);
  await paid(hotel, booking);
  const desk = await openDesk(page);
  await desk.tab('在館').click();
  await desk.filter.fill(booking.guest);
  await desk.row(booking.id).focus();
  await within(page, { keys: 2, clicks: 0 }, async () => {
    await press(page, 'l');
    const dialog = dialogOf(page, '早期出発');
    await expect(dialog.getByLabel('手数料')).toBeFocused();
    await expect(dialog.getByRole('status')).toHaveText('返金 ¥8,000');
    await press(page, 'Enter');
    await expect(dialog).toBeHidden();
  });
  await expect(page.getByText(/残り1泊（.+）を空室に戻し、¥8,000を返金/)).toBeVisible();
  await expect
    .poll(() => hotel.booking(booking.id))
    .toMatchObject({ stay_end: hotel.today, checkout_date: hotel.today, total_fee: 16_000, balance: 0 });
  await press(page, 'Control+z');
  await expect
    .poll(() => hotel.booking(booking.id))
    .toMatchObject({
      ...{ stay_end: addDays(hotel.today, 1), checkout_date: null, payment_flag: 1 },
    });
  expect(await accountOf(hotel, booking.id)).toMatchObject({ charges: [], taken: 16_000 });
});

test('早期出発 by dragging the end of the bar to today, with a fee; the nights can be booked at once, and undo then says so', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const booking = await inHouse(hotel, -1, 2, { total_fee: 24_600 });
  await paid(hotel, booking);
  await page.setViewportSize(ALL_ROOMS);
  const { cell } = await goTo(page, '/reservation-registration', around(booking.stay));
  const yesterday = addDays(hotel.today, -1);
  await dragOver(page, cell(booking.room, addDays(hotel.today, 1)), [cell(booking.room, yesterday)], 'end');
  await expect(wordsOf(page)).toContainText(`${booking.guest} 早期出発（残り2泊を空室に）`);
  await page.mouse.up();
  const dialog = dialogOf(page, '早期出発');
  const fee = dialog.getByLabel('手数料');
  await fee.fill('16,401');
  await press(page, 'Enter');
  await expect(dialog.getByRole('alert')).toContainText('泊まらない泊の料金の16,400円まで');
  await expect(fee).toBeFocused();
  await fee.fill('4,000');
  await expect(dialog.getByRole('status')).toHaveText('返金 ¥12,400');
  await dialog.getByRole('button', { name: '早期出発にする' }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(booking.room, hotel.today)).not.toHaveAttribute('data-booking-id');
  expect(await accountOf(hotel, booking.id)).toMatchObject({
    ...{ charges: [{ amount: -16_400 }, { kind: 'キャンセル料', amount: 4_000, tax_rate: 0 }] },
    ...{ taken: 12_200, balance: 0 },
  });
  const own = { number: booking.room, roomId: booking.room_id as number };
  const stay = { start: hotel.today, end: addDays(hotel.today, 1) };
  await hotel.book(stay, own, { guest_name_1: '次の 客' });
  await expect(cell(booking.room, hotel.today)).toHaveAttribute('data-booking-id', /\d/);
  await press(page, 'Control+z');
  const obstacle = page.getByRole('dialog').filter({ hasText: '次の 客 の予約' });
  await expect(obstacle).toBeVisible();
  await press(page, 'Escape');
  await expect(obstacle).toBeHidden();
  expect(await hotel.booking(booking.id)).toMatchObject({ stay_end: hotel.today });
});

test('早期出発 of a stay that a booking site was paid for gives nothing back unless it is chosen, from the panel’s menu', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('事前 三郎');
  const stay = { start: hotel.today, end: addDays(hotel.today, 2) };
  const cells = { 支払方法: 'オンラインカード決済', 合計料金: '16000', ポイント: '0', 請求料金: '16000' };
  const row = rowFor(stay, { ...cells, 宿泊者氏名: guest });
  await importRows(hotel, row);
  const booking = { id: Number((await recordOf(hotel, row.予約番号)).booking_id) };
  await hotel.checkIn(booking.id, hotel.today);
  const desk = await openDesk(page);
  await desk.tab('在館').click();
  await desk.filter.fill(guest);
  await desk.row(booking.id).click();
  await buttonOf(page, 'その他の操作').click();
  await page.getByRole('menuitem', { name: '早期出発…' }).click();
  const dialog = page.getByRole('dialog', { name: '早期出発' });
  await expect(dialog).toContainText('事前決済の料金は、予約サイトから返金されます。');
  await expect(dialog.getByLabel('料金から差し引く')).toBeFocused();
  await expect(dialog.getByLabel('料金から差し引く')).not.toBeChecked();
  await expect(dialog.getByRole('status')).toHaveText('返金はありません');
  await dialog.getByLabel('チェックアウトする').press('Enter');
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => hotel.booking(booking.id))
    .toMatchObject({
      ...{ stay_end: addDays(hotel.today, 1), checkout_date: hotel.today, payment_flag: 1 },
    });
  expect(await accountOf(hotel, booking.id)).toMatchObject({ charges: [], payments: [] });
});

import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import { openScreen } from '../support/calendar.js';
import { acceptAlert, dialogOf, sentencesOf } from '../support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const rows = {
  checkInDate: 'the check-in date becomes read-only',
  billingFee: 'the billing fee becomes read-only',
  usedPoints: 'the used points become read-only',
  purpose: 'the purpose blank option is disabled',
  checkOut: 'the check-out date cannot be moved later than the original',
} as const;

async function opened(page: Page, hotel: Hotel): Promise<BookingRecord> {
  const stay = hotel.pastStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '到着 太郎', csv_notes: '300' });
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('到着 太郎');
  return hotel.booking(id);
}

/** Opens the same booking again, its guest now in the house. */
async function reopenedAfterCheckIn(page: Page, hotel: Hotel, { id, stay_start }: BookingRecord) {
  await hotel.checkIn(id, stay_start);
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(page.getByRole('heading', { name: '編集中' })).toContainText('チェックイン済み');
}

/** A field can be changed before the check-in, and only be read after it. */
async function expectReadOnly(
  { desk: { page }, hotel }: { desk: Terminal; hotel: Hotel },
  label: string,
  textOf: (booking: BookingRecord) => string,
): Promise<void> {
  const booking = await opened(page, hotel);
  const field = fieldOf(page, label);
  await expect(field).toHaveValue(textOf(booking));
  await expect(field).toBeEditable();
  await reopenedAfterCheckIn(page, hotel, booking);
  await expect(field).not.toBeEditable();
  await field.focus();
  await page.keyboard.type('1');
  await expect(field).toHaveValue(textOf(booking));
}

checkRows('4 states: once checked in', rows, {
  checkInDate: ({ desk, hotel }) =>
    expectReadOnly({ desk, hotel }, 'チェックイン日', ({ stay_start }) => stay_start),
  billingFee: ({ desk, hotel }) =>
    expectReadOnly({ desk, hotel }, '合計料金', ({ total_fee }) => String(total_fee)),
  usedPoints: ({ desk, hotel }) =>
    expectReadOnly({ desk, hotel }, '利用ポイント', ({ csv_notes }) => csv_notes),

  async purpose({ desk: { page }, hotel }) {
    const booking = await opened(page, hotel);
    const blank = fieldOf(page, '利用目的').locator('option[value=""]');
    await expect(blank).toBeEnabled();
    await reopenedAfterCheckIn(page, hotel, booking);
    await expect(blank).toBeDisabled();
    await expect(fieldOf(page, '利用目的').locator('option:disabled')).toHaveCount(1);
    await fieldOf(page, '利用目的').selectOption('帰省');
    await expect(fieldOf(page, '利用目的')).toHaveValue('帰省');
  },

  async checkOut({ desk: { page }, hotel }) {
    const booking = await opened(page, hotel);
    const { id, stay_end } = booking;
    await reopenedAfterCheckIn(page, hotel, booking);
    await fillForm(page, { チェックアウト日: addDays(stay_end, 1) });
    await buttonOf(page, '更新').click();
    const sentence = 'チェックイン後はチェックアウト日を延長することは出来ません。';
    expect(await sentencesOf(page, '入力内容にエラーがあります')).toEqual([sentence]);
    await acceptAlert(page, sentence);
    expect((await hotel.booking(id)).stay_end).toBe(stay_end);

    await fieldOf(page, 'チェックアウト日').clear();
    await page.getByRole('button', { name: 'カレンダーから選ぶ', description: 'チェックアウト日' }).click();
    const picker = dialogOf(page, '日付の選択');
    await expect(picker.locator(`[data-day="${stay_end}"]`)).toBeEnabled();
    await expect(picker.locator(`[data-day="${addDays(stay_end, 1)}"]`)).toBeDisabled();
    await picker.locator(`[data-day="${addDays(stay_end, -1)}"]`).click();
    await buttonOf(page, '更新').click();
    await acceptAlert(page, '予約が更新されました！');
    expect((await hotel.booking(id)).stay_end).toBe(addDays(stay_end, -1));
  },
});

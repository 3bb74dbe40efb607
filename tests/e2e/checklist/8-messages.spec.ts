import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { calendarOf, openScreen } from '../support/calendar.js';
import { importedBooking } from '../support/channel.js';
import { deskAt } from '../support/desk.js';
import { acceptAlert, answer, dialogOf } from '../support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from '../support/form.js';
import { formContents } from '../support/form-contents.js';
import type { Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const REGISTRATION = '/reservation-registration';
const NO_DAY_BEFORE = '前日の予約が見つかりません。';
const OWN_TEXT = '試験のための文です。\n二行目もあります。';

const rows = {
  saveFailureOnCreate:
    "Save failure: the server's error text is shown in an alert and the form stays as it is (a new booking)",
  saveFailureOnEdit:
    "Save failure: the server's error text is shown in an alert and the form stays as it is (an edit)",
  saveFailureText: "Save failure: the text is the server's, whatever it says",
  saveSuccessOnEdit: 'Save success on edit: alert 予約が更新されました！',
  saveSuccessOnCreate: "Save success on create: the server's message is alerted",
  cancelSuccess: 'Cancel success: alert 予約がキャンセルされました',
  returnSuccess: 'Return success: alert 予約情報を取消後、手間いらずの自動登録失敗状態にしました',
  returnRefused: "Return, flag not true: the server's error text is alerted and the modal is closed",
  returnFlagText: 'Return, flag not true: anything but true counts, and the text is the server’s',
} as const;

/** Waits for an alert that says this and nothing else, alone on the page, and closes it. */
async function acceptExactly(page: Page, text: string): Promise<void> {
  await expect(dialogOf(page).getByRole('paragraph')).toHaveText(text, { useInnerText: true });
  await expect(dialogOf(page)).toHaveCount(1);
  await acceptAlert(page, text);
  await expect(dialogOf(page)).toHaveCount(0);
}

/** Opens a new booking by a click on it. */
async function openBooked(page: Page, hotel: Hotel, name: string): Promise<BookingRecord> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room, { guest_name_1: name });
  const { cell } = await deskAt(page, REGISTRATION, { first: stay.start, last: stay.end });
  await cell(room.number, stay.start).click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(name);
  return booking;
}

/** Throws away what was typed. */
async function backToNew(page: Page): Promise<void> {
  await buttonOf(page, '新規に戻る').click();
  await buttonOf(page, '入力途中の内容を破棄').click();
}

async function giveBack(page: Page): Promise<void> {
  await buttonOf(page, '自動登録失敗に戻す').click();
  await answer(page, '自動登録失敗', '自動登録失敗に戻す');
}

checkRows('8 Error catalogue: messages', rows, {
  async saveFailureOnCreate({ hotel, openTerminal }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const { page, allowError } = await openTerminal();
    allowError(/status of 422/);
    await openScreen(page, REGISTRATION);
    await enterBooking(page, stay, room.number, '連泊 太郎');
    await fillForm(page, { 備考: '角部屋希望', クーポン: true, 前日と同一予約: true });
    const before = await formContents(page);
    await buttonOf(page, '登録').click();
    await acceptExactly(page, NO_DAY_BEFORE);
    expect(await formContents(page)).toEqual(before);
    await expect(buttonOf(page, '登録')).toBeEnabled();
    await expect(calendarOf(page).cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  },

  async saveFailureOnEdit({ desk: { page, allowError }, hotel }) {
    const { id } = await openBooked(page, hotel, '変更 太郎');
    allowError(new RegExp(`status of 422 .*/api/booking/${id}\\)`));
    await fillForm(page, { 備考: '低層階希望', 合計料金: '9900', 前日と同一予約: true });
    const before = await formContents(page);
    await buttonOf(page, '更新').click();
    await acceptExactly(page, NO_DAY_BEFORE);
    expect(await formContents(page)).toEqual(before);
    await expect(buttonOf(page, '更新')).toBeEnabled();
    expect(await hotel.booking(id)).toMatchObject({ version: 1, notes: '', total_fee: 8000 });
    await backToNew(page);
  },

  async saveFailureText({ desk: { page, allowError }, hotel }) {
    const { id } = await openBooked(page, hotel, '変更 次郎');
    allowError(new RegExp(`status of 500 .*/api/booking/${id}\\)`));
    await fillForm(page, { 備考: '低層階希望' });
    const before = await formContents(page);
    const errors = [{ code: 'test', field: null, message: '詳細' }];
    await page.route(`**/api/booking/${id}`, (route) =>
      route.fulfill({ status: 500, json: { error: OWN_TEXT, errors, request_id: '1' } }),
    );
    await buttonOf(page, '更新').click();
    await acceptExactly(page, OWN_TEXT);
    expect(await formContents(page)).toEqual(before);
    await page.unroute(`**/api/booking/${id}`);
    await backToNew(page);
  },

  async saveSuccessOnEdit({ desk: { page }, hotel }) {
    const { id } = await openBooked(page, hotel, '更新 太郎');
    await fillForm(page, { 備考: '朝食付' });
    await buttonOf(page, '更新').click();
    await acceptExactly(page, '予約が更新されました！');
    expect((await hotel.booking(id)).notes).toBe('朝食付');
  },

  async saveSuccessOnCreate({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const { cell } = await deskAt(page, REGISTRATION);
    await enterBooking(page, stay, room.number, '新規 太郎');
    const told: string[] = [];
    await page.route('**/api/booking', async (route) => {
      const response = await route.fetch();
      const saved = await response.json();
      told.push(saved.mess);
      await route.fulfill({ response, json: { ...saved, mess: OWN_TEXT } });
    });
    await buttonOf(page, '登録').click();
    await acceptExactly(page, OWN_TEXT);
    await page.unroute('**/api/booking');
    expect(told).toEqual([expect.stringContaining('登録')]);
    await expect(cell(room.number, stay.start)).toContainText('新規 太郎');
  },

  async cancelSuccess({ desk: { page }, hotel }) {
    const { id } = await openBooked(page, hotel, '取消 太郎');
    await buttonOf(page, '予約取消').click();
    await answer(page, '取り消します', '予約取消');
    await acceptExactly(page, '予約がキャンセルされました');
    expect((await hotel.booking(id)).is_cancelled).toBe(1);
  },

  async returnSuccess({ desk: { page }, hotel }) {
    const registered = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=registered');
    const record = registered.body.find(
      ({ stay_start, booking_id }) => booking_id !== null && (stay_start ?? '') > hotel.today,
    );
    if (!record) throw new Error('no registered record of the days to come');
    await openScreen(page, `${REGISTRATION}/${record.booking_id}`);
    await giveBack(page);
    await acceptExactly(page, '予約情報を取消後、手間いらずの自動登録失敗状態にしました');
    expect((await hotel.booking(Number(record.booking_id))).is_cancelled).toBe(1);
  },

  async returnRefused({ desk: { page }, hotel }) {
    // The form offers it for imported bookings alone: this one only says that it is one.
    const data = '**/api/fetch-reservation-data/*';
    await page.route(data, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), imported_record_id: 1 } });
    });
    const { id } = await openBooked(page, hotel, '窓口 太郎');
    await page.unroute(data);
    await giveBack(page);
    await acceptExactly(page, '自動登録サービスから登録された予約ではありません。');
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('窓口 太郎');
    expect((await hotel.booking(id)).is_cancelled).toBe(0);
    await buttonOf(page, '新規に戻る').click();
  },

  async returnFlagText({ desk: { page }, hotel }) {
    const { id } = await importedBooking(hotel, '窓口 次郎');
    await openScreen(page, `${REGISTRATION}/${id}`);
    const path = `**/api/booking/${id}/return-temairazu`;
    for (const response of [false, null, 'true']) {
      await page.route(path, (route) => route.fulfill({ json: { response, error: OWN_TEXT } }));
      await giveBack(page);
      await acceptExactly(page, OWN_TEXT);
      await page.unroute(path);
    }
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('窓口 次郎');
    await buttonOf(page, '新規に戻る').click();
  },
});

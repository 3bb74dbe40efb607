import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { openScreen } from '../support/calendar.js';
import { importedBooking } from '../support/channel.js';
import { deskAt } from '../support/desk.js';
import { acceptAlert, answer } from '../support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from '../support/form.js';
import type { FreeRoom, Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-registration';
const CANCEL = '予約取消';
const RETURN = '自動登録失敗に戻す';

const rows = {
  cancelled: 'booking: active, then cancelled (is_cancelled becomes 1) through the cancel action',
  cancelInEdit: 'cancel is offered only in edit mode',
  cancelBeforeCheckIn: 'cancel is offered only when there is no check-in date yet',
  notDrawn: 'cancelled bookings are not drawn as booked',
  returned: 'return to auto-registration failure: cancels the booking and sets it to the failed state',
  returnOffered: 'return to auto-registration failure is offered under the same condition as cancel',
  locked: 'room-move lock: when set, it disables room choice',
} as const;

type Booked = { booking: BookingRecord; room: FreeRoom };

async function booked(hotel: Hotel): Promise<Booked> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  return { booking: await hotel.book(stay, room, { guest_name_1: '進行 太郎' }), room };
}

async function openedForEdit(page: Page, { id }: BookingRecord): Promise<void> {
  await openScreen(page, `${PATH}/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('進行 太郎');
  await expect(page.getByRole('heading', { name: '編集中' })).toBeVisible();
}

/** A button is there for an active booking of a guest who has not come, and for nothing else. */
async function expectOffered(page: Page, hotel: Hotel, name: string, when: 'in edit' | 'before check-in') {
  const booking = await importedBooking(hotel, '進行 太郎');
  await openedForEdit(page, booking);
  await expect(buttonOf(page, name)).toBeVisible();
  if (when === 'in edit') {
    await buttonOf(page, '新規に戻る').click();
    await expect(buttonOf(page, '登録')).toBeVisible();
  } else {
    const come = await importedBooking(hotel, '進行 太郎', hotel.pastStay());
    await hotel.checkIn(come.id, come.stay_start);
    await openedForEdit(page, come);
  }
  await expect(buttonOf(page, name)).toBeHidden();
}

checkRows('4 states: the booking', rows, {
  async cancelled({ desk: { page }, hotel }) {
    const { booking } = await booked(hotel);
    expect(booking.is_cancelled).toBe(0);
    await openedForEdit(page, booking);
    await buttonOf(page, CANCEL).click();
    await answer(page, '取り消します', CANCEL);
    await acceptAlert(page, '予約がキャンセルされました');
    const nights = await hotel.bookings(booking.stay_start, booking.stay_end);
    const flags = nights.filter(({ id }) => id === booking.id).map(({ is_cancelled }) => is_cancelled);
    expect(flags).toEqual([1, 1]);
  },

  cancelInEdit: ({ desk, hotel }) => expectOffered(desk.page, hotel, CANCEL, 'in edit'),
  cancelBeforeCheckIn: ({ desk, hotel }) => expectOffered(desk.page, hotel, CANCEL, 'before check-in'),

  async notDrawn({ desk: { page }, hotel }) {
    const { booking, room } = await booked(hotel);
    const { id, stay_start, stay_end } = booking;
    const range = { first: addDays(stay_start, -1), last: addDays(stay_end, 1) };
    const calendar = await deskAt(page, PATH, range);
    await expect(calendar.night(id)).toHaveCount(2);
    await hotel.cancel(id);
    await expect(calendar.night(id)).toHaveCount(0);
    await expect(calendar.cell(room.number, stay_start)).toHaveText('');
    await expect(calendar.cell(room.number, stay_start)).not.toHaveAttribute('data-shade');
    await openScreen(page, '/reservation-status');
    const list = await deskAt(page, '/reservation-status', range);
    await expect(list.cell(room.number, stay_start)).toBeVisible();
    await expect(list.night(id)).toHaveCount(0);
  },

  async returned({ desk: { page }, hotel }) {
    const registered = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=registered');
    const last = addDays(hotel.today, 60);
    const nights = await hotel.bookings(addDays(hotel.today, 2), last);
    const waiting = new Set(
      nights
        .filter(
          ({ is_cancelled, checkin_date, stay_start }) =>
            is_cancelled === 0 && checkin_date === null && stay_start > hotel.today,
        )
        .map(({ id }) => id),
    );
    const record = registered.body.find(({ booking_id }) => booking_id !== null && waiting.has(booking_id));
    const id = Number(record?.booking_id);
    await openScreen(page, `${PATH}/${id}`);
    await expect(buttonOf(page, '更新')).toBeVisible();
    await buttonOf(page, RETURN).click();
    await answer(page, '自動登録失敗', RETURN);
    await acceptAlert(page, '予約情報を取消後、手間いらずの自動登録失敗状態にしました');
    expect((await hotel.booking(id)).is_cancelled).toBe(1);
    const failed = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
    expect(failed.body.map((other) => other.id)).toContain(record?.id);
  },

  async returnOffered({ desk: { page }, hotel }) {
    await expectOffered(page, hotel, RETURN, 'in edit');
    await expectOffered(page, hotel, RETURN, 'before check-in');
  },

  async locked({ desk: { page }, hotel }) {
    const { booking, room } = await booked(hotel);
    const choice = fieldOf(page, 'ルームタイプ');
    await openedForEdit(page, booking);
    await expect(choice).toBeEnabled();
    await fillForm(page, { 部屋移動不可: true });
    await expect(choice).toBeDisabled();
    await buttonOf(page, '更新').click();
    await acceptAlert(page, '予約が更新されました！');

    await openedForEdit(page, booking);
    await expect(fieldOf(page, '部屋移動不可')).toBeChecked();
    await expect(choice).toBeDisabled();
    await expect(choice.locator('option:checked')).toContainText(room.number);
    await fillForm(page, { 部屋移動不可: false });
    await expect(choice).toBeEnabled();
  },
});

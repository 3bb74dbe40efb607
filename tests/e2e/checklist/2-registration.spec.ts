import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { openScreen } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { acceptAlert } from '../support/dialogs.js';
import { buttonOf, chooseRoom, fieldOf, fillForm, roomOptions } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-registration';
const SOURCES = ['自社', '楽天', '電話', '企業(法人)', '訪問', 'るるぶ', '宿泊時', 'その他', 'じゃらん'];
const PURPOSES = ['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他'];

const rows = {
  sources: 'inputs: a list of booking-source options',
  purposes: 'inputs: a list of purpose options',
  reservation: 'type "reservation" loads an existing booking for editing',
  csvReservation: 'type "csvReservation" loads an imported record for registration',
  otherType: 'anything else: a blank new form',
  filter: 'a date-range filter',
  filterHidden: 'the date-range filter is hidden in edit mode',
  areas: 'the reservation form on the left, the calendar on the right',
  click: 'a click on a booked cell loads that booking into the form in edit mode',
} as const;

async function booked(hotel: Hotel, name = '登録 太郎') {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room, {
    guest_name_1: name,
    booking_source: '楽天',
    tel: '03-0000-0000',
  });
  return { booking, room, range: { first: addDays(stay.start, -2), last: addDays(stay.end, 2) } };
}

async function expectEditing(
  page: Page,
  { guest_name_1, stay_start, stay_end }: BookingRecord,
  room: string,
) {
  await expect(page.getByRole('heading', { name: '編集中' })).toContainText(`${room} ${guest_name_1}`);
  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(buttonOf(page, '登録')).toBeHidden();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(guest_name_1);
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay_start);
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay_end);
  await expect(fieldOf(page, '予約媒体')).toHaveValue('楽天');
  await expect(fieldOf(page, '電話番号')).toHaveValue('03-0000-0000');
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room);
}

checkRows('2 registration screen', rows, {
  async sources({ desk: { page } }) {
    await deskAt(page, PATH);
    expect(await fieldOf(page, '予約媒体').locator('option').allTextContents()).toEqual(SOURCES);
  },

  async purposes({ desk: { page } }) {
    await deskAt(page, PATH);
    const options = await fieldOf(page, '利用目的').locator('option').allTextContents();
    expect(options).toContain('');
    expect(options.filter(Boolean)).toEqual(PURPOSES);
  },

  async reservation({ desk: { page }, hotel }) {
    const { booking, room } = await booked(hotel);
    await openScreen(page, `${PATH}/${booking.id}?type=reservation`);
    await expectEditing(page, booking, room.number);
    await expect(page).toHaveURL(`${PATH}/${booking.id}?type=reservation`);
  },

  async csvReservation({ desk: { page }, hotel }) {
    const failed = (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;
    const record = failed.find(
      ({ reason, booking_id, guest_name_1 }) =>
        reason === '空室なし' && booking_id === null && guest_name_1 !== '',
    );
    if (!record) throw new Error('no failed record to register');
    await openScreen(page, `${PATH}/${record.id}?type=csvReservation`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue(record.guest_name_1);
    await expect(fieldOf(page, '予約番号')).toHaveValue(record.booking_number);
    await expect(fieldOf(page, '予約媒体')).toHaveValue(record.booking_source);
    await expect(fieldOf(page, 'チェックイン日')).toHaveValue(record.stay_start ?? '');
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(record.stay_end ?? '');
    await expect(fieldOf(page, '合計料金')).toHaveValue(String(record.total_fee));
    await expect(page.getByRole('radio', { name: record.smoking_status })).toBeChecked();
    await expect(buttonOf(page, '更新')).toBeHidden();

    await buttonOf(page, '部屋検索').click();
    await expect(roomOptions(page).nth(1)).toBeAttached();
    await chooseRoom(page, (await roomOptions(page).nth(1).innerText()).match(/^\d+/)?.[0] ?? '');
    await fillForm(page, { 備考: '窓口で登録' });
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    const registered = await hotel.api.get<CsvRecord>(`/api/fetch-csv-reservation-data/${record.id}`);
    expect(registered.body).toMatchObject({ status: 'registered', booking_id: expect.any(Number) });
    expect(await hotel.booking(Number(registered.body.booking_id))).toMatchObject({
      guest_name_1: record.guest_name_1,
      booking_number: record.booking_number,
      notes: '窓口で登録',
      payment_flag: record.payment_flag,
      coupon: record.coupon,
      total_fee: record.total_fee,
    });
  },

  async otherType({ desk: { page }, hotel }) {
    const { booking } = await booked(hotel);
    const calendar = await openScreen(page, `${PATH}/${booking.id}?type=somethingElse`);
    await expect(page.getByRole('heading', { name: '新規予約' })).toBeVisible();
    await expect(buttonOf(page, '登録')).toBeVisible();
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
    await expect(calendar.firstDay).toHaveValue(addDays(hotel.today, -5));
  },

  async filter({ desk: { page }, hotel }) {
    const [first, last] = [addDays(hotel.today, 40), addDays(hotel.today, 45)];
    const calendar = await deskAt(page, PATH, { first, last });
    await expect(calendar.header('date', addDays(first, -1))).toBeHidden();
    await expect(calendar.header('date', first)).toBeVisible();
    await expect(calendar.header('date', last)).toBeVisible();
    await expect(calendar.header('date', addDays(last, 1))).toBeHidden();
  },

  async filterHidden({ desk: { page }, hotel }) {
    const { booking, room, range } = await booked(hotel);
    const calendar = await deskAt(page, PATH, range);
    await expect(calendar.firstDay).toBeVisible();
    await calendar.cell(room.number, booking.stay_start).click();
    await expect(buttonOf(page, '更新')).toBeVisible();
    for (const part of [calendar.firstDay, calendar.lastDay, buttonOf(page, '表示')]) {
      await expect(part).toBeHidden();
    }
    await buttonOf(page, '新規に戻る').click();
    await expect(calendar.firstDay).toHaveValue(range.first);
  },

  async areas({ desk: { page } }) {
    const calendar = await deskAt(page, PATH);
    const form = await page.getByRole('form', { name: '予約フォーム' }).boundingBox();
    const grid = await calendar.grid.boundingBox();
    if (!form || !grid) throw new Error('form or calendar is not drawn');
    expect(form.x).toBeLessThan(10);
    expect(grid.x).toBeGreaterThanOrEqual(form.x + form.width);
    expect(grid.width).toBeGreaterThan(form.width);
    expect(grid.x + grid.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) - 20);
  },

  async click({ desk: { page }, hotel }) {
    const { booking, room, range } = await booked(hotel, '編集 太郎');
    const calendar = await deskAt(page, PATH, range);
    await calendar.cell(room.number, addDays(booking.stay_start, 1)).click();
    await expectEditing(page, booking, room.number);
    await buttonOf(page, '新規に戻る').click();
    await expect(buttonOf(page, '登録')).toBeVisible();
  },
});

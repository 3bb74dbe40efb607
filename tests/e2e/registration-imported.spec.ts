import { expect } from '@playwright/test';
import type { CsvRecord } from '@wire/csv-record.js';
import { calendarOf, openScreen } from './support/calendar.js';
import { acceptAlert, answer } from './support/dialogs.js';
import { buttonOf, chooseRoom, fieldOf, fillForm, roomOptions } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

async function failedRecords(hotel: Hotel): Promise<CsvRecord[]> {
  return (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body;
}

test('an imported record is loaded, registered, and returned to the failed ones', async ({
  hotel,
  openTerminal,
}) => {
  const record = (await failedRecords(hotel)).find(
    ({ reason, booking_id, guest_name_1 }) =>
      reason === '空室なし' && booking_id === null && guest_name_1 !== '',
  );
  if (!record) throw new Error('no failed record to register');
  const { page } = await openTerminal();
  const calendar = await openScreen(page, `/reservation-registration/${record.id}?type=csvReservation`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(record.guest_name_1);
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(fieldOf(page, '予約番号')).toHaveValue(record.booking_number);
  await expect(fieldOf(page, '予約媒体')).toHaveValue(record.booking_source);
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(record.stay_start);
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(record.stay_end);
  await expect(fieldOf(page, '合計料金')).toHaveValue(String(record.total_fee));
  await expect(page.getByRole('radio', { name: record.smoking_status })).toBeChecked();

  await buttonOf(page, '部屋検索').click();
  await expect(roomOptions(page).nth(1)).toBeAttached();
  const roomNumber = (await roomOptions(page).nth(1).innerText()).match(/^\d+/)?.[0] ?? '';
  await chooseRoom(page, roomNumber);
  await fillForm(page, { 備考: '窓口で登録' });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const registered = (await hotel.api.get<CsvRecord>(`/api/fetch-csv-reservation-data/${record.id}`)).body;
  expect(registered).toMatchObject({ status: 'registered', booking_id: expect.any(Number) });
  const id = Number(registered.booking_id);
  expect(await hotel.booking(id)).toMatchObject({
    guest_name_1: record.guest_name_1,
    booking_number: record.booking_number,
    notes: '窓口で登録',
    payment_flag: record.payment_flag,
    coupon: record.coupon,
    total_fee: record.total_fee,
  });

  await openScreen(page, `/reservation-registration/${id}`);
  await buttonOf(page, '自動登録失敗に戻す').click();
  await answer(page, '自動登録失敗', '自動登録失敗に戻す');
  await acceptAlert(page, '予約情報を取消後、手間いらずの自動登録失敗状態にしました');
  await expect(calendar.night(id)).toHaveCount(0);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  expect((await hotel.booking(id)).is_cancelled).toBe(1);
  expect((await failedRecords(hotel)).map((failed) => failed.id)).toContain(record.id);
});

test('a booking of the desk’s own cannot be returned, and is told so', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  await openScreen(page, `/reservation-registration/${id}`);
  await buttonOf(page, '自動登録失敗に戻す').click();
  await answer(page, '自動登録失敗', '閉じる');
  await buttonOf(page, '自動登録失敗に戻す').click();
  await answer(page, '自動登録失敗', '自動登録失敗に戻す');
  await acceptAlert(page, '自動登録サービスから登録された予約ではありません。');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('試験 太郎');
  await expect(calendarOf(page).cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  expect((await hotel.booking(id)).is_cancelled).toBe(0);
});

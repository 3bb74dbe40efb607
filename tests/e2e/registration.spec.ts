import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, chooseRoom, fieldOf, fillForm, searchRooms } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const DEFAULTS = {
  予約者名: '',
  '予約者名(カナ)': '',
  宿泊者名: '',
  '宿泊者名(カナ)': '',
  ルームタイプ: '',
  チェックイン日: '',
  チェックアウト日: '',
  チェックイン時間: '',
  利用目的: '出張',
  予約媒体: '自社',
  備考: '',
  利用ポイント: '0',
  合計料金: '0',
  予約番号: '',
  男性: '0',
  女性: '0',
  法人: '0',
  電話番号: '',
  支払方法: '',
};

test('a new registration opens with its defaults, beside 5 days back to 14 days ahead', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await expect(calendar.firstDay).toHaveValue(addDays(hotel.today, -5));
  await expect(calendar.lastDay).toHaveValue(addDays(hotel.today, 14));
  for (const [label, value] of Object.entries(DEFAULTS))
    await expect(fieldOf(page, label)).toHaveValue(value);
  await expect(page.getByRole('radio', { name: '禁煙' })).toBeChecked();
  for (const flag of ['部屋移動不可', '翌OUT', '前日と同一予約', 'クーポン']) {
    await expect(fieldOf(page, flag)).not.toBeChecked();
  }
  await expect(buttonOf(page, '登録')).toBeVisible();
  for (const name of ['更新', '予約取消', '自動登録失敗に戻す'])
    await expect(buttonOf(page, name)).toBeHidden();
  await expect(page).toHaveURL('/reservation-registration');
});

test('a booking is saved as it was entered, and the form is blank again', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await searchRooms(page, stay);
  await chooseRoom(page, room.number);
  await fillForm(page, {
    予約者名: '見本 花子',
    '予約者名(カナ)': 'ミホン ハナコ',
    宿泊者名: '髙橋 一郎',
    '宿泊者名(カナ)': 'タカハシ イチロウ',
    チェックイン時間: '21:10',
    利用目的: '観光',
    予約媒体: '電話',
    備考: '高層階希望\n領収書は会社宛',
    利用ポイント: '300',
    合計料金: '12800',
    予約番号: 'K-2611',
    電話番号: '090-0000-1234',
    支払方法: '現金',
    翌OUT: true,
    クーポン: true,
  });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');

  for (const [label, value] of Object.entries(DEFAULTS))
    await expect(fieldOf(page, label)).toHaveValue(value);
  await expect(fieldOf(page, '翌OUT')).not.toBeChecked();
  const first = calendar.cell(room.number, stay.start);
  await expect(first).toHaveText(/^③\s*髙橋 一郎/);
  await expect(first).toHaveAttribute('data-unpaid', 'true');
  await expect(first).toHaveAttribute('data-shade', /^[0-5]$/);
  await expect(first).not.toContainText('翌OUT');
  await expect(calendar.cell(room.number, addDays(stay.start, 1))).toContainText('翌OUT');
  const saved = await hotel.booking(Number(await first.getAttribute('data-booking-id')));
  expect(saved).toMatchObject({
    reserver_name: '見本 花子',
    reserver_name_kana: 'ミホン ハナコ',
    guest_name_1: '髙橋 一郎',
    guest_name1_kana: 'タカハシ イチロウ',
    tel: '090-0000-1234',
    stay_start: stay.start,
    stay_end: stay.end,
    mens_count: 1,
    womens_count: 0,
    corporateID: 0,
    checkin_time: '21:10',
    purpose: '観光',
    booking_source: '電話',
    booking_number: 'K-2611',
    notes: '高層階希望\n領収書は会社宛',
    total_fee: 12_800,
    used_points: 300,
    csv_notes: '300',
    coupon: 1,
    nextday_out_flag: 1,
    room_move_lock: 0,
    payment_flag: 0,
    blacklist_id: -1,
  });
  expect(saved.payment_type).toBeGreaterThan(0);
});

test('two guests have a second name, their genders follow from the counts', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  const stay = hotel.nextStay();
  await expect(fieldOf(page, '宿泊者名2')).toBeHidden();
  await searchRooms(page, stay, { 男性: '1', 女性: '1' });
  await expect(fieldOf(page, '性別1')).toHaveValue('male');
  await expect(fieldOf(page, '性別2')).toHaveValue('female');
  const head = calendar.grid.locator('[role="rowheader"][data-candidate="true"]').first();
  const roomNumber = String(await head.getAttribute('data-room'));
  await chooseRoom(page, roomNumber);
  await fillForm(page, { 予約者名: '二人 太郎', 宿泊者名: '二人 太郎', 宿泊者名2: '二人 花子' });
  await fillForm(page, { チェックイン時間: '18:00', 合計料金: '14500' });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const id = await calendar.cell(roomNumber, stay.start).getAttribute('data-booking-id');
  expect(await hotel.booking(Number(id))).toMatchObject({
    guest_name_2: '二人 花子',
    gender_1: 'male',
    gender_2: 'female',
  });
});

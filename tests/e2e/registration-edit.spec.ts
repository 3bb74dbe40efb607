import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { calendarOf, openScreen, showRange } from './support/calendar.js';
import { acceptAlert, answer, dialogOf, sentencesOf } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('a click on a booked cell opens the booking for editing; 更新 saves it', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, {
    guest_name_1: '編集 太郎',
    booking_source: '楽天',
    tel: '03-0000-0000',
  });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await showRange(page, addDays(stay.start, -2), addDays(stay.end, 2));
  await calendar.cell(room.number, addDays(stay.start, 1)).click();

  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(buttonOf(page, '登録')).toBeHidden();
  for (const name of ['予約取消', '自動登録失敗に戻す']) await expect(buttonOf(page, name)).toBeVisible();
  await expect(calendar.firstDay).toBeHidden();
  await expect(page.getByRole('heading', { name: '編集中' })).toContainText(`${room.number} 編集 太郎`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('編集 太郎');
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
  await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay.end);
  await expect(fieldOf(page, '電話番号')).toHaveValue('03-0000-0000');
  await expect(fieldOf(page, '予約媒体')).toHaveValue('楽天');
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room.number);

  await fillForm(page, { 備考: '朝食付', 合計料金: '9,900', チェックアウト日: addDays(stay.end, 1) });
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await expect(calendar.cell(room.number, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  await expect(calendar.firstDay).toHaveValue(addDays(stay.start, -2));
  expect(await hotel.booking(id)).toMatchObject({
    version: 2,
    notes: '朝食付',
    total_fee: 9900,
    stay_end: addDays(stay.end, 1),
    changed_room: 0,
  });
});

test('予約取消 asks first; a cancelled booking is no longer drawn', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  const calendar = await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('試験 太郎');
  await buttonOf(page, '予約取消').click();
  await expect(buttonOf(page, '閉じる')).toBeFocused();
  await answer(page, '取り消します', '閉じる');
  expect((await hotel.booking(id)).is_cancelled).toBe(0);

  await buttonOf(page, '予約取消').click();
  await answer(page, '取り消します', '予約取消');
  await acceptAlert(page, '予約がキャンセルされました');
  await expect(calendar.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  const records = (await hotel.bookings(stay.start, stay.end)).filter((record) => record.id === id);
  expect(records.map(({ is_cancelled }) => is_cancelled)).toEqual([1, 1]);
  await page.reload();
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(calendar.night(id)).toHaveCount(0);
});

test('once a guest has checked in, some of the booking is closed', async ({ hotel, openTerminal }) => {
  const { today } = hotel;
  const inHouse = (await hotel.bookings(today, today)).find(
    ({ checkin_date, checkout_date, is_cancelled, purpose, stay_end }) =>
      checkin_date !== null &&
      checkout_date === null &&
      is_cancelled === 0 &&
      purpose !== '' &&
      stay_end > addDays(today, 1),
  );
  if (!inHouse) throw new Error('nobody stays for another night');
  const { page } = await openTerminal();
  await openScreen(page, `/reservation-registration/${inHouse.id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(inHouse.guest_name_1);
  for (const name of ['予約取消', '自動登録失敗に戻す']) await expect(buttonOf(page, name)).toBeHidden();
  for (const label of ['チェックイン日', '合計料金', '利用ポイント']) {
    await expect(fieldOf(page, label)).toHaveValue(/\d/);
    await expect(fieldOf(page, label)).not.toBeEditable();
  }
  await expect(fieldOf(page, '利用目的').locator('option[value=""]')).toBeDisabled();
  await expect(fieldOf(page, 'チェックアウト日')).toBeEditable();

  await fillForm(page, { チェックアウト日: addDays(inHouse.stay_end, 1) });
  await buttonOf(page, '更新').click();
  expect(await sentencesOf(page, '入力内容にエラーがあります')).toContain(
    'チェックイン後はチェックアウト日を延長することは出来ません。',
  );
  await acceptAlert(page, '延長');
  await fillForm(page, { チェックアウト日: addDays(inHouse.stay_end, -1), 備考: '一泊短縮' });
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  expect(await hotel.booking(inHouse.id)).toMatchObject({
    stay_end: addDays(inHouse.stay_end, -1),
    notes: '一泊短縮',
    total_fee: inHouse.total_fee,
  });
});

test('部屋移動不可 closes the choice of a room', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('試験 太郎');
  await expect(fieldOf(page, 'ルームタイプ')).toBeEnabled();
  await fillForm(page, { 部屋移動不可: true });
  await expect(fieldOf(page, 'ルームタイプ')).toBeDisabled();
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');

  await calendarOf(page).cell(room.number, stay.start).click();
  await expect(fieldOf(page, '部屋移動不可')).toBeChecked();
  await expect(fieldOf(page, 'ルームタイプ')).toBeDisabled();
  await fillForm(page, { 部屋移動不可: false });
  await expect(fieldOf(page, 'ルームタイプ')).toBeEnabled();
});

test('another booked cell opens beside an addressed booking, and the address lets go of it', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '住所 太郎' });
  await hotel.book(stay, otherRoom, { guest_name_1: '隣室 次郎' });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('住所 太郎');
  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('隣室 次郎');
  await expect(page).toHaveURL('/reservation-registration');
  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(calendar.cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
});

test('the address says what the form opens with', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '住所 太郎' });
  const terminal = await openTerminal();
  const { page } = terminal;
  for (const query of ['', '?type=reservation']) {
    const calendar = await openScreen(page, `/reservation-registration/${id}${query}`);
    await expect(buttonOf(page, '更新')).toBeVisible();
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('住所 太郎');
    await expect(calendar.cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
    await expect(page).toHaveURL(`/reservation-registration/${id}${query}`);
  }
  const blank = await openScreen(page, `/reservation-registration/${id}?type=somethingElse`);
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
  await expect(blank.firstDay).toHaveValue(addDays(hotel.today, -5));

  terminal.allowError(/404|予約が見つかりません/);
  await openScreen(page, '/reservation-registration/999999999');
  await expect(buttonOf(page, '登録')).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
});

import { addDays, type Day, monthOf } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { around, calendarOf, goTo } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import {
  buttonOf,
  chooseRoom,
  enterBooking,
  fieldOf,
  fillForm,
  guest,
  roomOptions,
  searchRooms,
} from './support/form.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';
import { focusedCell, pressUntil, tabTo } from './support/keyboard.js';

const BLANK = '/reservation-registration';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';
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

const aside = (page: Page) => page.getByRole('status').filter({ hasText: '入力途中' });
const editing = (page: Page) => page.getByRole('heading', { name: '編集中' });

/** Closes an alert as those do who have no mouse. */
async function closeAlert(page: Page, text: string): Promise<void> {
  await expect(dialogOf(page)).toContainText(text);
  await expect(buttonOf(page, 'OK')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
}

async function expectDefaults(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(DEFAULTS))
    await expect(fieldOf(page, label)).toHaveValue(value);
  await expect(page.getByRole('radio', { name: '禁煙' })).toBeChecked();
  for (const flag of ['部屋移動不可', '翌OUT', '前日と同一予約', 'クーポン'])
    await expect(fieldOf(page, flag)).not.toBeChecked();
}

test('a blank form has its defaults; two guests are saved as entered, and it is blank again', async ({
  hotel,
  desk: { page },
}) => {
  const calendar = await goTo(page, BLANK);
  await expect(calendar.firstDay).toHaveValue(addDays(hotel.today, -5));
  await expect(calendar.lastDay).toHaveValue(addDays(hotel.today, 14));
  await expectDefaults(page);
  for (const name of ['更新', '予約取消', '自動登録失敗に戻す'])
    await expect(buttonOf(page, name)).toBeHidden();

  const stay = hotel.nextStay();
  await expect(fieldOf(page, '宿泊者名2')).toBeHidden();
  await searchRooms(page, stay, { 男性: '1', 女性: '1' });
  await expect(calendar.firstDay).toHaveValue(addDays(stay.start, -5));
  await expect(calendar.lastDay).toHaveValue(addDays(stay.end, 5));
  await expect(fieldOf(page, '性別1')).toHaveValue('male');
  const room = String(
    await calendar.grid
      .locator('[role="rowheader"][data-candidate="true"]')
      .first()
      .getAttribute('data-room'),
  );
  await chooseRoom(page, room);
  await fillForm(page, {
    予約者名: '見本 花子',
    '予約者名(カナ)': 'ミホン ハナコ',
    宿泊者名: '髙橋 一郎',
    '宿泊者名(カナ)': 'タカハシ イチロウ',
    宿泊者名2: '髙橋 花子',
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
  await expectDefaults(page);

  const first = calendar.cell(room, stay.start);
  await expect(first).toHaveText(/^③\s*髙橋 一郎/);
  await expect(first).toHaveAttribute('data-unpaid', 'true');
  await expect(first).not.toContainText('翌OUT');
  await expect(calendar.cell(room, addDays(stay.start, 1))).toContainText('翌OUT');
  expect(await hotel.booking(Number(await first.getAttribute('data-booking-id')))).toMatchObject({
    reserver_name: '見本 花子',
    reserver_name_kana: 'ミホン ハナコ',
    guest_name_1: '髙橋 一郎',
    guest_name1_kana: 'タカハシ イチロウ',
    guest_name_2: '髙橋 花子',
    gender_1: 'male',
    gender_2: 'female',
    tel: '090-0000-1234',
    stay_start: stay.start,
    stay_end: stay.end,
    mens_count: 1,
    womens_count: 1,
    corporateID: 0,
    checkin_time: '21:10',
    purpose: '観光',
    booking_source: '電話',
    booking_number: 'K-2611',
    notes: '高層階希望\n領収書は会社宛',
    total_fee: 12_800,
    used_points: 300,
    csv_notes: '300',
    payment_type: expect.any(Number),
    coupon: 1,
    nextday_out_flag: 1,
    room_move_lock: 0,
    payment_flag: 0,
    blacklist_id: -1,
  });
});

test('with the keyboard alone a guest is registered, changed and cancelled', async ({
  hotel,
  desk: { page },
}) => {
  const { keyboard } = page;
  const { start } = hotel.nextStay();
  await goTo(page, '/');
  await keyboard.press('Alt+o');
  await expect(buttonOf(page, '部屋検索')).toBeVisible();
  await keyboard.press('Alt+k');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await keyboard.type(start.replaceAll('-', '/'));
  await tabTo(page, fieldOf(page, 'チェックアウト日'));
  await keyboard.type('+2');
  await tabTo(page, fieldOf(page, '男性'));
  await keyboard.type('1');
  await keyboard.press('Alt+r');
  await expect(roomOptions(page).nth(1)).toBeAttached();
  await expect(fieldOf(page, '男性')).toBeFocused();
  const room = (await roomOptions(page).nth(1).innerText()).match(/^\d+/)?.[0] ?? '';
  await tabTo(page, fieldOf(page, 'ルームタイプ'));
  await keyboard.type(room);
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room);
  const entries = {
    チェックイン時間: '1530',
    予約者名: '鍵盤 花子',
    宿泊者名: '鍵盤 花子',
    合計料金: '8000',
  };
  for (const [label, text] of Object.entries(entries)) {
    await tabTo(page, fieldOf(page, label));
    await keyboard.press('Control+a');
    await keyboard.type(text);
  }
  await tabTo(page, buttonOf(page, '登録'));
  await keyboard.press('Enter');
  await closeAlert(page, '登録');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  const saved = (await hotel.bookings(start, start)).find(({ guest_name_1 }) => guest_name_1 === '鍵盤 花子');
  expect(saved).toMatchObject({ stay_end: addDays(start, 2), checkin_time: '15:30', total_fee: 8000 });
  const id = Number(saved?.id);

  await keyboard.press('Alt+p');
  await expect(fieldOf(page, '開始日')).toBeFocused();
  await keyboard.press('Control+a');
  await keyboard.type(start);
  await keyboard.press('Enter');
  await expect(calendarOf(page).header('total', addDays(start, -1))).toBeHidden();
  const cell = `${room} ${start}`;
  await keyboard.press('Alt+j');
  await keyboard.press('Control+Home');
  await pressUntil(page, 'ArrowDown', async () => (await focusedCell(page)) === cell);
  await keyboard.press('Enter');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await expect(editing(page)).toContainText(room);
  await keyboard.press('Escape');
  await expect.poll(() => focusedCell(page)).toBe(cell);
  await keyboard.press('Alt+k');
  await tabTo(page, fieldOf(page, '備考'));
  await keyboard.type('朝刊希望');
  await keyboard.press('Control+Enter');
  await closeAlert(page, '予約が更新されました！');
  expect(await hotel.booking(id)).toMatchObject({ version: 2, notes: '朝刊希望' });

  await keyboard.press('Alt+j');
  await expect.poll(() => focusedCell(page)).toBe(cell);
  await keyboard.press('Enter');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await tabTo(page, buttonOf(page, '予約取消'));
  await keyboard.press('Enter');
  const asked = dialogOf(page, '予約取消の確認');
  await expect(asked.getByRole('button', { name: '閉じる' })).toBeFocused();
  await tabTo(page, asked.getByRole('button', { name: '予約取消' }));
  await keyboard.press('Enter');
  await closeAlert(page, '予約がキャンセルされました');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  expect((await hotel.booking(id)).is_cancelled).toBe(1);
});

test('a refused registration is told in the server’s words, keeps the form, and succeeds in another room', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of 409/);
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const calendar = await goTo(page, BLANK);
  await enterBooking(page, stay, room.number, '後着 太郎');
  // Another terminal is faster than what is told of it.
  await page.route('**/api/booking', async (route) => {
    await hotel.book(stay, room, { guest_name_1: '先着 次郎' });
    await route.continue();
  });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, OVERLAP);
  await page.unroute('**/api/booking');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('後着 太郎');
  await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
  await expect(calendar.cell(room.number, stay.start)).toContainText('先着 次郎');
  await chooseRoom(page, otherRoom.number);
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('後着 太郎');
});

test('Enter that takes over converted kana does not send the form', async ({ desk: { page } }) => {
  await goTo(page, BLANK);
  const keyboard = await page.context().newCDPSession(page);
  await fieldOf(page, '宿泊者名').focus();
  await keyboard.send('Input.imeSetComposition', { text: 'やまだ', selectionStart: 3, selectionEnd: 3 });
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('やまだ');
  await page.keyboard.press('Enter');
  await keyboard.send('Input.insertText', { text: '山田' });
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('山田');
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, '入力内容にエラーがあります')).toBeVisible();
  await page.keyboard.press('Enter');
  await buttonOf(page, 'クリア').click();
});

test('an edit waits for its booking, and its date pickers offer the days between the neighbours', async ({
  hotel,
  desk: { page },
}) => {
  let { start } = hotel.nextStay();
  const day = (ahead: number) => addDays(start, ahead);
  // A picker opens at the month of its day, and must show the days before it as well.
  while (monthOf(start) !== monthOf(day(3))) start = hotel.nextStay().start;
  const [room] = await hotel.freeRooms({ start, end: day(5) });
  await hotel.book({ start, end: day(1) }, room);
  await hotel.book({ start: day(2), end: day(3) }, room, { guest_name_1: '間の 花子' });
  await hotel.book({ start: day(4), end: day(5) }, room);
  const calendar = await goTo(page, BLANK, [start, day(5)]);
  const held = await holdAnswers(page, 'GET', /fetch-reservation-data/);
  await calendar.cell(room.number, day(2)).focus();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '宿泊者名')).toBeDisabled();
  await held.release();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('間の 花子');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();

  for (const { label, first, last } of [
    { label: 'チェックイン日', first: day(1), last: day(3) },
    { label: 'チェックアウト日', first: day(3), last: day(4) },
  ]) {
    await page.getByRole('button', { name: 'カレンダーから選ぶ', description: label }).click();
    const offered = (date: Day) => page.locator(`.date-picker [data-day="${date}"]`);
    for (const date of [first, last]) await expect(offered(date), `${label} ${date}`).toBeEnabled();
    for (const date of [addDays(first, -1), addDays(last, 1)])
      await expect(offered(date), `${label} ${date}`).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  }
});

test('what was typed outlives another booking, Back, a reload and a crash', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '番地 一郎' });
  const other = await hotel.book(stay, otherRoom, { guest_name_1: '番地 二郎' });
  const { page } = await openTerminal();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const calendar = await goTo(page, BLANK, around(stay));
  await page.reload();
  await expect(fieldOf(page, '宿泊者名')).toBeEnabled();
  expect(asked).toEqual([]);

  await fillForm(page, { 宿泊者名: '新規 太郎' });
  await goTo(page, `${BLANK}/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 一郎');
  await calendar.grid.evaluate((grid) => Object.assign(grid, { isTheSame: true }));
  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 二郎');
  await expect(page).toHaveURL(`${BLANK}/${other.id}`);
  expect(await calendar.grid.evaluate((grid) => 'isTheSame' in grid)).toBe(true);
  await fillForm(page, { 備考: '変更の途中' });
  await page.goBack();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 一郎');
  await page.goForward();
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');
  expect(asked).toEqual([]);

  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByText(`編集中: ${otherRoom.number} 番地 二郎`)).toBeVisible();
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  expect((await hotel.booking(other.id)).notes).toBe('変更の途中');
  await expect(page).toHaveURL(BLANK);

  await expect(aside(page)).toContainText('新規 太郎');
  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('新規 太郎');
  await expect(aside(page)).toBeHidden();
  const next = await page.context().newPage();
  await goTo(next, BLANK);
  await expect(fieldOf(next, '宿泊者名')).toHaveValue('');
  await expect(aside(next)).toBeHidden();
  await page.close();
  await next.reload();
  await expect(aside(next)).toContainText('新規 太郎 の新規予約');
  await buttonOf(next, '入力に戻る').click();
  await expect(fieldOf(next, '宿泊者名')).toHaveValue('新規 太郎');
  await buttonOf(next, 'クリア').click();
  await buttonOf(next, '入力途中の内容を破棄').click();
  await expect(aside(next)).toBeHidden();
});

test('a save whose answer was lost is not done twice, also when the page was loaded anew', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { page, allowError } = await openTerminal();
  allowError(/ERR_FAILED|サーバーに接続できません/);
  page.on('dialog', (dialog) => void dialog.accept());
  const calendar = await goTo(page, BLANK);
  await searchRooms(page, stay);
  await chooseRoom(page, room.number);
  await fillForm(page, guest('返事 なし'));
  await page.route('**/api/booking', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, 'サーバーに接続できません');
  await page.unroute('**/api/booking');
  await page.reload();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('返事 なし');
  await expect(calendar.cell(room.number, stay.start)).toContainText('返事 なし');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const booked = await hotel.bookings(stay.start, stay.start);
  expect(booked.filter(({ guest_name_1 }) => guest_name_1 === '返事 なし')).toHaveLength(1);
});

import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { bookAtDesk, deskOf, leftIn, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';

// A second is what is promised; a busy machine that draws two browsers at once gets a little more.
test('who came by one key is in the house on both terminals, and is taken back', async ({
  hotel,
  openTerminal,
}) => {
  const { id, room } = await bookAtDesk(hotel, 0, 2, { guest_name_1: '到着 花子', checkin_time: '15:30' });
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const own = await openDesk(a);
  const seen = await openDesk(b);
  const [arrivals, inHouse] = [await leftIn(b, '到着'), await leftIn(b, '在館')];
  await seen.filter.fill(room);
  await expect(seen.row(id)).toContainText('15:30');
  await b.keyboard.press('Enter');

  await a.keyboard.press('Alt+k');
  await own.filter.fill(room);
  await a.keyboard.press('Enter');
  await expect(own.row(id)).toBeFocused();
  await a.keyboard.press('i');
  await expect(own.row(id)).toContainText('到着済');
  await expect(own.row(id)).toBeFocused();
  await expect(seen.row(id)).toContainText('到着済');
  expect([await leftIn(b, '到着'), await leftIn(b, '在館')]).toEqual([arrivals - 1, inHouse + 1]);
  expect((await hotel.booking(id)).checkin_date).toBe(hotel.today);
  await b.keyboard.press('2');
  await expect(seen.row(id)).toContainText('在館');

  await a.keyboard.press('u');
  await expect(own.row(id)).toContainText('到着前');
  await expect(seen.row(id)).toHaveCount(0);
  await a.keyboard.press('i');
  await expect(own.row(id)).toContainText('到着済');
  await a.keyboard.press('Control+z');
  await expect(own.row(id)).toContainText('到着前');
  await expect(own.row(id)).toBeFocused();
  expect((await hotel.booking(id)).checkin_date).toBeNull();
});

test('check-out and its taking back, by keys and by buttons; the row stays in its place', async ({
  hotel,
  openTerminal,
}) => {
  const { id } = await bookAtDesk(hotel, -1, 1, { guest_name_1: '出発 次郎' });
  await hotel.checkIn(id, addDays(hotel.today, -1));
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 });
  const { page } = await openTerminal();
  const desk = await openDesk(page);
  await page.keyboard.press('3');
  await expect(desk.tab('出発')).toHaveAttribute('aria-selected', 'true');
  await desk.filter.fill('出発 次郎');
  const row = desk.row(id);
  await expect(row).toContainText('今日');
  await row.getByRole('button', { name: 'チェックアウト' }).click();
  await expect(row).toContainText('出発済');
  expect((await hotel.booking(id)).checkout_date).toBe(hotel.today);
  await row.focus();
  await page.keyboard.press('u');
  await expect(row).toContainText('在館');
  await page.keyboard.press('o');
  await expect(row).toContainText('出発済');
  await row.getByRole('button', { name: 'チェックアウト取消' }).click();
  await expect(row).toContainText('在館');
  expect((await hotel.booking(id)).checkout_date).toBeNull();
});

test('the key that checks out asks at the row when the stay is unpaid and not over', async ({
  hotel,
  openTerminal,
}) => {
  const { id } = await bookAtDesk(hotel, 0, 4, { guest_name_1: '早発 太郎', total_fee: 40_500 });
  const { page } = await openTerminal();
  const desk = await openDesk(page);
  await desk.filter.fill('早発 太郎');
  await page.keyboard.press('Enter');
  await page.keyboard.press('i');
  await expect(page.getByRole('status').getByText('チェックイン（¥40,500 未払い）')).toBeVisible();
  const row = desk.row(id);
  await expect(row).toContainText('到着済');
  await page.keyboard.press('o');
  const question = dialogOf(page, 'チェックアウトの確認');
  await expect(question).toContainText('¥40,500 未払い');
  await expect(question).toContainText('残り4泊');
  await expect(question.getByRole('button', { name: 'やめる' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(row).toBeFocused();
  expect((await hotel.booking(id)).checkout_date).toBeNull();

  await row.getByRole('button', { name: 'チェックアウト' }).click();
  await question.getByLabel('支払方法').selectOption({ index: 1 });
  await question.getByText('残り3泊を空室に戻す').click();
  await question.getByRole('button', { name: '精算してチェックアウト' }).click();
  await expect(row).toHaveCount(0);
  expect(await hotel.booking(id)).toMatchObject({
    checkout_date: hotel.today,
    stay_end: addDays(hotel.today, 1),
    payment_flag: 1,
  });
  await page.keyboard.press('Control+z');
  await expect(row).toContainText('到着済');
  expect(await hotel.booking(id)).toMatchObject({
    checkout_date: null,
    stay_end: addDays(hotel.today, 4),
    payment_flag: 0,
  });
});

test('payment: the way is asked for by figure when none is set, and it is taken back by a key', async ({
  hotel,
  openTerminal,
}) => {
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '支払 三郎' });
  await hotel.checkIn(id, hotel.today);
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const desk = await openDesk(a);
  const seen = await openDesk(b);
  await b.keyboard.press('4');
  await expect(seen.row(id)).toBeVisible();
  await desk.filter.fill('支払 三郎');
  await a.keyboard.press('Enter');
  await a.keyboard.press('p');
  await expect(dialogOf(a, '支払方法')).toContainText('支払 三郎');
  await a.keyboard.press('Escape');
  await expect(desk.row(id)).toBeFocused();
  await expect(desk.row(id)).toContainText('未払い');

  await a.keyboard.press('p');
  await expect(desk.ways.getByRole('button').first()).toBeFocused();
  const second = await desk.ways.getByRole('button').nth(1).innerText();
  await a.keyboard.press('2');
  await expect(desk.row(id)).toContainText(second.split('\n')[0] ?? '');
  await expect(desk.row(id)).toBeFocused();
  await expect(seen.row(id)).toHaveCount(0);
  expect(await hotel.booking(id)).toMatchObject({ payment_flag: 1, payment_status: '済' });

  await a.keyboard.press('n');
  await expect(desk.row(id)).toContainText('未払い');
  await expect(seen.row(id)).toBeVisible();
  await a.keyboard.press('p');
  await expect(desk.row(id).getByRole('button', { name: '未払いに戻す' })).toBeVisible();
  await expect(dialogOf(a)).toHaveCount(0);
});

test('who left without paying stays in 未払い, below those who are here, until it is paid', async ({
  hotel,
  openTerminal,
}) => {
  const here = await bookAtDesk(hotel, 0, 1, { guest_name_1: '未収 八郎' });
  await hotel.checkIn(here.id, hotel.today);
  const gone = await bookAtDesk(hotel, -3, 2, { guest_name_1: '未収 九郎' });
  await hotel.checkIn(gone.id, addDays(hotel.today, -3));
  await hotel.checkOut(gone.id, addDays(hotel.today, -1));
  const { page } = await openTerminal();
  const desk = await openDesk(page);
  await desk.filter.fill('未収');
  await page.keyboard.press('Enter');
  await page.keyboard.press('4');
  const shown = () => desk.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset.booking)));
  await expect.poll(shown).toEqual([here.id, gone.id]);
  await expect(desk.row(gone.id)).toContainText('出発済 1日前');
  await desk.row(gone.id).focus();
  // The figure comes before the question is drawn.
  await desk.row(gone.id).evaluate(async (row) => {
    const press = (key: string, code: string) =>
      row.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
    press('p', 'KeyP');
    await Promise.resolve();
    press('1', 'Digit1');
  });
  await expect.poll(shown).toEqual([here.id]);
  await expect(desk.tab('未払い')).toHaveAttribute('aria-selected', 'true');
  expect((await hotel.booking(gone.id)).payment_flag).toBe(1);
});

test('who should have come or left before stands first, with how long ago', async ({
  hotel,
  openTerminal,
}) => {
  const late = await bookAtDesk(hotel, -1, 2, { guest_name_1: '未着 四郎', checkin_time: '22:00' });
  const today = await bookAtDesk(hotel, 0, 1, { guest_name_1: '未着 今日', checkin_time: '13:00' });
  const over = await bookAtDesk(hotel, -2, 1, { guest_name_1: '未着 五郎' });
  const leaving = await bookAtDesk(hotel, -1, 1, { guest_name_1: '未着 六郎', nextday_out_flag: 1 });
  await hotel.checkIn(over.id, addDays(hotel.today, -2));
  await hotel.checkIn(leaving.id, addDays(hotel.today, -1));
  const { page } = await openTerminal();
  const desk = await openDesk(page);
  await desk.filter.fill('未着');
  await page.keyboard.press('Enter');
  const shown = () => desk.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset.booking)));
  await expect.poll(shown).toEqual([late.id, today.id]);
  await expect(desk.row(late.id)).toContainText('未到着 1日前');
  await page.keyboard.press('3');
  await expect.poll(shown).toEqual([over.id, leaving.id]);
  await expect(desk.row(over.id)).toContainText('超過 1日');
  await page.keyboard.press('5');
  await expect.poll(shown).toEqual([leaving.id]);
  await hotel.checkOut(leaving.id, hotel.today);
  await expect(page.getByText('条件に合う予約はありません。')).toBeVisible();
});

test('the keyboard goes through rows and lists, opens a booking, and finds back', async ({
  hotel,
  openTerminal,
}) => {
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '操作 七子' });
  const { page } = await openTerminal();
  const desk = await openDesk(page);
  await expect(desk.rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(desk.rows.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(desk.rows.first()).toBeFocused();
  await page.keyboard.press('Alt+k');
  await desk.filter.pressSequentially('操作');
  await page.keyboard.press('5');
  await expect(desk.filter).toHaveValue('操作5');
  await page.keyboard.press('Backspace');
  await expect(desk.rows).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/reservation-registration/${id}`);
  await page.keyboard.press('F4');
  await expect(desk.row(id)).toBeFocused();
  await page.keyboard.press('Alt+k');
  await page.keyboard.press('Escape');
  await expect(desk.filter).toHaveValue('');
  await expect(desk.rows.first()).toBeFocused();
});

test('what another terminal was faster with is told, and the row then shows it', async ({
  hotel,
  openTerminal,
}) => {
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '競合 八子' });
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  const desk = await openDesk(page);
  await desk.filter.fill('競合');
  await page.keyboard.press('Enter');
  await expect(desk.row(id)).toBeFocused();
  await page.route('**/check-in', async (route) => {
    await hotel.checkIn(id, hotel.today);
    await route.continue();
  });
  await page.keyboard.press('i');
  await expect(dialogOf(page)).toContainText('他の端末で更新されています。');
  await page.keyboard.press('Enter');
  await expect(desk.row(id)).toContainText('到着済');
  await expect(desk.row(id)).toBeFocused();
  await expect(buttonOf(page, 'チェックイン')).toHaveCount(0);
  expect(await deskOf(page).rows.count()).toBe(1);
});

test('who has owed for more than 30 days is counted below 未払い and shown on request', async ({
  hotel,
  openTerminal,
}) => {
  const { id } = await bookAtDesk(hotel, -36, 1, { guest_name_1: '以前 未払い' });
  await hotel.checkIn(id, addDays(hotel.today, -36));
  await hotel.checkOut(id, addDays(hotel.today, -35));
  const { page } = await openTerminal();
  const desk = await openDesk(page);
  await page.keyboard.press('4');
  await expect(desk.row(id)).toHaveCount(0);
  const more = page.getByRole('button', { name: '続きを表示' });
  await expect(page.getByText(/^ほか \d+件の未払い（30日より前）$/)).toBeVisible();
  await more.focus();
  await page.keyboard.press('Enter');
  await desk.filter.fill('以前 未払い');
  await expect(desk.row(id)).toContainText('出発済 35日前');
  await page.keyboard.press('Enter');
  await expect(desk.row(id)).toBeFocused();
});

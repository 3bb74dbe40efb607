import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { around, figuresIn, goTo } from './support/calendar.js';
import {
  acceptAlert,
  answer,
  buttonOf,
  chooseRoom,
  dialogOf,
  enterBooking,
  fieldOf,
  fillForm,
  press,
  searchRooms,
} from './support/controls.js';
import { terminalNameOf } from './support/handover.js';
import { test } from './support/hotel.fixture.js';

const FORM = '/reservation-registration';
const LIST = '/reservation-status';

const warningOn = (page: Page) => page.locator('.hold-notice');

/** Returns the free, auto-registered and desk figures after one more or less is booked. */
const moved = ([free = 0, imported = 0, desk = 0]: number[], by: number) => [free - by, imported, desk + by];

test('what one terminal books, edits, moves and cancels is on the other at once', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const [stay, room, otherRoom] = await hotel.freeStay();
  const own = await goTo(a, FORM);
  const seen = await goTo(b, LIST, around(stay));
  await b.evaluate(() => Object.assign(window, { notReloaded: true }));
  const counts = ['total', 'normal_non_smoking'].map((row) => seen.header(row, stay.start));
  const before = await Promise.all(counts.map(figuresIn));
  const expectCounts = async (by: number) => {
    for (const [index, cell] of counts.entries())
      await expect(cell).toHaveText(moved(before[index] ?? [], by).join('・'));
  };
  const seenAt = (number: string, date = stay.start) => seen.cell(number, date);

  await enterBooking(a, stay, room.number, '遠藤 一');
  await buttonOf(a, '登録').click();
  await expect(dialogOf(a)).toContainText('登録');
  await expect(seenAt(room.number)).toContainText('遠藤 一');
  await expect(seenAt(room.number, addDays(stay.start, 1))).toHaveAttribute('data-booking-id', /\d/);
  await expect(seenAt(room.number, stay.end)).not.toHaveAttribute('data-booking-id');
  await expectCounts(1);
  await acceptAlert(a, '登録');

  await own.cell(room.number, stay.start).click();
  await expect(fieldOf(a, '宿泊者名')).toHaveValue('遠藤 一');
  await buttonOf(a, '部屋検索').click();
  await chooseRoom(a, otherRoom.number);
  await fillForm(a, { 宿泊者名: '遠藤 二郎' });
  await buttonOf(a, '更新').click();
  await expect(dialogOf(a)).toContainText('予約が更新されました！');
  await expect(seenAt(otherRoom.number)).toContainText('遠藤 二郎');
  await expect(seenAt(room.number)).not.toHaveAttribute('data-booking-id');
  await acceptAlert(a, '予約が更新されました！');

  await own.cell(otherRoom.number, stay.start).click();
  await buttonOf(a, '予約取消').click();
  await answer(a, '取り消します', '予約取消');
  await expect(dialogOf(a)).toContainText('予約がキャンセルされました');
  await expect(seenAt(otherRoom.number)).not.toHaveAttribute('data-booking-id', /./);
  await expectCounts(0);
  await acceptAlert(a, '予約がキャンセルされました');
  await hotel.api.post('/api/weather', { date: stay.start, weather: '大雪' });
  await expect(seen.header('weather', stay.start)).toHaveText('大雪');
  expect(await b.evaluate(() => 'notReloaded' in window)).toBe(true);
});

test('what is open on one terminal is marked on the other with its name; who wants the same room is warned, whoever is later is told', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const [stay, room, otherRoom] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room);
  const own = await goTo(a, LIST, around(stay));
  const seen = await goTo(b, FORM, around(stay));
  const cell = seen.cell(room.number, stay.start);
  const name = await terminalNameOf(a);
  await own.cell(room.number, stay.start).click();
  await expect(cell).toHaveAttribute('data-watch', 'looking');
  await expect(cell).toContainText(name);
  await expect(cell).toHaveAccessibleName(/で表示中/);
  await expect(own.cell(room.number, stay.start)).not.toHaveAttribute('data-watch');
  await press(a, 'Escape');
  await expect(cell).not.toHaveAttribute('data-watch', /./);
  await goTo(a, `${FORM}/${id}`);
  await expect(cell).toHaveAttribute('data-watch', 'editing');
  await goTo(a, FORM);
  await expect(cell).not.toHaveAttribute('data-watch', /./);

  await searchRooms(a, stay);
  await chooseRoom(a, otherRoom.number);
  await expect(seen.cell(otherRoom.number, stay.start)).toHaveAttribute('data-watch', 'holding');
  await expect(seen.cell(otherRoom.number, stay.end)).not.toHaveAttribute('data-watch');
  await enterBooking(b, stay, otherRoom.number, '後手 太郎');
  await expect(warningOn(b)).toContainText(otherRoom.number);
  await expect(warningOn(b)).toContainText(new RegExp(`\\d\\d:\\d\\dから${name}でも入力中`));
  await expect(warningOn(a)).toContainText(await terminalNameOf(b));
  await buttonOf(b, '登録').click();
  await acceptAlert(b, '登録');
  await expect(warningOn(a)).toBeHidden();
  await expect(fieldOf(a, 'ルームタイプ')).toHaveAccessibleDescription(
    /後手 太郎の予約が入りました。別の部屋を選んでください。$/,
  );
  await buttonOf(a, 'クリア').click();
});

test('a hold ends after ten minutes without a key or a click, when the form is left, and with its terminal', {
  tag: '@long',
}, async ({ hotel, openTerminal, elsewhere: { page: b } }) => {
  const [stay, room] = await hotel.freeStay();
  const { page: a, close } = await openTerminal(); // Its clock stays under control for as long as it is open.
  const seen = await goTo(b, LIST, around(stay));
  const cell = seen.cell(room.number, stay.start);
  const isHeld = () => expect(cell).toHaveAttribute('data-watch', 'holding');
  const isOver = () => expect(cell).not.toHaveAttribute('data-watch', /./);
  await a.clock.install();
  await goTo(a, FORM);
  await searchRooms(a, stay);
  await chooseRoom(a, room.number);
  await isHeld();
  await a.clock.fastForward('09:50');
  await isHeld();
  await a.clock.fastForward('00:20');
  await isOver();
  await press(a, 'Shift');
  await isHeld();
  await a.getByRole('link', { name: '予約一覧' }).click();
  await isOver();
  await a.getByRole('link', { name: '予約登録' }).click();
  await searchRooms(a, stay);
  await chooseRoom(a, room.number);
  await isHeld();
  await close();
  await isOver();
});

test('an open booking that is changed elsewhere says what is different; a save that knows nothing of it is refused', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const [stay, room] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '野村 五郎', tel: '090-0000-0001' });
  await goTo(page, `${FORM}/${id}`);
  await fillForm(page, { 備考: 'こちらの備考', 電話番号: '090-0000-0002' });
  // The other terminal is a moment faster than what is told of it.
  await page.route(`**/api/booking/${id}`, async (route) => {
    await hotel.amend(id, { notes: '向こうの備考', total_fee: 9500 });
    await route.continue();
  });
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '他の端末で更新されています。最新の内容を確認してください。');
  await page.unroute(`**/api/booking/${id}`);
  const changes = page.getByRole('table', { name: '変更された項目' });
  await expect(changes.getByRole('row')).toHaveText([
    /^合計料金\s*¥8,000 → ¥9,500$/,
    /^備考\s*\(なし\) → 向こうの備考\s*入力中: こちらの備考$/,
  ]);
  await buttonOf(page, '入力を残して取り込む').click();
  await expect(changes).toBeHidden();
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  const saved = { notes: 'こちらの備考', total_fee: 9500, tel: '090-0000-0002' };
  expect(await hotel.booking(id)).toMatchObject(saved);
});

test('the newest content of a booking changed elsewhere takes only the fields in conflict; all that was typed is set aside', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '野村 六郎', tel: '090-0000-0001' });
  await goTo(page, `${FORM}/${id}`);
  await fillForm(page, { 備考: 'こちらの備考', 電話番号: '090-0000-0002' });
  await hotel.amend(id, { notes: '向こうの備考', total_fee: 9500 });
  await buttonOf(page, '最新の内容を読み込む').click();
  await expect(fieldOf(page, '備考')).toHaveValue('向こうの備考');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await expect(fieldOf(page, '合計料金')).toHaveValue('9500');
  await expect(fieldOf(page, '電話番号')).toHaveValue('090-0000-0002');
  await expect(buttonOf(page, '入力に戻る')).toBeVisible();
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  const saved = { notes: '向こうの備考', total_fee: 9500, tel: '090-0000-0002' };
  expect(await hotel.booking(id)).toMatchObject(saved);
});

import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, reveal, showRange } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import {
  appIsKept,
  calendarIsKept,
  expectLineDown,
  isMarkedPage,
  lineDownMark,
  markPage,
} from './support/line-down.js';

test('without a network a reload shows the calendar that was there last; it recovers by itself', async ({
  hotel,
  openTerminal,
}) => {
  const arrival = addDays(hotel.today, 2);
  const arriving = (await hotel.bookings(arrival, arrival)).find(
    ({ stay_start, is_cancelled, checkin_date }) =>
      stay_start === arrival && is_cancelled === 0 && checkin_date === null,
  );
  if (!arriving) throw new Error('nobody arrives the day after tomorrow');
  await hotel.amend(arriving.id, { guest_name_1: '控え 太郎', guest_name1_kana: 'ヒカエ タロウ' });
  const terminal = await openTerminal();
  const { page } = terminal;
  const calendar = await openScreen(page, '/reservation-status');
  await appIsKept(page);
  await calendarIsKept(page);
  expectLineDown(terminal);
  await page.context().setOffline(true);
  await expect(lineDownMark(page)).toBeVisible();

  await page.reload();
  await expect(lineDownMark(page)).toBeVisible();
  await expect(page.getByText('再接続中')).toBeVisible();
  const cell = calendar.night(arriving.id).and(calendar.grid.locator(`[data-date="${arrival}"]`));
  await reveal(calendar, cell);
  await cell.click();
  await expect(dialogOf(page, '予約詳細')).toContainText('控え 太郎');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-sheet').first()).toContainText('控え 太郎');
  await expect(page.locator('.printed-sheet').first()).toContainText(/通信断：.* 時点の表示/);
  await page.emulateMedia({ media: null });

  await page.getByRole('combobox', { name: '予約を探す' }).fill('ﾋｶｴ');
  await expect(page.getByRole('option')).toHaveText(/控え 太郎/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/編集中: \d+ 控え 太郎/)).toBeVisible();
  await buttonOf(page, '新規に戻る').click();
  await reveal(calendar, cell);
  await expect(cell).toContainText('控え 太郎');

  await hotel.amend(arriving.id, { guest_name_1: '留守中 花子' });
  await markPage(page);
  await page.context().setOffline(false);
  await expect(lineDownMark(page)).toBeHidden();
  await expect(cell).toContainText('留守中 花子');
  await expect(page.getByText('接続中')).toBeVisible();
  expect(await isMarkedPage(page)).toBe(true);
});

test('with the server stopped nothing typed is lost over a reload, and it is saved once the server is back', async ({
  hotel,
  server,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, otherRoom, { guest_name_1: '控え 次郎' });
  const terminal = await openTerminal();
  const { page } = terminal;
  const calendar = await openScreen(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, '入力 途中');
  await fillForm(page, { 備考: '窓側を希望' });
  await appIsKept(page);
  await calendarIsKept(page);

  expectLineDown(terminal);
  await server.kill();
  await expect(lineDownMark(page)).toBeVisible();
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '通信が切れているため、保存できません。', '保存できません');
  await page.reload();
  await expect(lineDownMark(page)).toBeVisible();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('入力 途中');
  await expect(fieldOf(page, '備考')).toHaveValue('窓側を希望');

  await reveal(calendar, calendar.cell(otherRoom.number, stay.start));
  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(page.getByText(`編集中: ${otherRoom.number} 控え 次郎`)).toBeVisible();
  await fillForm(page, { 備考: '遅い到着' });
  await page.reload();
  await expect(page.getByText(`編集中: ${otherRoom.number} 控え 次郎`)).toBeVisible();
  await expect(fieldOf(page, '備考')).toHaveValue('遅い到着');

  await markPage(page);
  await server.start();
  await expect(lineDownMark(page)).toBeHidden();
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await buttonOf(page, '入力に戻る').click();
  await expect(fieldOf(page, '備考')).toHaveValue('窓側を希望');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  expect((await hotel.booking(id)).notes).toBe('遅い到着');
  await expect(calendar.cell(room.number, stay.start)).toContainText('入力 途中');
  expect(await isMarkedPage(page)).toBe(true);
});

test('while the line is down, days that are not kept are told to be missing', async ({
  hotel,
  openTerminal,
}) => {
  const terminal = await openTerminal();
  const { page } = terminal;
  const calendar = await openScreen(page, '/reservation-status');
  const kept = [await calendar.firstDay.inputValue(), await calendar.lastDay.inputValue()];
  await calendarIsKept(page);
  expectLineDown(terminal);
  await page.context().setOffline(true);
  await expect(lineDownMark(page)).toBeVisible();
  await showRange(page, hotel.today, addDays(hotel.today, 2));
  await calendar.firstDay.fill(addDays(hotel.today, 200));
  await calendar.lastDay.fill(addDays(hotel.today, 210));
  await buttonOf(page, '表示').click();
  await acceptAlert(page, 'この期間は表示できません。');
  await expect(calendar.firstDay).toHaveValue(hotel.today);
  await showRange(page, kept[0] as typeof hotel.today, kept[1] as typeof hotel.today);

  await markPage(page);
  await page.context().setOffline(false);
  await expect(lineDownMark(page)).toBeHidden();
  await expect(calendar.firstDay).toHaveValue(kept[0] ?? '');
  expect(await isMarkedPage(page)).toBe(true);
});

test('a hotel that could not be read at first is read again, and the calendar comes by itself', async ({
  openTerminal,
}) => {
  const terminal = await openTerminal();
  const { page } = terminal;
  terminal.allowError(/status of 599|わざと/);
  let failed = 0;
  await page.route('**/api/hotel', async (route) => {
    if (failed++ > 0) return route.continue();
    await route.fulfill({ status: 599, json: { error: 'わざと失敗させた呼び出しです。', errors: [] } });
  });
  await openScreen(page, '/reservation-status');
  expect(failed).toBeGreaterThan(1);
});

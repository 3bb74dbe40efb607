import { addDays, type Stay } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { TERMINAL_HEADER } from '@wire/live.js';
import { type Calendar, openScreen, showRange } from './support/calendar.js';
import { acceptAlert, answer, dialogOf } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';

// A second is what is promised; a busy machine that draws two browsers at once gets a little more.
const toast = (page: Page) => page.locator('.undo-toast');
const topButton = (page: Page, name: RegExp) => page.locator('.top-bar').getByRole('button', { name });

/** The list on another terminal, around a stay. */
async function watch(page: Page, stay: Stay): Promise<Calendar> {
  const seen = await openScreen(page, '/reservation-status');
  await showRange(page, addDays(stay.start, -3), addDays(stay.end, 5));
  return seen;
}

/** Changes a field of an existing booking and saves it. */
async function edit(page: Page, id: number, entries: Record<string, string>): Promise<void> {
  await openScreen(page, `/reservation-registration/${id}`);
  await fillForm(page, entries);
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
}

test('a new booking is taken back with Ctrl+Z and made again with Ctrl+Y, on the other terminal at once', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const seen = await watch(b, stay);
  const cell = seen.cell(room.number, stay.start);
  await openScreen(a, '/reservation-registration');
  await expect(topButton(a, /^操作を元に戻す/)).toBeDisabled();
  await enterBooking(a, stay, room.number, '遠藤 一');
  await buttonOf(a, '登録').click();
  await acceptAlert(a, '登録');
  await expect(toast(a)).toContainText(`${room.number} 遠藤 一 予約登録：完了しました。`);
  await expect(cell).toContainText('遠藤 一');

  await a.locator('body').press('Control+z');
  await expect(toast(a)).toContainText(`${room.number} 遠藤 一 予約登録：元に戻しました。`);
  await expect(cell).not.toHaveAttribute('data-booking-id', /./);
  await expect(topButton(a, /^操作を元に戻す/)).toBeDisabled();

  await a.locator('body').press('Control+y');
  await expect(toast(a)).toContainText('やり直しました。');
  await expect(cell).toContainText('遠藤 一');
  await a.locator('body').press('Control+z');
  await expect(cell).not.toHaveAttribute('data-booking-id', /./);
  await a.locator('body').press('Control+Shift+z');
  await expect(cell).toContainText('遠藤 一');
});

test('a cancelled booking comes back with the button of the line that tells of it', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '工藤 三郎' });
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const seen = await watch(b, stay);
  await openScreen(a, `/reservation-registration/${id}`);
  await buttonOf(a, '予約取消').click();
  await answer(a, '取り消します', '予約取消');
  await acceptAlert(a, '予約がキャンセルされました');
  await expect(seen.night(id)).toHaveCount(0);
  await toast(a).getByRole('button', { name: '元に戻す' }).click();
  await expect(seen.cell(room.number, stay.start)).toContainText('工藤 三郎');
  expect((await hotel.booking(id)).is_cancelled).toBe(0);
});

test('acts are taken back one after the other, also from another screen, until something new is done', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { notes: '初め' });
  const { page } = await openTerminal();
  const notes = async () => (await hotel.booking(id)).notes;
  const reopen = async (text: string) => {
    await page.getByRole('grid').locator(`[data-booking-id="${id}"]`).first().click();
    await expect(fieldOf(page, '備考')).toHaveValue(text);
  };
  const change = async (text: string) => {
    await fillForm(page, { 備考: text });
    await buttonOf(page, '更新').click();
    await acceptAlert(page, '予約が更新されました！');
  };
  await openScreen(page, `/reservation-registration/${id}`);
  await change('次');
  await reopen('次');
  await change('その次');
  await page.keyboard.press('Control+z');
  await expect.poll(notes).toBe('次');
  await expect(topButton(page, /^操作をやり直す：.*予約変更$/)).toBeEnabled();
  await reopen('次');
  await change('新しい');
  await expect(topButton(page, /^操作をやり直す/)).toBeDisabled();

  await page.keyboard.press('Alt+a');
  await expect(page).toHaveURL(/auto-registration/);
  await page.keyboard.press('Alt+z');
  await expect.poll(notes).toBe('次');
  await topButton(page, /^操作を元に戻す：.*予約変更$/).click();
  await expect.poll(notes).toBe('初め');
  await topButton(page, /^操作をやり直す：.*予約変更$/).click();
  await expect.poll(notes).toBe('次');
});

test('in a text field Ctrl+Z takes back what was typed, and nothing else', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const { page } = await openTerminal();
  await edit(page, id, { 備考: '保存済み' });
  const field = fieldOf(page, '予約者名');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await field.focus();
  await page.keyboard.type('abc');
  await page.keyboard.press('Control+z');
  await expect(field).not.toHaveValue('abc');
  expect((await hotel.booking(id)).notes).toBe('保存済み');
  await expect(topButton(page, /^操作を元に戻す：/)).toBeEnabled();
  await page.keyboard.press('Alt+z');
  await expect.poll(async () => (await hotel.booking(id)).notes).toBe('');
});

test('what another terminal changed since stands in the way: it says so, and the rest is given back', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '三浦 四郎', tel: '03-0000-0000' });
  const [a, b] = [await openTerminal(), await openTerminal()];
  a.allowError(/status of 409/);
  await edit(a.page, id, { 備考: '禁煙希望', 電話番号: '03-1111-1111' });
  await edit(b.page, id, { 電話番号: '03-2222-2222' });
  const other = await b.page.evaluate(() => localStorage.getItem('terminal-name'));

  await a.page.locator('body').press('Control+z');
  const dialog = dialogOf(a.page, 'すべては元に戻せません');
  await expect(dialog).toContainText(
    new RegExp(`三浦 四郎 の予約：\\d\\d:\\d\\d に ${other} で 電話番号が変更されています。`),
  );
  await expect(dialog).toContainText('備考 禁煙希望 → —');
  await expect(dialog.getByRole('button', { name: '元に戻せる分だけ戻す' })).toBeFocused();
  await a.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await hotel.booking(id)).notes).toBe('禁煙希望');

  await a.page.locator('body').press('Control+z');
  await expect(dialog).toBeVisible();
  await a.page.keyboard.press('Enter');
  await expect(toast(a.page)).toContainText('元に戻しました。');
  expect(await hotel.booking(id)).toMatchObject({ notes: '', tel: '03-2222-2222' });
});

test('who has the former room now is told, and a booking that others worked on is left to them', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '野口 五郎' });
  const { page, allowError } = await openTerminal();
  allowError(/status of 409/);
  await openScreen(page, `/reservation-registration/${id}`);
  await buttonOf(page, '予約取消').click();
  await answer(page, '取り消します', '予約取消');
  await acceptAlert(page, '予約がキャンセルされました');
  const headers = { [TERMINAL_HEADER]: encodeURIComponent('端末-B') };
  const second = {
    ...{
      guest_name_1: '西 六郎',
      reserver_name: '西 六郎',
      mens_count: 1,
      womens_count: 0,
      room_id: room.roomId,
    },
    ...{ stay_start: stay.start, stay_end: stay.end, checkin_time: '15:00', total_fee: 8000, csv_notes: '0' },
  };
  expect((await hotel.api.post('/api/booking', second, headers)).status).toBe(201);

  await page.locator('body').press('Control+z');
  const dialog = dialogOf(page, 'すべては元に戻せません');
  await expect(dialog).toContainText(
    new RegExp(`${room.number}号室には \\d\\d:\\d\\d に 端末-B で 西 六郎 の予約`),
  );
  await expect(dialog).toContainText(`部屋番号 ${room.number} → `);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await hotel.booking(id)).is_cancelled).toBe(0);
  expect((await hotel.booking(id)).room_id).not.toBe(room.roomId);

  await hotel.amend(id, { notes: '他の端末から' });
  await page.locator('body').press('Control+y');
  const hopeless = dialogOf(page, 'すべてはやり直せません');
  await expect(hopeless).toContainText('備考が変更されています。');
  await expect(hopeless).toContainText('やり直せる内容はありません。');
  await page.keyboard.press('Escape');
  await expect(hopeless).toBeHidden();
  await expect(topButton(page, /^操作をやり直す/)).toBeDisabled();
  expect((await hotel.booking(id)).is_cancelled).toBe(0);
});

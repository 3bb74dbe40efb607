import { expect, type Page } from '@playwright/test';
import { TERMINAL_HEADER } from '@wire/live.js';
import { around, goTo } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const FORM = '/reservation-registration';

const toast = (page: Page) => page.locator('.undo-toast');
const topButton = (page: Page, name: RegExp) => page.locator('.top-bar').getByRole('button', { name });
const press = (page: Page, key: string) => page.locator('body').press(key);

async function saveChanges(page: Page, entries: Record<string, string>): Promise<void> {
  await fillForm(page, entries);
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
}

test('a new booking is taken back with Ctrl+Z and made again with Ctrl+Y, on the other terminal at once', async ({
  hotel,
  openTerminal,
  elsewhere: { page: b },
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { page: a } = await openTerminal();
  const seen = await goTo(b, '/', around(stay));
  const cell = seen.cell(room.number, stay.start);
  await goTo(a, FORM);
  await expect(topButton(a, /^操作を元に戻す/)).toBeDisabled();
  await enterBooking(a, stay, room.number, '遠藤 一');
  await buttonOf(a, '登録').click();
  await acceptAlert(a, '登録');
  await expect(toast(a)).toContainText(`${room.number} 遠藤 一 予約登録：完了しました。`);
  await expect(cell).toContainText('遠藤 一');

  await press(a, 'Control+z');
  await expect(toast(a)).toContainText(`${room.number} 遠藤 一 予約登録：元に戻しました。`);
  await expect(cell).not.toHaveAttribute('data-booking-id', /./);
  await expect(topButton(a, /^操作を元に戻す/)).toBeDisabled();
  await press(a, 'Control+y');
  await expect(toast(a)).toContainText('やり直しました。');
  await expect(cell).toContainText('遠藤 一');
});

test('acts are taken back one after the other, also from another screen; in a field what was typed', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { notes: '初め' });
  const expectNotes = (text: string) => expect.poll(async () => (await hotel.booking(id)).notes).toBe(text);
  const reopen = async (text: string) => {
    await page.getByRole('grid').locator(`[data-booking-id="${id}"]`).first().click();
    await expect(fieldOf(page, '備考')).toHaveValue(text);
  };
  await goTo(page, `${FORM}/${id}`);
  await saveChanges(page, { 備考: '次' });
  await reopen('次');
  await saveChanges(page, { 備考: '新しい' });

  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await fieldOf(page, '予約者名').focus();
  await page.keyboard.type('abc');
  await page.keyboard.press('Control+z');
  await expect(fieldOf(page, '予約者名')).not.toHaveValue('abc');
  expect((await hotel.booking(id)).notes).toBe('新しい');

  await page.keyboard.press('Alt+a');
  await expect(page).toHaveURL(/auto-registration/);
  await page.keyboard.press('Alt+z');
  await expectNotes('次');
  await topButton(page, /^操作を元に戻す：.*予約変更$/).click();
  await expectNotes('初め');
  await toast(page).getByRole('button', { name: 'やり直す' }).click();
  await expectNotes('次');
});

test('what another terminal changed since stands in the way: it says so, and the rest is given back', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of 409/);
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '三浦 四郎', tel: '03-0000-0000' });
  await goTo(page, `${FORM}/${id}`);
  await saveChanges(page, { 備考: '禁煙希望', 電話番号: '03-1111-1111' });
  const headers = { [TERMINAL_HEADER]: encodeURIComponent('端末-B') };
  await hotel.api.put(`/api/booking/${id}`, { tel: '03-2222-2222' }, headers);

  await press(page, 'Control+z');
  const dialog = dialogOf(page, 'すべては元に戻せません');
  await expect(dialog).toContainText(/三浦 四郎 の予約：\d\d:\d\d に 端末-B で 電話番号が変更されています。/);
  await expect(dialog).toContainText('備考 禁煙希望 → —');
  await expect(dialog.getByRole('button', { name: '元に戻せる分だけ戻す' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await hotel.booking(id)).notes).toBe('禁煙希望');

  await press(page, 'Control+z');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('元に戻しました。');
  expect(await hotel.booking(id)).toMatchObject({ notes: '', tel: '03-2222-2222' });

  await hotel.api.put(`/api/booking/${id}`, { notes: '他の端末から' }, headers);
  await press(page, 'Control+y');
  const hopeless = dialogOf(page, 'すべてはやり直せません');
  await expect(hopeless).toContainText('備考が変更されています。');
  await expect(hopeless).toContainText('やり直せる内容はありません。');
  await page.keyboard.press('Escape');
  await expect(hopeless).toBeHidden();
  await expect(topButton(page, /^操作をやり直す/)).toBeDisabled();
});

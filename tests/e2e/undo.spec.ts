import { expect, type Page } from '@playwright/test';
import { TERMINAL_HEADER } from '@wire/live.js';
import { around, goTo } from './support/calendar.js';
import {
  acceptAlert,
  buttonOf,
  dialogOf,
  enterBooking,
  fieldOf,
  fillForm,
  press,
} from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const FORM = '/reservation-registration';

const toast = (page: Page) => page.locator('.undo-toast');
const topButton = (page: Page, name: RegExp) => page.locator('.top-bar').getByRole('button', { name });

test('what is done is taken back and done again by keys, also from another screen, on the other terminal at once', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const [stay, room] = await hotel.freeStay();
  const seen = await goTo(b, '/', around(stay));
  const cell = seen.cell(room.number, stay.start);
  await goTo(a, FORM);
  await enterBooking(a, stay, room.number, '遠藤 一');
  await buttonOf(a, '登録').click();
  await acceptAlert(a, '登録');
  await expect(toast(a)).toContainText(`${room.number} 遠藤 一 予約を登録しました。`);
  await expect(cell).toContainText('遠藤 一');
  await a.locator('body').press('Control+z');
  await expect(toast(a)).toContainText(`元に戻しました：${room.number} 遠藤 一 予約を登録`);
  await expect(cell).not.toHaveAttribute('data-booking-id', /./);
  await a.locator('body').press('Control+y');
  await expect(cell).toContainText('遠藤 一');

  await test.step('in a field Ctrl+Z takes back what was typed', async () => {
    await fieldOf(a, '予約者名').focus();
    await a.keyboard.type('abc');
    await press(a, 'Control+z');
    await expect(fieldOf(a, '予約者名')).not.toHaveValue('abc');
    await expect(cell).toContainText('遠藤 一');
  });
  await press(a, 'Alt+a');
  await expect(a).toHaveURL(/auto-registration/);
  await press(a, 'Alt+z');
  await expect(cell).not.toHaveAttribute('data-booking-id', /./);
  await toast(a).getByRole('button', { name: 'やり直す' }).click();
  await expect(cell).toContainText('遠藤 一');
  await topButton(a, /^操作を元に戻す：.*予約を登録$/).click();
  await expect(cell).not.toHaveAttribute('data-booking-id', /./);
});

test('what another terminal changed since stands in the way: it says so, and the rest is given back', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const [stay, room] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '三浦 四郎', tel: '03-0000-0000' });
  await goTo(page, `${FORM}/${id}`);
  await fillForm(page, { 備考: '禁煙希望', 電話番号: '03-1111-1111' });
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  const headers = { [TERMINAL_HEADER]: encodeURIComponent('端末-B') };
  await hotel.api.put(`/api/booking/${id}`, { tel: '03-2222-2222' }, headers);
  await page.locator('body').press('Control+z');
  const dialog = dialogOf(page, 'すべては元に戻せません');
  await expect(dialog).toContainText(/三浦 四郎 の予約：\d\d:\d\d に 端末-B で 電話番号が変更されています。/);
  await expect(dialog).toContainText('備考 禁煙希望 → —');
  await expect(dialog.getByRole('button', { name: 'やめる' })).toBeFocused();
  await dialog.getByRole('button', { name: '元に戻せる分だけ戻す' }).press('Enter');
  await expect(toast(page)).toContainText('元に戻しました：');
  expect(await hotel.booking(id)).toMatchObject({ notes: '', tel: '03-2222-2222' });

  await hotel.api.put(`/api/booking/${id}`, { notes: '他の端末から' }, headers);
  await page.locator('body').press('Control+y');
  const hopeless = dialogOf(page, 'すべてはやり直せません');
  await expect(hopeless).toContainText('やり直せる内容はありません。');
  await press(page, 'Escape');
  await expect(hopeless).toBeHidden();
  await expect(topButton(page, /^操作をやり直す/)).toBeDisabled();
});

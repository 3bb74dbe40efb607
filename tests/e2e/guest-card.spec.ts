import { expect, type Page } from '@playwright/test';
import type { GuestCardRecord } from '@wire/guest-card.js';
import { must } from '#tests/support/api-client.js';
import { goTo } from './support/calendar.js';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { within } from './support/effort.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

const cardOf = (hotel: Hotel, id: number) => must(hotel.api.get<GuestCardRecord>(`/api/guest-cards/${id}`));

let guests = 0;
/** Name and phone of a guest whom nobody has. */
const aGuest = () => {
  const name = `再訪 花子${Date.now()}`;
  const tel = `090-6${String(Date.now()).slice(-3)}-${String(1000 + ++guests)}`;
  return { guest_name_1: name, reserver_name: name, tel, mens_count: 1, womens_count: 0 };
};

/** A guest with an earlier stay who arrives today and has paid. */
async function returning(hotel: Hotel) {
  const guest = aGuest();
  const old = await bookAtDesk(hotel, -9, 1, { ...guest, total_fee: 7_800 });
  const now = await bookAtDesk(hotel, 0, 1, guest);
  await must(hotel.api.post(`/api/booking/${now.id}/payment`, { payment_type: null, payment_flag: 1 }));
  return { guest, old, now, title: `お客様カード ${guest.guest_name_1}` };
}

const stays = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row');

test.beforeEach(async ({ desk: { page } }) => page.setViewportSize({ width: 1366, height: 768 }));

test('earlier stays are joined with two keys from the row, a wish is written, and check-in tells it', async ({
  hotel,
  desk: { page },
  elsewhere,
}) => {
  const { old, now, title } = await returning(hotel);
  const desk = await openDesk(page);
  const other = await openDesk(elsewhere.page);
  await other.row(now.id).focus();
  await press(elsewhere.page, 'k');
  await desk.row(now.id).focus();
  const dialog = dialogOf(page, title);
  await within(page, { keys: 2, clicks: 0 }, async () => {
    await press(page, 'k');
    await expect(dialog.getByRole('button', { name: 'すべてまとめる' })).toBeFocused();
    await expect(dialog).toContainText('まだありません');
    await press(page, 'Enter');
    await expect(stays(page, 'このお客様の予約')).toHaveCount(2);
  });
  await expect(dialog).toContainText('1回・1泊');
  await expect(dialog).toContainText(`${old.room} ¥7,800`);
  const wishes = dialog.getByLabel(/^ご要望/);
  await expect(wishes).toBeFocused();
  await expect(stays(elsewhere.page, 'このお客様の予約')).toHaveCount(2);
  await page.keyboard.type('枕を2つ');
  await dialog.getByRole('button', { name: 'この行の★を付ける・外す' }).click();
  await expect(wishes).toHaveValue('★枕を2つ');
  await expect(wishes).toBeFocused();
  await press(page, 'Control+Enter');
  await expect(dialogOf(elsewhere.page, title).getByLabel(/^ご要望/)).toHaveValue('★枕を2つ');
  expect(await cardOf(hotel, old.id)).toMatchObject({ version: 2, stay_count: 1, matters: ['枕を2つ'] });
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(desk.row(now.id)).toBeFocused();
  await press(page, 'i');
  await expect(desk.row(now.id)).toContainText('到着済');
  await expect(page.locator('.undo-toast').getByRole('note', { name: 'お客様のご要望' })).toContainText(
    '枕を2つ',
  );
  await press(elsewhere.page, 'Escape');
});

test('by mouse a card is opened from the row, joined and written with three clicks each; a wish costs two keys', async ({
  hotel,
  desk: { page },
}) => {
  const { now, title } = await returning(hotel);
  const desk = await openDesk(page);
  const dialog = dialogOf(page, title);
  await within(page, { keys: 0, clicks: 3 }, async () => {
    await desk.row(now.id).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^お客様カード/ }).click();
    await dialog.getByRole('button', { name: 'すべてまとめる' }).click();
    await expect(stays(page, 'このお客様の予約')).toHaveCount(2);
  });
  await press(page, 'Escape');
  await within(page, { keys: 0, clicks: 3 }, async () => {
    await desk.row(now.id).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^お客様カード/ }).click();
    await expect(dialog.getByLabel(/^ご要望/)).toBeFocused();
    await page.keyboard.type('窓側');
    await dialog.getByRole('button', { name: 'ご要望を保存' }).click();
    await expect.poll(async () => (await cardOf(hotel, now.id)).wishes).toBe('窓側');
  });
  await press(page, 'Escape');
  await desk.row(now.id).focus();
  await within(page, { keys: 2, clicks: 0 }, async () => {
    await press(page, 'k');
    await expect(dialog.getByLabel(/^ご要望/)).toBeFocused();
    await page.keyboard.type('★');
    await press(page, 'Control+Enter');
    await expect.poll(async () => (await cardOf(hotel, now.id)).wishes).toContain('★');
  });
  await press(page, 'Escape');
});

test('a stay is taken out again and that is undone; what is typed stays until it is saved', async ({
  hotel,
  desk: { page },
}) => {
  const { old, now, title } = await returning(hotel);
  await must(hotel.api.post(`/api/guest-cards/${now.id}/joined`, { booking_ids: [old.id] }));
  const desk = await openDesk(page);
  await desk.row(now.id).click();
  await press(page, 'Enter');
  await expect(buttonOf(page, 'お客様カード')).toBeVisible();
  await press(page, 'Alt+Shift+k');
  const dialog = dialogOf(page, title);
  await expect(stays(page, 'このお客様の予約')).toHaveCount(2);
  await dialog.getByLabel(/^ご要望/).fill('書きかけ');
  await press(page, 'Escape');
  await buttonOf(page, 'お客様カード').click();
  await expect(dialog.getByLabel(/^ご要望/)).toHaveValue('書きかけ');
  await stays(page, 'このお客様の予約').nth(1).getByRole('button', { name: '外す' }).click();
  await expect(stays(page, 'このお客様の予約')).toHaveCount(1);
  await expect(stays(page, '同じ氏名・電話番号の予約')).toHaveCount(1);
  await dialog.getByLabel(/^ご要望/).fill('');
  await press(page, 'Escape');
  await page.locator('.undo-toast').getByRole('button', { name: '元に戻す' }).click();
  await expect(page.locator('.undo-toast')).toContainText('元に戻しました');
  expect((await cardOf(hotel, now.id)).stays).toHaveLength(2);
});

test('at registration the wishes of a card show once name and phone are its guest’s, and the card opens by key', async ({
  hotel,
  desk: { page },
}) => {
  const { guest, old, title } = await returning(hotel);
  await must(hotel.api.put(`/api/guest-cards/${old.id}/wishes`, { wishes: '★朝食は早め\n高層階' }));
  await goTo(page, '/reservation-registration');
  await page.getByLabel('電話番号', { exact: true }).fill(guest.tel);
  const offered = page.getByRole('listbox', { name: '以前の宿泊者' }).getByRole('option');
  await expect(offered).toContainText('前回');
  const wishes = page.getByRole('note', { name: 'お客様のご要望' });
  await expect(wishes).toHaveCount(0);
  await page.getByLabel('電話番号', { exact: true }).focus();
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(wishes).toContainText('朝食は早め');
  await expect(wishes).not.toContainText('高層階');
  await press(page, 'Alt+Shift+k');
  const dialog = dialogOf(page, title);
  await expect(dialog).toContainText('同じ氏名・電話番号のお客様カードのご要望：朝食は早め');
  await press(page, 'Enter');
  await expect(dialog.getByLabel(/^ご要望/)).toHaveValue('★朝食は早め\n高層階');
  await press(page, 'Escape');
  await expect(page.getByLabel('電話番号', { exact: true })).toBeFocused();
});

test('the card opens from what a search finds, by key and by mouse', async ({ hotel, desk: { page } }) => {
  const { guest, title } = await returning(hotel);
  await openDesk(page);
  await press(page, 'Control+k');
  await page.keyboard.type(guest.tel);
  await expect(page.getByRole('option').first()).toContainText(guest.guest_name_1);
  await press(page, 'Alt+Shift+k');
  await expect(dialogOf(page, title)).toBeVisible();
  await press(page, 'Escape');
  await press(page, 'Control+k');
  await page.getByRole('option').first().locator('.found-card').click();
  await expect(dialogOf(page, title)).toBeVisible();
  await press(page, 'Escape');
});

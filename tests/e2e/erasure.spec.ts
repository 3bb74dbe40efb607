import { expect, type Page } from '@playwright/test';
import { openAudit, openHistory } from './support/audit.js';
import { goTo, reveal } from './support/calendar.js';
import { anUnknownType, importRows, recordOf, rowFor } from './support/channel.js';
import { acceptAlert, buttonOf, dialogOf, fieldOf, fillForm, press } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

const FORM = '/reservation-registration';

async function pastBooking(hotel: Hotel, fields: Record<string, unknown>) {
  const stay = hotel.pastStay();
  const [room] = await hotel.freeRooms(stay);
  const booking = await hotel.book(stay, room, fields);
  await hotel.checkIn(booking.id, stay.start);
  await hotel.checkOut(booking.id, stay.end);
  return booking;
}

async function askErasure(page: Page) {
  await buttonOf(page, 'その他の操作').last().click();
  await page.getByRole('menuitem', { name: '個人情報の削除…' }).click();
  const dialog = dialogOf(page, '個人情報の削除');
  await expect(dialog).toBeVisible();
  return { dialog, reason: dialog.getByLabel('理由', { exact: true }) };
}

test('a guest is erased as far as chosen, with a reason, and reads 削除済み on every screen at once, the event log too', async ({
  hotel,
  desk: { page, allowError },
  elsewhere: { page: elsewhere },
}) => {
  allowError(/status of 422/);
  const name = `消去 太郎${Date.now()}`;
  const guest = {
    guest_name_1: name,
    reserver_name: name,
    notes: `秘密${name}`,
    tel: `090${String(Date.now()).slice(-8)}`,
  };
  const booking = await pastBooking(hotel, guest);
  const excluded = await pastBooking(hotel, guest);
  const [stay, room] = await hotel.freeStay();
  const ahead = await hotel.book(stay, room, guest);
  await goTo(elsewhere, `${FORM}/${booking.id}`);
  await expect(fieldOf(elsewhere, '宿泊者名')).toHaveValue(name);
  await fillForm(elsewhere, { 備考: `${name} 様` });

  const calendar = await goTo(page, '/', [booking.stay_start, booking.stay_end]);
  await reveal(calendar, calendar.night(booking.id).first());
  await calendar.night(booking.id).first().click();
  await openHistory(page);
  const { dialog, reason } = await askErasure(page);
  const box = (id: number) => dialog.getByRole('checkbox', { name: new RegExp(`#${id}( |$)`) });
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  await expect(box(booking.id)).toBeChecked();
  await expect(box(booking.id)).toBeDisabled();
  await expect(box(ahead.id)).toBeDisabled();
  await expect(dialog).toContainText('元に戻せません');
  await box(excluded.id).uncheck({ force: true });
  const button = buttonOf(page, '1件を削除する');
  await expect(button).toBeDisabled();
  await reason.fill(`${name}の希望`);
  await button.click();
  await acceptAlert(page, '理由にはお客様の氏名や電話番号を書かないでください。', 'エラー');
  await reason.fill('ご本人の希望');
  await button.click();
  await acceptAlert(page, '1件の個人情報を削除しました。', 'お知らせ');
  await expect(dialog).toBeHidden();
  const history = dialogOf(page, '予約の履歴');
  await expect(history.getByRole('listitem').first()).toContainText('個人情報の削除');
  await expect(history).not.toContainText(name);
  await press(page, 'Escape');
  await expect(dialogOf(page, '予約詳細')).toContainText('削除済み');
  await press(page, 'Escape');
  await expect(calendar.night(booking.id).first()).toContainText('削除済み');
  await reveal(calendar, calendar.night(excluded.id).first());
  await expect(calendar.night(excluded.id).first()).toContainText(name);

  await expect(fieldOf(elsewhere, '宿泊者名')).toHaveValue('削除済み');
  await expect(fieldOf(elsewhere, '備考')).toHaveValue('削除済み');
  await expect(elsewhere.getByText('個人情報は削除されています。')).toBeVisible();
  await expect(buttonOf(elsewhere, '更新')).toBeDisabled();
  await expect(elsewhere.getByText('入力途中')).toBeHidden();

  await test.step('an event that is opened loses what is erased', async () => {
    const log = await openAudit(page, `?booking_id=${excluded.id}&type=ReservationCreated`);
    await log.rows.first().click();
    await log.detail.getByText('元データ').click();
    await expect(log.detail).toContainText(guest.notes);
    const answer = await hotel.api.post(`/api/booking/${excluded.id}/erasure`, { reason: '依頼' });
    expect(answer.status).toBe(200);
    await expect(log.rows.first()).toContainText('削除済み');
    await expect(log.detail).toContainText('削除済み');
    await expect(page.locator('body')).not.toContainText(name);
  });
});

test('a guest who only stands in the failed queue is erased from its form, and leaves the queue', async ({
  hotel,
  desk: { page },
}) => {
  const name = '待機 消郎';
  const cells = { 部屋記号: anUnknownType(), 部屋名称: '', 宿泊者氏名: name, 会員氏名: name };
  const row = rowFor(hotel.pastStay(), cells);
  await importRows(hotel, row);
  const record = await recordOf(hotel, row.予約番号);
  await goTo(page, `${FORM}/${record.id}?type=csvReservation`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(name);
  const { reason } = await askErasure(page);
  await reason.fill('本人からの請求');
  await buttonOf(page, '1件を削除する').click();
  await acceptAlert(page, '1件の個人情報を削除しました。', 'お知らせ');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('削除済み');
  const erased = { status: 'cancelled', guest_name_1: '削除済み' };
  expect(await recordOf(hotel, row.予約番号)).toMatchObject(erased);
});

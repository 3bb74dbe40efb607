import { expect, type Page } from '@playwright/test';
import { openAudit } from './support/audit.js';
import { calendarOf, goTo } from './support/calendar.js';
import { acceptAlert, buttonOf, enterBooking, fieldOf, press, roomOptions } from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const panelOf = (page: Page) => page.getByRole('complementary', { name: '予約の内容' });

test('a party in two rooms is typed once, knows itself as one, and is cancelled as one', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay();
  const name = `一行 ${Date.now()}`;
  await goTo(page, '/reservation-registration');
  await enterBooking(page, stay, room.number, name);
  await press(page, 'Alt+b');
  await acceptAlert(page, '予約が登録されました！');
  await expect(fieldOf(page, 'ルームタイプ')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'グループの追加の1室' })).toContainText(name);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(name);
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toHaveCount(0);
  await expect(roomOptions(page).filter({ hasText: room.number })).toHaveCount(0);
  await press(page, 'ArrowDown');
  await press(page, 'Alt+g');
  await acceptAlert(page, '予約が登録されました！');
  await expect(page.locator('.field-error')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toHaveCount(0);
  const [first, second] = (await hotel.bookings(stay.start, stay.start))
    .filter(({ guest_name_1 }) => guest_name_1 === name)
    .sort((a, b) => a.id - b.id);
  if (!first || !second) throw new Error('the party has no two rooms');
  expect([first.party_id, second.party_id]).toEqual([0, first.id]);
  await expect(calendarOf(page).night(second.id).first()).toBeInViewport();

  const log = await openAudit(page, `?booking_id=${second.id}&type=ReservationCreated`);
  await log.row(second.id).click();
  await buttonOf(page, '予約を開く').click();
  const panel = panelOf(page);
  await expect(panel.getByRole('button', { name: '入金してチェックイン' })).toBeFocused();
  await panel.getByRole('button', { name: room.number, exact: true }).click();
  await expect(panel.getByRole('heading', { name: `${room.number} ${name}` })).toBeVisible();
  await panel.getByRole('button', { name: 'その他の操作' }).click();
  await page.getByRole('menuitem', { name: '予約取消…' }).click();
  await panel.getByRole('button', { name: 'グループ2室をすべて取消' }).press('Enter');
  await acceptAlert(page, '予約がキャンセルされました');
  await expect(panel.getByText('取消済み', { exact: true })).toBeVisible();
  for (const { id } of [first, second]) expect((await hotel.booking(id)).is_cancelled).toBe(1);
  await press(page, 'Escape');
  await expect(panel).toBeHidden();
});

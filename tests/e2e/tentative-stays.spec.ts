import { dayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { around, calendarOf, goTo, visit } from './support/calendar.js';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { entryOf, menuOf, openGrid } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

test.use({ viewport: { width: 1366, height: 768 } });

test('a room is held by keys, seen at once elsewhere, released, taken up again, and made into a booking', async ({
  hotel,
  desk: { page },
  elsewhere,
}) => {
  const [stay, room] = await hotel.freeStay();
  await goTo(elsewhere.page, '/', around(stay));
  const there = calendarOf(elsewhere.page).cell(room.number, stay.start);
  const { cell } = await openGrid(page, stay);
  const night = cell(room.number, stay.start);
  const dialog = dialogOf(page, `${room.number}号室の仮予約`);
  const held = `${room.number} ${dayText(stay.start)} 仮予約 佐藤 花様`;

  await test.step('the menu key, the name, Enter', async () => {
    await night.focus();
    await press(page, 'Shift+F10');
    await expect(menuOf(page)).toContainText('空室');
    await press(page, 'ArrowDown');
    await press(page, 'ArrowDown');
    await expect(entryOf(page, '仮予約にする…')).toBeFocused();
    await press(page, 'Enter');
    await expect(dialog.getByLabel('宿泊者名')).toBeFocused();
    await page.keyboard.type('佐藤 花');
    await press(page, 'Tab');
    await page.keyboard.type('090-1111-2222');
    await dialog.getByLabel('終了日').fill(stay.end);
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(night).toHaveAccessibleName(held);
    await expect(night).toBeFocused();
  });

  await test.step('the other terminal shows its bar, and フロント the line', async () => {
    await expect(there.locator('.closure-bar[data-tentative]')).toHaveText('仮予約 佐藤 花様');
    await there.hover();
    await expect(there).toHaveAttribute('data-tooltip', /仮予約\n.*佐藤 花様.*\n090-1111-2222\n期限/s);
  });

  await test.step('held longer, which the keys of undo take back, and the hold itself, and bring again', async () => {
    await press(page, 'Enter');
    await dialog.getByLabel('終了日').fill(addDays(stay.end, 1));
    await dialog.getByLabel('終了日').press('Enter');
    await expect(dialog).toHaveCount(0);
    const last = calendarOf(elsewhere.page).cell(room.number, stay.end);
    await expect(last).toHaveAttribute('data-closure-id', /\d/);
    await press(page, 'Control+z');
    await expect(last).not.toHaveAttribute('data-closure-id');
    await press(page, 'Control+z');
    await expect(there).not.toHaveAttribute('data-closure-id');
    await press(page, 'Control+y');
    await expect(night).toHaveAccessibleName(held);
  });

  await test.step('released, and taken up again', async () => {
    await press(page, 'Enter');
    await dialog.getByRole('button', { name: '解放する' }).click();
    await expect(there).not.toHaveAttribute('data-closure-id');
    await press(page, 'Control+z');
    await expect(there).toHaveAttribute('data-closure-id', /\d/);
    await expect(night).toHaveAccessibleName(held);
  });

  await test.step('made into a booking, with guest, room and nights filled in', async () => {
    await night.focus();
    await press(page, 'Enter');
    await dialog.getByRole('button', { name: '予約にする' }).click();
    await expect(page.getByText(/仮予約を予約にします/)).toBeVisible();
    await expect(page.getByLabel('電話番号')).toHaveValue('090-1111-2222');
    await page.getByLabel('チェックイン時間').fill('15:00');
    await page.getByLabel('合計料金').fill('8000');
    await page
      .getByLabel(/予約者.*カナ/)
      .first()
      .fill('サトウ ハナ');
    await page
      .getByLabel(/宿泊者.*カナ/)
      .first()
      .fill('サトウ ハナ');
    await press(page, 'Alt+KeyG');
    await expect(there).toHaveAttribute('data-booking-id', /\d/);
    await expect(night).not.toHaveAttribute('data-closure-id');
    await buttonOf(page, 'OK').click();
  });
});

test('a hold that ends within 30 minutes is told on every screen, and its room is free by itself once it has ended', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay();
  const nowIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const { cell } = await openGrid(page, stay);
  const night = cell(room.number, stay.start);
  const notice = page.getByRole('status').filter({ hasText: '仮予約の期限がもうすぐです' });
  const stays = { room_number: room.number, start_date: stay.start, end_date: stay.end };
  const guest = { guest_name: '期限 太郎', tel: '', remark: '' };
  const { body: held } = await hotel.api.post<{ id: number }>('/api/tentative-stays', {
    ...{ ...stays, ...guest, until: nowIn(33 * 60) },
  });
  await expect(night).toHaveAttribute('data-closure-id', String(held.id));
  await expect(notice).toHaveCount(0);

  await test.step('its end comes near', async () => {
    await hotel.api.put(`/api/tentative-stays/${held.id}`, { until: nowIn(30 * 60) });
    await expect(notice).toContainText(`${room.number}号室 期限 太郎様`);
    await visit(page, '/handover');
    await expect(notice).toContainText('期限 太郎様');
    await notice.getByRole('button', { name: '開く' }).click();
    const dialog = dialogOf(page, `${room.number}号室の仮予約`);
    await expect(dialog).toBeVisible();
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('from a screen without calendar it is made into a booking, in its room and on its days', async () => {
    for (const path of ['/handover', '/front-desk', '/audit']) {
      await visit(page, path);
      await notice.getByRole('button', { name: '開く' }).click();
      await dialogOf(page).getByRole('button', { name: '予約にする' }).click();
      await expect(page.getByText(/仮予約を予約にします/)).toBeVisible();
      await expect(page.getByLabel('チェックイン日')).toHaveValue(stay.start);
      await expect(night).toBeInViewport();
    }
  });

  await test.step('it has ended', async () => {
    await hotel.api.put(`/api/tentative-stays/${held.id}`, { until: nowIn(2) });
    await expect(notice).toHaveCount(0);
    await openGrid(page, stay);
    await expect(night).not.toHaveAttribute('data-closure-id');
    await hotel.book(stay, room, { guest_name_1: '次の 客' });
    await expect(night).toHaveAttribute('data-booking-id', /\d/);
  });
});

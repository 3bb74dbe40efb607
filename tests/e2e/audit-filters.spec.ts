import { addDays, type Day } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { EventRecord } from '@wire/event-record.js';
import { AUDIT, openAudit } from './support/audit.js';
import { anAmendment, eventsOf } from './support/audit-events.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('filters narrow the log down, stand in the address and survive a reload; one button takes them back', async ({
  hotel,
  openTerminal,
}) => {
  const { booking, event } = await anAmendment(hotel);
  const { page } = await openTerminal();
  const log = await openAudit(page);
  const enter = async (label: string, text: string) => {
    await log.filter(label).fill(text);
    await page.keyboard.press('Enter');
  };
  await log.filter('種類').selectOption({ label: '予約変更' });
  await expect(page).toHaveURL(`${AUDIT}?type=ReservationAmended`);
  await expect(log.rows.filter({ hasNotText: '予約変更' })).toHaveCount(0);
  await enter('予約番号', booking.booking_number.toLowerCase().replace('au', 'ＡＵ'));
  await expect(log.rows).toHaveCount(1);
  await enter('予約ID', '　１２');
  await expect(log.filter('予約ID')).toHaveValue('12');
  await expect(page.getByText('条件に合う記録はありません。')).toBeVisible();
  await enter('予約ID', String(booking.id));
  await expect(log.row(event.position)).toBeVisible();

  await page.reload();
  await expect(log.row(event.position)).toBeVisible();
  await expect(log.rows).toHaveCount(1);
  await expect(log.filter('種類')).toHaveValue('ReservationAmended');
  await expect(log.filter('予約ID')).toHaveValue(String(booking.id));

  await buttonOf(page, '条件をクリア').click();
  await expect(page).toHaveURL(AUDIT);
  await expect(log.rows.nth(20)).toBeAttached();
  await expect(log.filter('予約番号')).toHaveValue('');
});

test('events are found by period, room, staff and terminal, and all of them can be saved', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const log = await openAudit(page);
  const [past] = await eventsOf(hotel, 'before=9000&limit=1');
  const [byStaff] = await eventsOf(hotel, 'before=head&type=ReservationAmended&staff_id=3&limit=1');
  if (!past || !byStaff) throw new Error('the sample hotel has no such events');

  await log.filter('スタッフ').selectOption({ label: byStaff.staff_name ?? '' });
  await expect(page).toHaveURL(`${AUDIT}?staff_id=3`);
  const room = /^\d+/.exec(byStaff.subject)?.[0] ?? '';
  await log.filter('部屋').fill(room);
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(`${AUDIT}?room=${room}&staff_id=3`);
  await expect(log.rows.filter({ hasNotText: byStaff.staff_name ?? '' })).toHaveCount(0);
  await expect(log.rows.first()).toContainText(room);

  await buttonOf(page, '条件をクリア').click();
  await expect(page).toHaveURL(AUDIT);
  const day = new Date(Date.parse(past.recorded_at) + 9 * 3_600_000).toISOString().slice(0, 10);
  await log.filter('期間の始め').fill(day.replaceAll('-', '/'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${AUDIT}?from=${day}`);
  await log.filter('期間の終わり').fill(addDays(day as Day, -3));
  await page.keyboard.press('Enter');
  await expect(log.filter('期間の始め')).toHaveValue(addDays(day as Day, -3));
  await log.filter('期間の始め').fill(day);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${AUDIT}?from=${day}&to=${day}`);
  await expect(log.rows.filter({ hasNotText: day.replaceAll('-', '/') })).toHaveCount(0);
  const ofDay = (await eventsOf(hotel, `before=head&from=${day}&to=${day}&limit=1000`)).map(
    ({ position }) => position,
  );
  await expect(log.row(ofDay[0] ?? 0)).toBeVisible();
  expect(ofDay).toContain(past.position);
  await log.filter('端末').fill('どこにもない端末');
  await page.keyboard.press('Enter');
  await expect(page.getByText('条件に合う記録はありません。')).toBeVisible();
  await log.filter('端末').fill('');
  await page.keyboard.press('Enter');
  await expect(log.row(ofDay[0] ?? 0)).toBeVisible();

  const saving = page.waitForEvent('download');
  await buttonOf(page, 'NDJSON').click();
  const saved = await (await saving).createReadStream();
  const lines = (await saved.toArray()).join('').trim().split('\n');
  const positions = lines.map((line) => (JSON.parse(line) as EventRecord).position);
  expect(positions).toEqual(ofDay.toReversed());
  const asked = page.waitForRequest(/format=csv/);
  const asTable = page.waitForEvent('download');
  await buttonOf(page, 'CSV').click();
  expect(new URL((await asked).url()).search).toBe(`?from=${day}&to=${day}&format=csv`);
  expect((await asTable).suggestedFilename()).toBe('events.csv');
});

test('a day is picked with the date picker', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  const log = await openAudit(page);
  await buttonOf(page, '期間の始めをカレンダーから選ぶ').click();
  await expect(dialogOf(page, '日付の選択')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${AUDIT}?from=${hotel.today}`);
  await expect(buttonOf(page, '期間の始めをカレンダーから選ぶ')).toBeFocused();
  await expect(log.filter('期間の始め')).toHaveValue(hotel.today);
});

import { expect, type Page } from '@playwright/test';
import type { HotelRecord } from '@wire/hotel-record.js';
import { openAudit, openHistory } from '../../support/audit.js';
import { goTo, visit } from '../../support/calendar.js';
import { dialogOf } from '../../support/dialogs.js';
import type { Hotel } from '../../support/hotel.js';

/** The event log with an event opened, all of it, and a line that tells of newer ones. */
export async function openedEvent(page: Page, hotel: Hotel): Promise<void> {
  const log = await openAudit(page, '?type=ReservationAmended');
  await log.rows.first().click();
  await log.detail.getByText('元データ').click();
  await log.grid.evaluate((element) => element.scrollTo({ top: 400 }));
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  await hotel.amend(id, { total_fee: 9_000 });
  await expect(log.fresh).toBeVisible();
}

/** The event log when nothing is found, and when the server refuses the question. */
export async function noEvents(page: Page): Promise<void> {
  await visit(page, '/audit?terminal=どこにもない端末');
  await expect(page.getByText('条件に合う記録はありません。')).toBeVisible();
}

/** The evidence with trouble: a log that was tampered with. */
export async function evidenceInTrouble(page: Page, { api }: Hotel): Promise<void> {
  const { log_id } = (await api.get<HotelRecord>('/api/hotel')).body;
  const hash = 'ab'.repeat(32);
  const checkpoint = { log_id, position: 8_123, hash, created_at: '2026-11-21T03:00:00Z' };
  await page.route('**/api/checkpoints', (route) =>
    route.fulfill({
      json: {
        folder: '/var/lib/hotel/evidence',
        key_id: '0123456789abcdef',
        every_minutes: 60,
        checkpoints: [{ ...checkpoint, key_id: '0123456789abcdef', signature: 'c2ln' }],
        unreadable_lines: 1,
        trouble: '位置 8123 のハッシュがチェックポイントと一致しません。',
      },
    }),
  );
  await openAudit(page);
  await page.getByRole('tab', { name: '証拠' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
}

async function openPast(page: Page, hotel: Hotel): Promise<number> {
  const stay = hotel.pastStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { tel: '090-0000-9999', notes: '静かな部屋' });
  await hotel.amend(id, { total_fee: 9_000 });
  await hotel.cancel(id);
  await goTo(page, `/reservation-registration/${id}`);
  await openHistory(page);
  return id;
}

/** All that happened to a booking. */
export async function shownHistory(page: Page, hotel: Hotel): Promise<void> {
  await openPast(page, hotel);
}

/** What would be erased of a guest, some of it not yet. */
export async function askedErasure(page: Page, hotel: Hotel): Promise<void> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { tel: '090-0000-9999' });
  await openPast(page, hotel);
  await page.getByRole('button', { name: '個人情報の削除…' }).click();
  await expect(dialogOf(page, '個人情報の削除')).toBeVisible();
}

/** A booking whose guest was erased, in the form. */
export async function erasedBooking(page: Page, hotel: Hotel): Promise<void> {
  const id = await openPast(page, hotel);
  await page.keyboard.press('Escape');
  await hotel.api.post(`/api/booking/${id}/erasure`, { reason: '依頼', booking_ids: [id] });
  await expect(page.getByText('個人情報は削除されています。')).toBeVisible();
}

import { expect, type Page } from '@playwright/test';
import { dialogOf } from '../../support/dialogs.js';
import { colleagueAt, openHandover } from '../../support/handover.js';
import type { Hotel } from '../../support/hotel.js';

/** The handover screen with something of every kind on it. */
export async function shownHandover(page: Page, hotel: Hotel): Promise<void> {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room);
  const colleague = colleagueAt(hotel, '夜勤');
  await colleague.amend(id, { room_id: otherRoom.roomId, notes: '高層階希望' });
  await colleague.pay(id);
  await colleague.writeNote(hotel.today, '団体のお客様の到着が早まります');
  const handover = await openHandover(page);
  await expect(handover.booking(id).first()).toBeVisible();
  await expect(handover.note('団体のお客様').first()).toBeVisible();
}

/** A note being changed, and a moment being asked for. */
export async function editedNote(page: Page, hotel: Hotel): Promise<void> {
  await shownHandover(page, hotel);
  const handover = await openHandover(page);
  await handover.note('団体のお客様').first().getByRole('button', { name: '変更' }).click();
  await expect(handover.notes.getByRole('form', { name: '申し送りの変更' })).toBeVisible();
  await handover.since.selectOption({ label: '日時を指定' });
  await expect(handover.changes.getByRole('form', { name: '日時を指定' })).toBeVisible();
}

/** The end of the shift being confirmed. */
export async function askedHandover(page: Page): Promise<void> {
  await openHandover(page);
  await page.keyboard.press('Alt+g');
  await expect(dialogOf(page, '引継ぎの確定')).toBeVisible();
}

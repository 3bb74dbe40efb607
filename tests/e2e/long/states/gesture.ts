import { expect, type Page } from '@playwright/test';
import { dragOver, openGrid, wordsOf } from '../../support/gestures.js';
import type { Hotel } from '../../support/hotel.js';

async function openBooked(page: Page, hotel: Hotel, locked: 0 | 1) {
  const stay = hotel.nextStay();
  const [room, other] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { room_move_lock: locked });
  const { cell } = await openGrid(page, stay);
  return { own: cell(room.number, stay.start), other: cell(other.number, stay.start) };
}

/** The menu of a booking in the calendar. */
export async function openedCellMenu(page: Page, hotel: Hotel): Promise<void> {
  const { own } = await openBooked(page, hotel, 0);
  await own.click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'できる操作' })).toBeVisible();
}

/** A booking that is taken up with the keyboard. */
export async function takenUp(page: Page, hotel: Hotel): Promise<void> {
  const { own } = await openBooked(page, hotel, 0);
  await own.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await expect(wordsOf(page)).toBeVisible();
}

/** A booking that is dragged where it may not be. */
export async function refusedDrag(page: Page, hotel: Hotel): Promise<void> {
  const { own, other } = await openBooked(page, hotel, 1);
  await dragOver(page, own, [other]);
  await expect(wordsOf(page)).toContainText('部屋移動不可');
}

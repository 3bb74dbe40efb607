import { expect, type Page } from '@playwright/test';
import { dialogOf } from '../../support/dialogs.js';
import { bookAtDesk, openDesk } from '../../support/front-desk.js';
import type { Hotel } from '../../support/hotel.js';

/** Late, waiting and arrived guests with every mark that a row can have. */
export async function deskWithEveryMark(page: Page, hotel: Hotel): Promise<void> {
  const marks = { nextday_out_flag: 1, room_move_lock: 1, coupon: 1 } as const;
  const told = { notes: '高層階希望', csv_notes: '300' };
  await bookAtDesk(hotel, -1, 2, { guest_name_1: '外観 遅子', ...marks, ...told });
  await bookAtDesk(hotel, 0, 1, { guest_name_1: '外観 待子' });
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '外観 済子' });
  await hotel.checkIn(id, hotel.today);
  const desk = await openDesk(page);
  await desk.filter.fill('外観');
  await expect(desk.row(id)).toContainText('到着済');
  await page.keyboard.press('Enter');
  await expect(desk.rows.first()).toBeFocused();
}

/** A filter that lets nobody through. */
export async function nobodyAtDesk(page: Page): Promise<void> {
  const desk = await openDesk(page);
  await desk.filter.fill('どこにもいない');
  await expect(page.getByText('条件に合う予約はありません。')).toBeVisible();
}

/** A guest pays, and how is not known. */
export async function askedPayment(page: Page, hotel: Hotel): Promise<void> {
  await bookAtDesk(hotel, 0, 1, { guest_name_1: '外観 払子' });
  const desk = await openDesk(page);
  await desk.filter.fill('外観 払子');
  await page.keyboard.press('Enter');
  await page.keyboard.press('p');
  await expect(dialogOf(page, '支払方法')).toBeVisible();
}

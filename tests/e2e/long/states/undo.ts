import { expect, type Page } from '@playwright/test';
import { goTo } from '../../support/calendar.js';
import { acceptAlert, dialogOf } from '../../support/dialogs.js';
import { buttonOf, fillForm } from '../../support/form.js';
import type { Hotel } from '../../support/hotel.js';

/** The line that tells of what was just done. */
export async function toldAct(page: Page, hotel: Hotel): Promise<number> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '外観 戻子', tel: '03-0000-0000' });
  await goTo(page, `/reservation-registration/${id}`);
  await fillForm(page, { 備考: '高層階希望', 電話番号: '03-1111-1111' });
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await expect(page.locator('.undo-toast')).toContainText('外観 戻子');
  return id;
}

/** Another terminal changed a part of what is to be taken back. */
export async function hinderedUndo(page: Page, hotel: Hotel): Promise<void> {
  const id = await toldAct(page, hotel);
  await hotel.amend(id, { tel: '03-2222-2222' });
  await page.keyboard.press('Alt+z');
  await expect(dialogOf(page, 'すべては元に戻せません')).toContainText('電話番号');
}

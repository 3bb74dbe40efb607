import type { Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';

/** What to put into fields, by their labels; true and false for flags. */
export type FormEntries = Record<string, string | boolean>;

/** A field by its label. */
export function fieldOf(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** A button by its name. */
export function buttonOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Fills fields as staff do, one after another. */
export async function fillForm(page: Page, entries: FormEntries): Promise<void> {
  for (const [label, value] of Object.entries(entries)) {
    const field = fieldOf(page, label);
    const isChoice = await field.evaluate((element) => element.tagName === 'SELECT');
    if (typeof value === 'boolean') await field.setChecked(value, { force: true });
    else if (isChoice) await field.selectOption({ label: value });
    else {
      await field.fill(value);
      await field.blur();
    }
  }
}

/** Runs 部屋検索 for a stay and party, and waits for the rooms that it offers. */
export async function searchRooms(page: Page, stay: Stay, party: FormEntries = { 男性: '1' }): Promise<void> {
  await fillForm(page, { チェックイン日: stay.start, チェックアウト日: stay.end, ...party });
  await buttonOf(page, '部屋検索').click();
  await expect(roomOptions(page).nth(1)).toBeAttached();
}

/** The choices of ルームタイプ, the blank one first. */
export function roomOptions(page: Page): Locator {
  return fieldOf(page, 'ルームタイプ').locator('option');
}

/** Chooses an offered room by its number. */
export async function chooseRoom(page: Page, roomNumber: string): Promise<void> {
  const option = roomOptions(page).filter({ hasText: new RegExp(`^${roomNumber}(\\D|$)`) });
  await fieldOf(page, 'ルームタイプ').selectOption((await option.getAttribute('value')) ?? '');
}

/** The fields of a guest who books and stays. */
export function guest(name: string): FormEntries {
  return { 予約者名: name, 宿泊者名: name, チェックイン時間: '15:00', 合計料金: '8000' };
}

/** Fills the whole form for a new booking, up to but not including 登録. */
export async function enterBooking(page: Page, stay: Stay, roomNumber: string, name: string): Promise<void> {
  await searchRooms(page, stay);
  await chooseRoom(page, roomNumber);
  await fillForm(page, guest(name));
}

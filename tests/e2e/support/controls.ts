import type { Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';

/** Values for fields, by their labels; true and false for flags. */
type FormEntries = Record<string, string | boolean>;

const MOST_STOPS = 60;

/** A field by its label. */
export function fieldOf(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** A button by its name. */
export function buttonOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** The dialog that is open, by its heading when one is given. */
export function dialogOf(page: Page, name?: string): Locator {
  return page.getByRole('dialog', name === undefined ? {} : { name });
}

/** Waits for an alert with this text, its OK focused, and closes it. */
export async function acceptAlert(page: Page, text: string | RegExp, heading?: string): Promise<void> {
  const alert = dialogOf(page, heading);
  await expect(alert).toContainText(text);
  await expect(alert.getByRole('button', { name: 'OK', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alert).toBeHidden();
}

/** Answers a question of a dialog with one of its buttons. */
export async function answer(page: Page, text: string | RegExp, button: string): Promise<void> {
  const choice = dialogOf(page).filter({ hasText: text }).getByRole('button', { name: button, exact: true });
  await choice.click();
  await expect(choice).toBeHidden();
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

/** Presses keys, one after another. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await pressUntil(page, 'Tab', () => target.evaluate((element) => element === document.activeElement));
}

/** Presses a key until something holds. */
export async function pressUntil(page: Page, key: string, holds: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; !(await holds()); presses++) {
    expect(presses, `${key} pressed`).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
  }
}

/** Types as an input method does: what Enter takes over is composed first. */
export async function compose(page: Page, kana: string, text: string): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const end = kana.length;
  await input.send('Input.imeSetComposition', { text: kana, selectionStart: end, selectionEnd: end });
  await page.keyboard.press('Enter');
  await input.send('Input.insertText', { text });
}

/** The text of what a click lets the browser save. */
export async function savedBy(page: Page, save: () => Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await save();
  return Buffer.concat(await (await (await saving).createReadStream()).toArray());
}

/** Chooses a file in the dialog of the browser that a key or click opens. */
export async function chooseFile(
  page: Page,
  open: () => Promise<void>,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // A key goes another way to the page than the order to take the dialog over, and could overtake it.
  await page.evaluate(() => 'the order has arrived');
  await open();
  await (await chooser).setFiles(file);
}

/** Drops files onto a part of the page. */
export async function dropFiles(part: Locator, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const contents = [...files].map(([name, bytes]) => ({ name, base64: bytes.toString('base64') }));
  const dataTransfer = await part.evaluateHandle((_, dropped) => {
    const data = new DataTransfer();
    for (const { name, base64 } of dropped) {
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
    }
    return data;
  }, contents);
  await part.dispatchEvent('dragover', { dataTransfer });
  await part.dispatchEvent('drop', { dataTransfer });
}

/** The box that finds guests, by what people see of it. */
export function findBoxOf(page: Page) {
  const field = page.getByRole('combobox', { name: '予約を探す' });
  const list = page.getByRole('listbox', { name: '見つかった予約' });
  return {
    field,
    list,
    options: list.getByRole('option'),
    option: (bookingId: number): Locator => page.locator(`[role="option"][data-booking="${bookingId}"]`),
    /** Goes there by its key and types. */
    async type(words: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await field.pressSequentially(words);
    },
  };
}

import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 60;

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await pressUntil(page, 'Tab', () => target.evaluate((element) => element === document.activeElement));
}

/** Presses a key until something holds. */
export async function pressUntil(
  page: Page,
  key: string,
  holds: () => Promise<boolean>,
  press = (pressed: string) => page.keyboard.press(pressed),
): Promise<void> {
  for (let presses = 0; !(await holds()); presses++) {
    expect(presses, `${key} pressed`).toBeLessThan(MOST_STOPS);
    await press(key);
  }
}

/** The room and date, or header row and date, of the cell that has the focus. */
export function focusedCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { room, header, date } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    return `${room ?? header} ${date ?? ''}`.trim();
  });
}

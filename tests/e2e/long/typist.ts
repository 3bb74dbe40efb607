import type { Locator, Page } from '@playwright/test';
import { pressUntil } from '../support/keyboard.js';

/** The keyboard of a clerk who has no mouse, and how often a key was pressed so far. */
export type Typist = ReturnType<typeof typistAt>;

/** Counts what is pressed on a page: a chord is one, and so is each character typed. */
export function typistAt(page: Page) {
  let strokes = 0;
  const press = async (key: string): Promise<void> => {
    strokes += 1;
    await page.keyboard.press(key);
  };
  return {
    /** Presses keys one after another. */
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) await press(key);
    },
    /** Presses a key until something holds. */
    pressUntil: (key: string, holds: () => Promise<boolean>) => pressUntil(page, key, holds, press),
    /** Goes on to a field. */
    tabTo: (field: Locator) =>
      pressUntil(page, 'Tab', () => field.evaluate((element) => element === document.activeElement), press),
    async type(text: string): Promise<void> {
      strokes += [...text].length;
      await page.keyboard.type(text);
    },
    strokes: () => strokes,
  };
}

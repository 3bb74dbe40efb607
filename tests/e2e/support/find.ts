import type { Locator, Page } from '@playwright/test';

/** The box that finds guests, by what people see of it. */
export function findBoxOf(page: Page) {
  const field = page.getByRole('combobox', { name: '予約を探す' });
  return {
    field,
    list: page.getByRole('listbox', { name: '見つかった予約' }),
    options: page.getByRole('listbox', { name: '見つかった予約' }).getByRole('option'),
    option: (bookingId: number): Locator => page.locator(`[role="option"][data-booking="${bookingId}"]`),
    /** Goes there by its key and types. */
    async type(words: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await field.pressSequentially(words);
    },
  };
}

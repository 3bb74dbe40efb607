import { expect, type Locator, type Page } from '@playwright/test';
import { deskAt } from '../support/desk.js';
import { buttonOf } from '../support/form.js';
import { checkRows } from './check-rows.js';

const rows = {
  hover: 'tooltips are enabled on every tooltip-marked element once the page has loaded: under the pointer',
  focus: 'tooltips are enabled on every tooltip-marked element once the page has loaded: with the keyboard',
} as const;

const tooltip = (page: Page) => page.getByRole('tooltip');

/** One marked element of each kind that the page has, and a booked cell, which is marked when it is reached. */
async function markedElements(page: Page): Promise<Locator[]> {
  const all = page.locator('[data-tooltip]');
  const kinds = await all.evaluateAll((elements) =>
    elements.map(({ tagName, className }) => `${tagName} ${className}`),
  );
  const firsts = [...new Set(kinds)].map((kind) => all.nth(kinds.indexOf(kind)));
  return [...firsts, page.locator('[data-booking-id]').nth(3)];
}

checkRows('2 tooltips', rows, {
  async hover({ desk: { page } }) {
    await deskAt(page, '/reservation-registration');
    const marked = await markedElements(page);
    expect(marked.length).toBeGreaterThan(4);
    for (const element of marked) {
      await element.hover();
      const text = String(await element.getAttribute('data-tooltip'));
      expect(text).not.toBe('');
      await expect(tooltip(page)).toHaveText(text);
    }
  },

  async focus({ desk: { page } }) {
    await deskAt(page, '/reservation-registration');
    await buttonOf(page, '表示').focus();
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAttribute('data-tooltip', /./);
    await expect(tooltip(page)).toHaveText(String(await page.locator(':focus').getAttribute('data-tooltip')));
    const night = page.locator('[data-booking-id]').nth(3);
    await night.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(night).toBeFocused();
    await expect(tooltip(page)).toHaveText(String(await night.getAttribute('data-tooltip')));
  },
});

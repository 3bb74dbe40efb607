import type { Locator, Page } from '@playwright/test';

/** The menu of a night in the calendar. */
export const menuOf = (page: Page): Locator => page.getByRole('menu', { name: 'できる操作' });

/** An entry of it. */
export const entryOf = (page: Page, name: string): Locator => menuOf(page).getByRole('menuitem', { name });

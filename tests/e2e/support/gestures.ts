import type { Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { around, type Calendar, goTo } from './calendar.js';

const EDGE = 3;

/** Place of the pointer in a cell: its middle, or the edge where a stay is extended or shortened. */
type Spot = 'middle' | 'start' | 'end';

async function pointOf(cell: Locator, spot: Spot): Promise<[number, number]> {
  const box = await cell.boundingBox();
  if (!box) throw new Error('the cell is not drawn');
  const x = { middle: box.width / 2, start: EDGE, end: box.width - EDGE }[spot];
  return [box.x + x, box.y + box.height / 2];
}

/** Drags from one cell over others and keeps the button down. */
export async function dragOver(page: Page, from: Locator, over: readonly Locator[], spot: Spot = 'middle') {
  // On a narrow screen the calendar lies below the form.
  for (const cell of [...over, from]) await cell.scrollIntoViewIfNeeded();
  await page.mouse.move(...(await pointOf(from, spot)));
  await page.mouse.down();
  for (const cell of over) await moveOver(page, cell);
}

/** Moves the pointer to the middle of a cell. */
export async function moveOver(page: Page, cell: Locator): Promise<void> {
  await page.mouse.move(...(await pointOf(cell, 'middle')), { steps: 4 });
}

/** Finds the words beside the pointer. */
export function wordsOf(page: Page): Locator {
  return page.locator('.gesture-words');
}

/** Finds the words that are read out while something is placed. */
export function spokenOf(page: Page): Locator {
  return page.locator('[data-gesture-spoken]');
}

/** The registration screen around a stay, once things can be dragged there. */
export async function openGrid(page: Page, stay: Stay): Promise<Calendar> {
  const calendar = await goTo(page, '/reservation-registration', around(stay));
  await expect(spokenOf(page)).toBeAttached();
  return calendar;
}

/** The menu of a night in the calendar. */
export const menuOf = (page: Page): Locator => page.getByRole('menu', { name: 'できる操作' });

/** An entry of it. */
export const entryOf = (page: Page, name: string): Locator => menuOf(page).getByRole('menuitem', { name });

import { expect, type Locator, type Page } from '@playwright/test';
import type { Hotel } from './hotel.js';

export const MASTERS = '/masters';

let names = 0;
const RUN = Date.now().toString(36).toUpperCase();

/** A name that no other record has. */
export function aName(what: string): string {
  return `${what}${RUN}${++names}`;
}

/** Goes to a list of the masters screen and waits until it is there and live. */
export async function openList(page: Page, tab: string): Promise<void> {
  await page.goto(`${MASTERS}?tab=${tab}`);
  await expect(page.getByRole('button', { name: '追加', exact: true })).toBeVisible();
  await expect(page.getByText('接続中')).toBeVisible();
}

/** The row of a record in a list, by a text that only it has. */
export function recordRow(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** What was done last, as the screen tells it. */
export function doneOf(page: Page): Locator {
  return page.locator('.done-notice');
}

/** Writes a master record as another client. */
export async function define<Rec>(hotel: Hotel, path: string, body: Record<string, unknown>): Promise<Rec> {
  const { status, body: record } = await hotel.api.post<Rec>(path, body);
  expect(status, JSON.stringify(record)).toBe(201);
  return record;
}

import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from './calendar.js';

export const QUEUE = '/auto-registration';

/** The failed queue of a screen. */
export type Queue = ReturnType<typeof queueOf>;

/** Finds things in the failed queue. */
export function queueOf(page: Page) {
  const grid = page.getByRole('grid', { name: '自動登録失敗の一覧' });
  return {
    grid,
    rows: grid.locator('[data-record]'),
    row: (bookingNumber: string): Locator =>
      grid.locator('[data-record]', {
        has: page.locator(`.queue-cell > .first:text-is("${bookingNumber}")`),
      }),
    heads: grid.locator('.queue-head'),
    text: page.getByLabel('宿泊者・予約番号・電話番号'),
    reason: (name: string): Locator =>
      page.getByRole('group', { name: '理由' }).getByRole('button', { name }),
    badge: page.getByRole('navigation').getByRole('link', { name: /^自動登録/ }),
  };
}

/** Goes to the failed queue and waits until it is there and live; shows only what is found by a text, if one is given. */
export async function openQueue(page: Page, text = ''): Promise<Queue> {
  await visit(page, QUEUE);
  const queue = queueOf(page);
  await expect(queue.reason('すべて')).toHaveText(/\d/);
  await expect(page.getByText('最近の取り込み')).toBeVisible();
  await queue.text.fill(text);
  return queue;
}

/** How many the badge says. */
export async function badgeOf({ badge }: Queue): Promise<number> {
  return Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0] ?? 0);
}

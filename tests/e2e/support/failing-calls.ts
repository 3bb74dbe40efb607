import { type ConsoleMessage, expect } from '@playwright/test';
import { dialogOf } from './dialogs.js';
import type { Terminal } from './terminal.js';

/** What a failed call says; nothing else in the product says so, or answers so. */
const FAILURE = { status: 599, error: 'わざと失敗させた呼び出しです。' };

/** Lets calls fail while something is done that needs them: they are logged to the console, staff see no message. */
export async function failQuietly(
  terminal: Terminal,
  calls: RegExp,
  work: () => Promise<void>,
): Promise<void> {
  const { page } = terminal;
  terminal.allowError(new RegExp(`status of ${FAILURE.status}|${FAILURE.error}`));
  const logged: string[] = [];
  const listen = (message: ConsoleMessage) => message.type() === 'error' && logged.push(message.text());
  page.on('console', listen);
  await page.route(calls, (route) =>
    route.fulfill({ status: FAILURE.status, json: { error: FAILURE.error, errors: [] } }),
  );
  try {
    await work();
    await expect.poll(() => logged.filter((text) => text.includes(FAILURE.error))).not.toEqual([]);
    await expect(page.getByRole('status', { name: '読み込み中' })).toBeHidden();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.locator('body')).not.toContainText(FAILURE.error);
  } finally {
    await page.unroute(calls);
    page.off('console', listen);
  }
}

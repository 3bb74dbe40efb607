import { expect, type Locator, type Page } from '@playwright/test';
import type { Terminal } from './terminal.js';

/** Waits until the terminal has the app itself, so that it opens without a server. */
export async function appIsKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Keeps the app on the terminal now, which does so itself once it has nothing else to do. */
export async function keepApp(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js'));
  await appIsKept(page);
}

/** Every key under which something is kept on the terminal. */
export function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const open = indexedDB.open('hotel-front-desk');
    const typed = Object.keys(localStorage).filter((key) => /^typed-(form|text) /.test(key));
    const kept = await new Promise<string[]>((resolve, reject) => {
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const keys = open.result.transaction('kept').objectStore('kept').getAllKeys();
        keys.onsuccess = () => resolve(keys.result.map(String));
        keys.onerror = () => reject(keys.error);
      };
    });
    return [...kept, ...typed];
  });
}

/** Waits until the calendar that is shown is kept. */
export async function calendarIsKept(page: Page): Promise<void> {
  const first = await page.getByLabel('開始日', { exact: true }).inputValue();
  const last = await page.getByLabel('終了日', { exact: true }).inputValue();
  await expect.poll(() => keptKeys(page)).toContain(`time ${first} ${last}`);
}

/** Finds the mark that says as of when the calendar is while the line is down. */
export function lineDownMark(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /通信断：\d+\/\d+\(.\) \d\d:\d\d 時点の表示/ });
}

/** Lets the browser say what it says of calls without a server, and leave pages with something unsaved. */
export function expectLineDown(terminal: Terminal): void {
  terminal.allowError(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection .* failed/);
  terminal.allowError(
    /サーバーに接続できません|when fetching the script|dynamically imported module|preload CSS/,
  );
  // Of the font the terminal has what it needed so far.
  terminal.allowError(/ERR_FAILED .*\.woff2/);
  terminal.page.on('dialog', (dialog) => void dialog.accept());
}

/** Notes in the page that it is this one, which is gone after a reload. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
}

/** Tells whether the page is still the one that was marked. */
export function isMarkedPage(page: Page): Promise<boolean> {
  return page.evaluate(() => 'notReloaded' in window);
}

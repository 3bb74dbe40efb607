import { chromium } from '@playwright/test';

/** How one particular browser is started; an empty one is Playwright's own. */
export type BrowserLaunch = { executablePath?: string; channel?: string; env?: Record<string, string> };

const LAUNCH_TIMEOUT_MS = 30_000;

// In Japanese, or native date fields show the American order; quiet, or it looks for updates at every start. Service
// workers heed no other word about the certificates that tests make for themselves.
const args = [
  '--lang=ja-JP',
  '--accept-lang=ja-JP',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--ignore-certificate-errors',
];

/** Playwright's launch options for a browser that the tests use. */
export function launchOptions({ env, ...launch }: BrowserLaunch) {
  return {
    ...launch,
    args,
    timeout: LAUNCH_TIMEOUT_MS,
    env: { ...process.env, LANGUAGE: 'ja', LC_ALL: 'ja_JP.UTF-8', ...env },
  };
}

/** Null when the browser starts and really draws text, else what went wrong. */
export async function tryBrowser(launch: BrowserLaunch): Promise<string | null> {
  try {
    const browser = await chromium.launch(launchOptions(launch));
    try {
      const page = await browser.newPage();
      const blank = await page.screenshot();
      await page.setContent('<p style="font: 40px sans-serif">Hotel</p>');
      return blank.equals(await page.screenshot()) ? 'it draws blank pages' : null;
    } finally {
      await browser.close();
    }
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  }
}

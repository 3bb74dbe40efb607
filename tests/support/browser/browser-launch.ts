import { chromium } from '@playwright/test';

/** Launch options of one browser; an empty one is Playwright's own. */
export type BrowserLaunch = { executablePath?: string; channel?: string; env?: Record<string, string> };

const LAUNCH_TIMEOUT_MS = 180_000;

// In Japanese, or native date fields show the American order; quiet, or it looks for updates at every start.
const args = [
  '--lang=ja-JP',
  '--accept-lang=ja-JP',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Playwright's launch options for a browser that the tests use; it has the machine's own time also beside libfaketime. */
export function launchOptions({ env, ...launch }: BrowserLaunch) {
  const { LD_PRELOAD: _, ...inherited } = process.env;
  return {
    ...launch,
    args,
    timeout: LAUNCH_TIMEOUT_MS,
    env: { ...inherited, LANGUAGE: 'ja', LC_ALL: 'ja_JP.UTF-8', ...env },
  };
}

/** The version of a browser that starts and really draws text; throws when it does not. */
export async function startBrowser(launch: BrowserLaunch): Promise<string> {
  const browser = await chromium.launch(launchOptions(launch));
  try {
    const page = await browser.newPage();
    const blank = await page.screenshot();
    await page.setContent('<p style="font: 40px sans-serif">Hotel</p>');
    if (blank.equals(await page.screenshot())) throw new Error('it draws blank pages');
    return browser.version();
  } finally {
    await browser.close();
  }
}

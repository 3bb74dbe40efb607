import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import sirv from 'sirv';
import { launchOptions } from '#tests/support/browser/browser-launch.js';
import { findBrowser } from '#tests/support/browser/find-browser.js';
import { repeated } from '../harness.js';
import type { CalendarFigures } from './product-calendar.js';
import { restPointer, VIEWPORT } from './yardstick.js';

const PATIENCE_MS = 60_000;
/** Milliseconds above which a page is loaded once only. */
const SLOW_MS = 3_000;
const CHANGES = 5;
const inBench = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Actions that a page of `peers/calendar` offers. */
type Shown = {
  painted: number;
  elements(): number;
  scroll(axis: string, step: number): Promise<number[]>;
  changeOne(): Promise<number>;
};
type Showing = Window & { shown: Shown };

/** Builds the pages that show the same hotel in other ways and serves them; `failed` says why some are missing. */
export async function serveCalendars() {
  const folder = inBench('../../../.cache/calendar-ways');
  const args = ['--no-warnings', inBench('../peers/calendar/build.mjs'), folder];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const server = createServer(sirv(folder)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failed: JSON.parse(told.trim().split('\n').at(-1) ?? '{}') as Record<string, string>,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** Loads a page and waits until it can be measured; what it throws meanwhile is thrown here. */
async function load(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'ja-JP' });
  const broken = new Promise<never>((_, reject) => page.once('pageerror', reject));
  const shown = async () => {
    await page.goto(url);
    await page.waitForFunction(() => 'shown' in window);
  };
  await Promise.race([shown(), broken]);
  return page;
}

async function measureIn(browser: Browser, url: string, loads: number): Promise<CalendarFigures> {
  const painted: number[] = [];
  let page: Page;
  do {
    page = await load(browser, url);
    painted.push(await page.evaluate(() => (window as unknown as Showing).shown.painted));
    if (painted.length < loads && painted.every((ms) => ms < SLOW_MS)) await page.close();
  } while (page.isClosed());
  const changeOne = () => page.evaluate(() => (window as unknown as Showing).shown.changeOne());
  const changed = await repeated(changeOne, CHANGES);
  const elements = await page.evaluate(() => (window as unknown as Showing).shown.elements());
  await restPointer(page);
  const down = [await page.evaluate(() => (window as unknown as Showing).shown.scroll('scrollTop', 60))];
  const across = [await page.evaluate(() => (window as unknown as Showing).shown.scroll('scrollLeft', 80))];
  return { painted, changed, elements, down, across };
}

/** Loads a calendar so many times, in a browser of its own; throws when it takes too long. */
export async function measureCalendar(url: string, loads: number): Promise<CalendarFigures> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const given = new AbortController();
  const work = measureIn(browser, url, loads);
  work.catch(() => {}); // What it comes to after it was given up is of no interest.
  const tooLong = pause(PATIENCE_MS, null, { signal: given.signal }).then(() => {
    throw new Error(`did not finish within ${PATIENCE_MS / 1000} s`);
  });
  tooLong.catch(() => {});
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    given.abort();
    await browser.close(); // A page that hangs can be ended only with its browser.
  }
}

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import sirv from 'sirv';
import { launchOptions } from '../../support/browser/browser-launch.js';
import { findBrowser } from '../../support/browser/find-browser.js';
import type { CalendarFigures, CalendarSize } from './calendar-records.js';
import { VIEWPORT } from './product-calendar.js';

const PATIENCE_MS = 60_000;
/** What takes longer is loaded once only. */
const SLOW_MS = 3_000;
const SCROLL = { frames: 120, limitMs: 2_500 };
const CHANGES = 5;

/** What a page of `peers/calendar` lets be done with it. */
type Shown = {
  painted: number;
  elements(): number;
  scroll(axis: string, step: number, frames: number, limitMs: number): Promise<number[]>;
  changeOne(): Promise<number>;
};

/** Builds the pages that show the same hotel in other ways and serves them; `failed` says why some are missing. */
export async function serveWays() {
  const folder = fileURLToPath(new URL('../../../.cache/calendar-ways', import.meta.url));
  const script = fileURLToPath(new URL('../peers/calendar/build.mjs', import.meta.url));
  const told = execFileSync(process.execPath, ['--no-warnings', script, folder], { encoding: 'utf8' });
  const server = createServer(sirv(folder));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
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

const paintedIn = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shown: Shown }).shown.painted);

async function figuresOf(page: Page) {
  return page.evaluate(
    async ({ scroll, changes }) => {
      const { shown } = window as unknown as { shown: Shown };
      const changed: number[] = [];
      for (let change = 0; change <= changes; change++) changed.push(await shown.changeOne());
      const elements = shown.elements();
      const down = await shown.scroll('scrollTop', 60, scroll.frames, scroll.limitMs);
      const across = await shown.scroll('scrollLeft', 80, scroll.frames, scroll.limitMs);
      return { changed: changed.slice(1), elements, down: [down], across: [across] };
    },
    { scroll: SCROLL, changes: CHANGES },
  );
}

/** The work, or an error once it takes too long. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not finish within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads a way of showing the calendar so many times, in a browser of its own; throws when it takes too long. */
export async function measureWay(
  url: string,
  way: string,
  { rooms, days }: CalendarSize,
  loads: number,
): Promise<CalendarFigures> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const address = `${url}/${way}/?rooms=${rooms}&days=${days}`;
  const measured = async () => {
    let page = await load(browser, address);
    const painted = [await paintedIn(page)];
    while (painted.length < loads && painted.every((ms) => ms < SLOW_MS)) {
      await page.close();
      page = await load(browser, address);
      painted.push(await paintedIn(page));
    }
    return { painted, ...(await figuresOf(page)) };
  };
  const work = measured();
  work.catch(() => {}); // What it comes to after it was given up is of no interest.
  try {
    return await within(PATIENCE_MS, work);
  } finally {
    await browser.close(); // A page that hangs can be ended only with its browser.
  }
}

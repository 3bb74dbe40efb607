import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test';
import { clockOffset } from '#tests/support/clock/chosen-clock.mjs';
import { shiftDate } from '#tests/support/clock/shift-date-by.cjs';

/** One terminal of the front desk: a browser of its own, and all that went wrong in it. */
export type Terminal = {
  page: Page;
  /** Lets a kind of console error pass that the test itself provokes. */
  allowError(pattern: RegExp): void;
  /** Errors, warnings and violations that no test provoked. */
  problems(): string[];
  /** Begins anew for the next test: nothing has been seen, nothing is allowed. */
  reset(): void;
  close(): Promise<void>;
};

/** Opens a terminal of a test. */
export type OpenTerminal = (options?: BrowserContextOptions) => Promise<Terminal>;

/** Settings of a page, for terminals that live longer than a test. */
const DESK = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } };

/** Divides the speed of every page, as on a slow terminal; 1 leaves it. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);

const SERIOUS = ['error', 'warning', 'assert'];

/** Milliseconds from a browser's time to the chosen one; libfaketime gives another machine time to this process only. */
async function browserOffset(browser: Browser): Promise<number> {
  if (!process.env.LD_PRELOAD) return clockOffset();
  const page = await browser.newPage();
  const offset = Date.now() - (await page.evaluate(() => Date.now()));
  await page.close();
  return offset;
}

/** Opens a browser with storage of its own; without service worker, which costs time, unless the options allow it. */
async function openTerminal(browser: Browser, options: BrowserContextOptions): Promise<Terminal> {
  const context = await browser.newContext(options);
  await context.addInitScript(shiftDate, await browserOffset(browser));
  // What Playwright blocks by itself it warns of in the console.
  if (options.serviceWorkers !== 'allow')
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message: ConsoleMessage) => {
    if (!SERIOUS.includes(message.type())) return;
    seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => seen.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  const page = await context.newPage();
  if (SLOWDOWN > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  return {
    page,
    allowError: (pattern) => allowed.push(pattern),
    problems: () => seen.filter((text) => !allowed.some((pattern) => pattern.test(text))),
    reset() {
      seen.length = 0;
      allowed.length = 0;
    },
    close: () => context.close(),
  };
}

type Use<Value> = (value: Value) => Promise<void>;

/** A terminal for all tests of a worker. */
export async function useTerminal(browser: Browser, baseURL: string, use: Use<Terminal>): Promise<void> {
  const terminal = await openTerminal(browser, { baseURL, ...DESK });
  await use(terminal);
  await terminal.close();
}

/** Lends such a terminal to a test, and tidies it up afterwards; the test must not have made it log an error. */
export async function lendTerminal(
  terminal: Terminal,
  use: Use<Terminal>,
  tidyUp: (page: Page) => Promise<void>,
): Promise<void> {
  terminal.reset();
  await use(terminal);
  await terminal.page.unrouteAll({ behavior: 'ignoreErrors' });
  await tidyUp(terminal.page);
  expect(terminal.problems(), 'errors and warnings of the browser').toEqual([]);
}

/** Lets a test open terminals of its own; at its end none may have logged an error. */
export async function useTerminals(browser: Browser, baseURL: string, use: Use<OpenTerminal>): Promise<void> {
  const terminals: Terminal[] = [];
  await use(async (options) => {
    const terminal = await openTerminal(browser, { baseURL, ...options });
    terminals.push(terminal);
    return terminal;
  });
  const problems = terminals.flatMap((terminal) => terminal.problems());
  for (const terminal of terminals) await terminal.close();
  expect(problems, 'errors and warnings of the browser').toEqual([]);
}

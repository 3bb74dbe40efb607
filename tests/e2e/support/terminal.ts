import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from '@playwright/test';

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

/** What the settings say of a page, for terminals that live longer than a test. */
export const DESK = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } };

const SERIOUS = ['error', 'warning', 'assert'];

/** Opens a browser with storage of its own; without service worker, which costs time, unless the options allow it. */
export async function openTerminal(browser: Browser, options: BrowserContextOptions): Promise<Terminal> {
  const context = await browser.newContext(options);
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
  return {
    page: await context.newPage(),
    allowError: (pattern) => allowed.push(pattern),
    problems: () => seen.filter((text) => !allowed.some((pattern) => pattern.test(text))),
    reset() {
      seen.length = 0;
      allowed.length = 0;
    },
    close: () => context.close(),
  };
}

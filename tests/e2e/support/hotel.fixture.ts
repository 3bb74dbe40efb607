import { test as base, type Page } from '@playwright/test';
import { type Hotel, hotelAt } from './hotel.js';
import { type RestartableServer, serveRestartable } from './restartable-server.js';
import { lendTerminal, type OpenTerminal, type Terminal, useTerminal, useTerminals } from './terminal.js';

const START_TIMEOUT_MS = 600_000;

/** Far from the hotel’s zone, where it is often another day: nothing may depend on where the server stands. */
const SERVER_ZONE = 'America/New_York';

type Fixtures = {
  /** A terminal for all tests of a worker: `goTo` leads it from screen to screen. */
  desk: Terminal;
  /** Another one. */
  elsewhere: Terminal;
  openTerminal: OpenTerminal;
};
type WorkerFixtures = {
  /** The real product on a database of its own, one for all files of a worker. */
  server: RestartableServer;
  /** The sample hotel that it serves. */
  hotel: Hotel;
  sharedTerminal: Terminal;
  secondTerminal: Terminal;
};

/** Forgets what a test typed, the copies of papers that it kept, and the booking that it left open beside the screens. */
async function forgetTyped(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate(async () => {
    // By then the page itself has taken away what it put on paper: nobody else may.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const copy of document.querySelectorAll('body > .printed')) copy.remove();
    document.querySelector<HTMLElement>('.booking-panel [aria-label="閉じる"]')?.click();
    for (const key of Object.keys(localStorage))
      if (/^typed-(form|text) /.test(key)) localStorage.removeItem(key);
    // As if another page of the terminal had done it: what the page holds of it goes.
    dispatchEvent(new StorageEvent('storage', { key: 'typed-text ' }));
  });
}

/** A test of the real product with the sample hotel. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    ({}, use) => serveRestartable({ TZ: SERVER_ZONE, WEBHOOK_PRIVATE_ADDRESSES: '1' }, use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  hotel: [async ({ server }, use) => use(await hotelAt(server.url)), { scope: 'worker' }],
  sharedTerminal: [({ browser, hotel }, use) => useTerminal(browser, hotel.url, use), { scope: 'worker' }],
  secondTerminal: [({ browser, hotel }, use) => useTerminal(browser, hotel.url, use), { scope: 'worker' }],
  desk: ({ sharedTerminal }, use) => lendTerminal(sharedTerminal, use, forgetTyped),
  elsewhere: ({ secondTerminal }, use) => lendTerminal(secondTerminal, use, forgetTyped),
  openTerminal: ({ browser, hotel }, use) => useTerminals(browser, hotel.url, use),
});

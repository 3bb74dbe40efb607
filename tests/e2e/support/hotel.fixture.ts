import { type Browser, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { type Hotel, hotelAt } from './hotel.js';
import { type RestartableServer, serveRestartable } from './restartable-server.js';
import { DESK, openTerminal, type Terminal } from './terminal.js';

const START_TIMEOUT_MS = 600_000;

/** Far from the hotel’s zone, where it is often another day: nothing may depend on where the server stands. */
const SERVER_ZONE = 'America/New_York';

type Fixtures = {
  /** A terminal for all tests of a worker: `goTo` leads it from screen to screen. At the end of a test it must not have logged an error. */
  desk: Terminal;
  /** Another one. */
  elsewhere: Terminal;
  /** Opens a terminal; at the end of the test none may have logged an error. */
  openTerminal: (options?: BrowserContextOptions) => Promise<Terminal>;
};
type WorkerFixtures = {
  /** The real product on a database of its own, one for all files of a worker. */
  server: RestartableServer;
  /** The sample hotel that it serves. */
  hotel: Hotel;
  sharedTerminal: Terminal;
  secondTerminal: Terminal;
};

type Work<Value> = (value: Value) => Promise<void>;
type Opener = { browser: Browser; hotel: Hotel };

async function useTerminal({ browser, hotel }: Opener, use: Work<Terminal>): Promise<void> {
  const terminal = await openTerminal(browser, { baseURL: hotel.url, ...DESK });
  await use(terminal);
  await terminal.close();
}

/** Lends a shared terminal to a test; what the test typed or changed there is not left to the next. */
async function lend(terminal: Terminal, use: Work<Terminal>): Promise<void> {
  const { page } = terminal;
  terminal.reset();
  await use(terminal);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (page.url() !== 'about:blank')
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('typed-form ')) localStorage.removeItem(key);
    });
  expect(terminal.problems(), 'errors and warnings of the browser').toEqual([]);
}

/** A test of the real product with the sample hotel. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    ({}, use) => serveRestartable({ TZ: SERVER_ZONE }, use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  hotel: [async ({ server }, use) => use(await hotelAt(server.url)), { scope: 'worker' }],
  sharedTerminal: [useTerminal, { scope: 'worker' }],
  secondTerminal: [useTerminal, { scope: 'worker' }],
  desk: ({ sharedTerminal }, use) => lend(sharedTerminal, use),
  elsewhere: ({ secondTerminal }, use) => lend(secondTerminal, use),
  openTerminal: async ({ browser, hotel }, use) => {
    const terminals: Terminal[] = [];
    await use(async (options) => {
      const terminal = await openTerminal(browser, { baseURL: hotel.url, ...options });
      terminals.push(terminal);
      return terminal;
    });
    const problems = terminals.flatMap((terminal) => terminal.problems());
    for (const terminal of terminals) await terminal.close();
    expect(problems, 'errors and warnings of the browser').toEqual([]);
  },
});

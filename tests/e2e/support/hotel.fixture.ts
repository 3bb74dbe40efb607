import { type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { type Hotel, hotelAt } from './hotel.js';
import { type RestartableServer, serveRestartable } from './restartable-server.js';
import { openTerminal, type Terminal } from './terminal.js';

const START_TIMEOUT_MS = 600_000;

const DESK = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } };

type Fixtures = {
  /** The terminal of `sharedTerminal`, which must not have logged an error by the end of the test. */
  desk: Terminal;
  /** Opens a terminal; at the end of the test none may have logged an error. */
  openTerminal: (options?: BrowserContextOptions) => Promise<Terminal>;
};
type WorkerFixtures = {
  /** Settings of the server's process; a file that has its own gets a server of its own. */
  serverEnv: Record<string, string>;
  /** The real product on a database of its own, one for all files of a worker. */
  server: RestartableServer;
  /** The sample hotel that it serves. */
  hotel: Hotel;
  /** One terminal for all tests of a worker that only look, or leave things as they found them. */
  sharedTerminal: Terminal;
};

/** A test of the real product with the sample hotel. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverEnv: [{}, { scope: 'worker', option: true }],
  server: [
    ({ serverEnv }, use) => serveRestartable(serverEnv, use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  hotel: [async ({ server }, use) => use(await hotelAt(server.url)), { scope: 'worker' }],
  sharedTerminal: [
    async ({ browser, hotel }, use) => {
      const terminal = await openTerminal(browser, { baseURL: hotel.url, ...DESK });
      await use(terminal);
      await terminal.close();
    },
    { scope: 'worker' },
  ],
  desk: async ({ sharedTerminal }, use) => {
    await use(sharedTerminal);
    // What one test typed is not offered to the next.
    await sharedTerminal.page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('typed-form ')) localStorage.removeItem(key);
    });
    expect(sharedTerminal.problems(), 'errors and warnings of the browser').toEqual([]);
  },
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

import { type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { startTestServer } from '../../support/server.js';
import { type Hotel, hotelAt } from './hotel.js';
import { openTerminal, type Terminal } from './terminal.js';

const START_TIMEOUT_MS = 120_000;

type Fixtures = {
  /** Opens a terminal; at the end of the test none may have logged an error. */
  openTerminal: (options?: BrowserContextOptions) => Promise<Terminal>;
};
type WorkerFixtures = {
  /** Settings of the server's process; a file that has its own gets a server of its own. */
  serverEnv: Record<string, string>;
  /** The sample hotel, one for all files of a worker. */
  hotel: Hotel;
};

/** A test with the real product on a database of its own. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverEnv: [{}, { scope: 'worker', option: true }],
  hotel: [
    async ({ serverEnv }, use) => {
      const server = await startTestServer({ sampleData: true, ownProcess: true, env: serverEnv });
      await use(await hotelAt(server.url));
      await server.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
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

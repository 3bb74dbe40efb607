import { createTestDatabase } from '../../support/database.js';
import { spawnServer } from '../../support/server-process.js';
import { test as base } from './hotel.fixture.js';
import { type Hotel, hotelAt } from './hotel.js';

/** A server that can be killed and started again on the same database and port. */
export type RestartableServer = {
  url: string;
  /** Ends it at once, without any tidying up. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Lets a second node of the product work on the same database for a while. */
  onAnotherNode(work: (hotel: Hotel) => Promise<void>): Promise<void>;
};

const START_TIMEOUT_MS = 120_000;

async function serveRestartable(use: (server: RestartableServer) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, SAMPLE_DATA: '1' };
  let running = await spawnServer({ ...settings, PORT: '0' });
  const { url } = running;
  await use({
    url,
    async kill() {
      const ended = new Promise((done) => running.process.once('close', done));
      running.process.kill('SIGKILL');
      await ended;
    },
    async start() {
      running = await spawnServer({ ...settings, PORT: new URL(url).port });
    },
    async onAnotherNode(work) {
      const other = await spawnServer({ ...settings, PORT: '0' });
      await work(await hotelAt(other.url));
      await other.close();
    },
  });
  await running.close();
  await database.drop();
}

/** A test of the sample hotel on a server that it may kill. */
export const test = base.extend<object, { server: RestartableServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    ({}, use) => serveRestartable(use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  hotel: [async ({ server }, use) => use(await hotelAt(server.url)), { scope: 'worker' }],
});

import { test as base } from '@playwright/test';
import { startTestServer, type TestServer } from '../server.js';

const START_TIMEOUT_MS = 120_000;

/** Playwright's test with the product running behind it: one server with the sample hotel for each worker. */
export const test = base.extend<object, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const server = await startTestServer({ sampleData: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

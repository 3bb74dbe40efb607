import { test as base } from './hotel.fixture.js';
import { type RestartableServer, serveRestartable } from './restartable-server.js';

const START_TIMEOUT_MS = 600_000;

/**
 * Makes a test with a sample hotel that no other file sees, each call one of its own: closing a day moves the payments of all
 * tests after it.
 */
export const ownHotelTest = () =>
  base.extend<object, { server: RestartableServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
      ({}, use) => serveRestartable({}, use),
      { scope: 'worker', timeout: START_TIMEOUT_MS },
    ],
  });

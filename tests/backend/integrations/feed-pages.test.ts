import { expect, it } from '@jest/globals';
import type { EventStore } from '#backend/event-store/event-store.js';
import { FeedPages } from '#backend/integrations/feed/feed-pages.js';
import { eventually } from '#tests/support/eventually.js';

const PROGRAMS = 70;
const LONGER_THAN_THE_TEST_MS = 600_000;

it('every program that waits is told of news, and calls of the desk come in between', async () => {
  let position = 1;
  const store = { current: async () => ({ logId: 'one', position }) } as unknown as EventStore;
  const pages = new FeedPages(store, 'postgres://nobody');
  const { signal } = new AbortController();
  await pages.refresh();
  let told = 0;
  for (let program = 0; program < PROGRAMS; program += 1)
    void pages.goesBeyond(1, LONGER_THAN_THE_TEST_MS, signal).then(() => {
      told += 1;
    });
  position = 2;
  await pages.refresh();
  await new Promise(setImmediate);
  expect(told).toBeLessThan(PROGRAMS);
  await eventually(
    'all are told',
    async () => told,
    (count) => count === PROGRAMS,
  );
  await pages.onApplicationShutdown();
});

import type { ServiceAccount, ServiceKeys } from '@domain/masters/service-accounts.js';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { EventStore } from '#backend/event-store/event-store.js';
import { FeedReaders } from '#backend/integrations/feed/feed-readers.js';
import { Clock } from '#backend/platform/clock.js';

const UNTIL = '2026-11-28T03:00:07.000Z';
const ACCOUNT: ServiceAccount = { id: 7, version: 1, name: '会計', scopes: ['events'] };
const KEYS: ServiceKeys = {
  ...{ id: 7, version: 2, accountId: 7, accountName: '会計' },
  keys: [
    { name: 'new', digest: '', until: null },
    { name: 'old', digest: '', until: UNTIL },
  ],
};
const reference = {
  serviceAccounts: new Map([[7, ACCOUNT]]),
  serviceKeys: new Map([
    ['new', KEYS],
    ['old', KEYS],
  ]),
};

let readers: FeedReaders;
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-28T03:00:00.000Z') });
  const store = { current: async () => ({ reference }) } as unknown as EventStore;
  readers = new FeedReaders(store, new Clock('Asia/Tokyo'));
  readers.onApplicationBootstrap();
});
afterEach(() => {
  readers.onApplicationShutdown();
  jest.useRealTimers();
});

it('a former key that ends by time ends who reads by it within 10 s, and nobody else', async () => {
  const [old, kept, gone] = [new AbortController(), new AbortController(), new AbortController()];
  const by = (key: string) => ({ staffId: 7, role: 'staff' as const, scopes: ACCOUNT.scopes, key });
  readers.add(old, by('old'));
  readers.add(kept, by('new'));
  readers.add(gone, by('old'));
  readers.remove(gone);
  await jest.advanceTimersByTimeAsync(6_000);
  expect(old.signal.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(9_000);
  expect([old, kept, gone].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
});

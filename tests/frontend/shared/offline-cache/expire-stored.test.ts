import { beforeEach, expect, test } from '@jest/globals';
import { writeCached } from '#frontend/shared/offline-cache/cache-store.js';
import { SESSION } from '#frontend/shared/offline-cache/cached-basics.js';
import { dropExpired } from '#frontend/shared/offline-cache/expire-stored.js';
import { draftPages, writeStoredDrafts } from '#frontend/shared/stored-drafts.js';
import { storage } from '#tests/frontend/support/kept-values.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock(
  '#frontend/shared/offline-cache/cache-store.js',
  () =>
    jest.requireActual<typeof import('#tests/frontend/support/kept-values.js')>(
      '#tests/frontend/support/kept-values.js',
    ).storage.cacheStore,
);

const NOW = new Date('2026-11-21T03:00:00Z');
const HOUR_MS = 60 * 60_000;
const STAFF = { id: 1, name: '佐藤 花子', role: 'staff' as const };

beforeEach(() => {
  storage.kept.clear();
  jest.useFakeTimers({ now: NOW });
  writeStoredDrafts('fresh', { owner: 1, at: NOW.getTime() - HOUR_MS });
  writeStoredDrafts('old', { owner: 1, at: NOW.getTime() - 25 * HOUR_MS });
});

test.each([
  [
    'that goes on',
    { mode: 'session', staff: STAFF, expires_at: '2026-11-21T03:00:01Z' },
    ['fresh'],
    [SESSION],
  ],
  ['that has ended by now', { mode: 'session', staff: STAFF, expires_at: '2026-11-21T03:00:00Z' }, [], []],
  ['without sign-in', { mode: 'off', staff: null, expires_at: null }, ['fresh'], [SESSION]],
])('of a session %s this terminal stores what it may', async (_, session, drafts, kept) => {
  await writeCached(SESSION, session);
  await dropExpired();
  expect([draftPages(), [...storage.kept.keys()]]).toEqual([drafts, kept]);
});

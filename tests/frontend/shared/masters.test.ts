import { expect, jest, test } from '@jest/globals';
import { blacklistAtom, isBlacklistReadAtom, loadMasters, readBlacklist } from '#frontend/shared/masters.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';

const entry = (id: number, is_retired: 0 | 1) => ({
  id,
  version: 1,
  guest_name: `黒 ${id}`,
  tel: null,
  is_retired,
});
const FAILED = { status: 503, body: { error: '準備中', errors: [] } };

test('guests are held against the entries in use, once the blacklist was read', async () => {
  serve({ 'GET /api/blacklist': () => ({ body: [entry(1, 0), entry(2, 1)], position: 10 }) });
  expect([store.get(blacklistAtom), store.get(isBlacklistReadAtom)]).toEqual([null, false]);
  await readBlacklist();
  expect([store.get(blacklistAtom)?.map(({ id }) => id), store.get(isBlacklistReadAtom)]).toEqual([
    [1],
    true,
  ]);
});

test('a blacklist that could not be read anew is not current, and reading it fails', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  serve({ 'GET /api/blacklist': () => ({ body: [entry(1, 0)], position: 10 }) });
  await readBlacklist();
  serve({ 'GET /api/blacklist': () => FAILED });
  await loadMasters(['blacklist']);
  expect([store.get(blacklistAtom)?.length, store.get(isBlacklistReadAtom)]).toEqual([1, false]);
  await expect(readBlacklist()).rejects.toThrow('準備中');
});

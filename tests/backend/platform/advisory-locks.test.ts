import { expect, test } from '@jest/globals';
import { ADVISORY_LOCKS } from '#backend/platform/advisory-locks.js';

test('each purpose has a lock of its own', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(keys).toEqual([...new Set(keys)]);
});

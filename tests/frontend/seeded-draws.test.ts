import { expect, test } from '@jest/globals';
import fc from 'fast-check';

test('what is drawn by chance follows the seed of the run', () => {
  const { TEST_SEED } = process.env;
  expect(fc.readConfigureGlobal()?.seed).toBe(TEST_SEED === undefined ? undefined : Number(TEST_SEED));
});

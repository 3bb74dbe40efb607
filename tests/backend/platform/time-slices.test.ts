import { expect, test } from '@jest/globals';
import { inTimeSlices } from '#backend/platform/time-slices.js';

test('gives up the turn after a slice of time, and ends with what the steps come to', async () => {
  let now = 0;
  const order: string[] = [];
  function* steps(): Generator<void, string> {
    for (let step = 1; step <= 7; step++) {
      order.push(`step ${step}`);
      now += 2;
      yield;
    }
    return 'found';
  }
  const turn = (): void => {
    order.push('another turn');
    if (now < 14) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await inTimeSlices(steps(), () => now)).toBe('found');
  expect(order.slice(0, 8)).toEqual([
    'step 1',
    'step 2',
    'step 3',
    'another turn',
    'step 4',
    'step 5',
    'step 6',
    'another turn',
  ]);
});

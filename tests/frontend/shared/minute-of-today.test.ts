import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { minuteAtom } from '#frontend/shared/minute-of-today.js';
import { store } from '#frontend/shared/store.js';

const MINUTE_MS = 60_000;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-29T02:46:41.500Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

test('a minute is told as it begins, not a minute after the screen came', () => {
  const stop = store.sub(minuteAtom, () => undefined);
  const first = store.get(minuteAtom);
  jest.advanceTimersByTime(18_499);
  expect(store.get(minuteAtom)).toBe(first);
  jest.advanceTimersByTime(1);
  expect(store.get(minuteAtom)).toBe(first + 1);
  jest.advanceTimersByTime(MINUTE_MS);
  expect(store.get(minuteAtom)).toBe(first + 2);
  stop();
});

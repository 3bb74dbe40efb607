import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { busyAtom, withOverlayWhenSlow } from '#frontend/shared/busy.js';
import { store } from '#frontend/shared/store.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const isCovered = () => store.get(busyAtom);
const taking = (ms: number) => new Promise((done) => setTimeout(done, ms));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('work that is done at once never covers the page; slow work covers it from a third of a second on, until it is done', async () => {
  void withOverlayWhenSlow(() => taking(299));
  const quick: boolean[] = [];
  for (const ms of [298, 1, 400]) {
    await pass(ms);
    quick.push(isCovered());
  }
  expect(quick).toEqual([false, false, false]);
  void withOverlayWhenSlow(() => taking(1_000));
  const slow: boolean[] = [];
  for (const ms of [299, 1, 699, 1]) {
    await pass(ms);
    slow.push(isCovered());
  }
  expect(slow).toEqual([false, true, true, false]);
});

test('slow work that fails gives the page free, and fails', async () => {
  const failing = withOverlayWhenSlow(() => taking(1_000).then(() => Promise.reject(new Error('故障'))));
  const failed = expect(failing).rejects.toThrow('故障');
  await pass(500);
  expect(isCovered()).toBe(true);
  await pass(500);
  await failed;
  expect(isCovered()).toBe(false);
});

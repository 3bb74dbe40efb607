import { jest } from '@jest/globals';

/** From now on only intervals wait for a test to let time pass: the database needs its own timers and instants. */
export function fakeIntervals(): void {
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}

import { expect, test } from '@jest/globals';
import { Clock } from '../../../backend/platform/clock.js';

test('the day goes on at midnight of the hotel to the millisecond, and back when the clock is set back', () => {
  let now = '';
  const clock = new Clock('Asia/Tokyo', () => new Date(now));
  const todayAt = (instant: string) => {
    now = instant;
    return clock.today();
  };
  expect(todayAt('2026-11-21T14:59:00.000Z')).toBe('2026-11-21');
  expect(todayAt('2026-11-21T14:59:59.999Z')).toBe('2026-11-21');
  expect(todayAt('2026-11-21T15:00:00.000Z')).toBe('2026-11-22');
  expect(todayAt('2026-11-21T14:59:59.999Z')).toBe('2026-11-21');
});

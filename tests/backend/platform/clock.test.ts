import { expect, test } from '@jest/globals';
import { Clock } from '#backend/platform/clock.js';

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

test('the day turns when the hotel says, in the zone that it says; before it says so, as it was set', () => {
  let now = '2026-11-21T15:00:00.000Z';
  const clock = new Clock('Asia/Tokyo', () => new Date(now));
  expect(clock.today()).toBe('2026-11-22');
  clock.follow({ timezone: '', dayTurnsAt: '05:00' });
  expect(clock.today()).toBe('2026-11-21');
  now = '2026-11-21T19:59:59.999Z';
  expect(clock.today()).toBe('2026-11-21');
  now = '2026-11-21T20:00:00.000Z';
  expect(clock.today()).toBe('2026-11-22');
  clock.follow({ timezone: 'Asia/Bangkok', dayTurnsAt: '05:00' });
  expect([clock.today(), clock.timezone]).toEqual(['2026-11-21', 'Asia/Bangkok']);
  clock.follow(null);
  expect([clock.today(), clock.timezone]).toEqual(['2026-11-22', 'Asia/Tokyo']);
});

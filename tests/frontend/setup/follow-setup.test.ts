import { day } from '@domain/dates.js';
import { expect, jest, test } from '@jest/globals';
import type { ChangeFrame } from '@wire/live.js';
import { comparison, followSetup } from '#frontend/setup/setup.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { serve } from '../support/fake-server.js';
import { aFrame, bookingRecord, roomRecords } from '../support/records.js';

test.each<[string, Partial<ChangeFrame>, boolean, boolean]>([
  ['a booking', { bookings: [bookingRecord({})] }, true, true],
  ['rooms', { rooms: roomRecords('1001') }, true, true],
  ['the figures of the old system', { masters: ['setup'] }, true, true],
  ['another list', { masters: ['corporate'] }, true, false],
  [
    'the weather',
    { weather: [{ id: 1, date: day('2026-11-21'), weather: '雨', holiday_flag: 0 }] as never },
    false,
    false,
  ],
])(
  'after a change of %s the steps are read anew: %3$s, and the comparison: %4$s',
  async (_, change, steps, days) => {
    jest.useFakeTimers();
    const calls = serve({
      'GET /api/setup': () => ({ body: {}, position: 10 }),
      'GET /api/setup/comparison': () => ({ body: [], position: 10 }),
    });
    const stop = followSetup();
    await comparison.load(null);
    await jest.advanceTimersByTimeAsync(2_000);
    calls.length = 0;
    publishFrame(aFrame(9, 10, change));
    await jest.advanceTimersByTimeAsync(2_000);
    stop();
    const asked = (path: string) => calls.some((call) => call.path === path);
    expect([asked('/api/setup'), asked('/api/setup/comparison')]).toEqual([steps, days]);
  },
);

import { dayKind, weekdayName } from '@domain/calendar/day-kind.js';
import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';

describe('weekdays', () => {
  it.each([
    ['2026-11-22', '日', 'sunday'],
    ['2026-11-23', '月', 'weekday'],
    ['2026-11-24', '火', 'weekday'],
    ['2026-11-25', '水', 'weekday'],
    ['2026-11-26', '木', 'weekday'],
    ['2026-11-27', '金', 'weekday'],
    ['2026-11-28', '土', 'saturday'],
    ['2024-02-29', '木', 'weekday'],
  ])('%s is %s, a %s', (date, name, kind) => {
    expect(weekdayName(day(date))).toBe(name);
    expect(dayKind(day(date), 0)).toBe(kind);
  });

  it.each(['2026-11-22', '2026-11-23', '2026-11-28'])('a holiday flag makes %s a holiday', (date) => {
    expect(dayKind(day(date), 1)).toBe('holiday');
  });
});

import { brokenRangeRule, listRange, newFormRange, searchRange } from '@domain/calendar/default-range.js';
import { dayKind, weekdayName } from '@domain/calendar/stay-text.js';
import { evolveWeatherDay } from '@domain/calendar/weather-day.js';
import { addDays, day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import { stay } from '#tests/support/builders.js';

it.each([
  ['2026-11-22', '日', 'sunday'],
  ['2026-11-23', '月', 'weekday'],
  ['2026-11-24', '火', 'weekday'],
  ['2026-11-25', '水', 'weekday'],
  ['2026-11-26', '木', 'weekday'],
  ['2026-11-27', '金', 'weekday'],
  ['2026-11-28', '土', 'saturday'],
  ['2024-02-29', '木', 'weekday'],
])('%s is %s, a %s unless it is a holiday', (date, name, kind) => {
  expect(weekdayName(day(date))).toBe(name);
  expect(dayKind(day(date), 0)).toBe(kind);
  expect(dayKind(day(date), 1)).toBe('holiday');
});

describe('ranges of the calendar (spec 9)', () => {
  it.each([
    ['2026-11-21', '2026-11-16', '2026-12-05'],
    ['2026-12-31', '2026-12-26', '2027-01-14'],
    ['2024-03-04', '2024-02-28', '2024-03-18'],
    ['2024-02-20', '2024-02-15', '2024-03-05'],
  ])('of a new form on %s run from %s to %s', (today, first, last) => {
    expect(newFormRange(day(today))).toEqual({ first, last });
  });

  it.each([
    ['2026-11-21', '2026-11-14', '2026-12-31'],
    ['2026-12-01', '2026-11-24', '2027-01-31'],
    ['2026-01-31', '2026-01-24', '2026-02-28'],
    ['2024-01-03', '2023-12-27', '2024-02-29'],
  ])('of the list on %s run from %s to %s', (today, first, last) => {
    expect(listRange(day(today))).toEqual({ first, last });
  });

  it('widen by five days on each side of a search', () => {
    const range = searchRange(stay('2026-12-30', '2027-01-02'));
    expect(range).toEqual({ first: '2026-12-25', last: '2027-01-07' });
  });
});

it('the date filter takes an end on or after the start (spec 5)', () => {
  expect(brokenRangeRule(day('2026-11-21'), day('2026-11-21'))).toBeNull();
  expect(brokenRangeRule(day('2026-12-31'), day('2027-01-01'))).toBeNull();
  expect(brokenRangeRule(day('2026-01-01'), addDays(day('2026-01-01'), 799))).toBeNull();
  expect(brokenRangeRule(day('2026-01-01'), addDays(day('2026-01-01'), 800))).toMatchObject({
    field: 'end_date',
    message: '期間は800日以内で指定してください。',
  });
  expect(brokenRangeRule(day('2027-01-01'), day('2026-12-31'))).toEqual({
    kind: 'invalid',
    code: 'range_reversed',
    field: 'end_date',
    message: '終了日は開始日より後の日付を選択してください。',
  });
});

const date = day('2026-11-21');

it('a day begins with weather or holiday, and keeps the one while the other changes', () => {
  type Event = Parameters<typeof evolveWeatherDay>[1];
  const weather = (text: string): Event => ({ type: 'WeatherSet', data: { date, weather: text } });
  const holiday = (holidayFlag: 0 | 1): Event => ({ type: 'HolidayToggled', data: { date, holidayFlag } });
  const rain = evolveWeatherDay(null, weather('雨'), 5);
  expect(rain).toEqual({ id: 5, version: 1, date, weather: '雨', holidayFlag: 0 });
  const first = evolveWeatherDay(null, holiday(1), 6);
  expect(first).toEqual({ id: 6, version: 1, date, weather: '', holidayFlag: 1 });
  const second = evolveWeatherDay(first, weather('晴れ'), 6);
  expect(second).toEqual({ id: 6, version: 2, date, weather: '晴れ', holidayFlag: 1 });
  const third = evolveWeatherDay(second, holiday(0), 6);
  expect(third).toEqual({ id: 6, version: 3, date, weather: '晴れ', holidayFlag: 0 });
});

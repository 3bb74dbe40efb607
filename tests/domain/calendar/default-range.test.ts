import { brokenRangeRule, listRange, newFormRange, searchRange } from '@domain/calendar/default-range.js';
import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import { stay } from '../../support/builders.js';

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

describe('date filter (spec 5)', () => {
  it('takes an end on or after the start', () => {
    expect(brokenRangeRule(day('2026-11-21'), day('2026-11-21'))).toBeNull();
    expect(brokenRangeRule(day('2026-12-31'), day('2027-01-01'))).toBeNull();
  });

  it('refuses an end before the start', () => {
    expect(brokenRangeRule(day('2027-01-01'), day('2026-12-31'))).toEqual({
      kind: 'invalid',
      code: 'range_reversed',
      field: 'end_date',
      message: '終了日は開始日より後の日付を選択してください。',
    });
  });
});

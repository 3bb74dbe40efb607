import { type BrokenRule, invalid } from '../broken-rule.js';
import { addDays, addMonths, type Day, daysBetween, lastDayOf, monthOf, type Stay } from '../dates.js';

/** Displayed days of a calendar, both included. */
export type DayRange = { first: Day; last: Day };

/** The calendar beside a new form: 5 days back to 14 days ahead (spec 9). */
export function newFormRange(today: Day): DayRange {
  return { first: addDays(today, -5), last: addDays(today, 14) };
}

/** The calendar of the list screen: 7 days back to the end of next month (spec 9). */
export function listRange(today: Day): DayRange {
  return { first: addDays(today, -7), last: lastDayOf(addMonths(monthOf(today), 1)) };
}

/** The calendar after 部屋検索: from 5 days before check-in to 5 days after check-out (spec 9). */
export function searchRange(stay: Stay): DayRange {
  return { first: addDays(stay.start, -5), last: addDays(stay.end, 5) };
}

/** The longest range of days that is read at once. */
const LONGEST_RANGE_DAYS = 800;

/** The rules of the date filter: the end must not be before the start (spec 5), nor too far from it. */
export function brokenRangeRule(start: Day, end: Day): BrokenRule | null {
  if (end < start) {
    return invalid('range_reversed', 'end_date', '終了日は開始日より後の日付を選択してください。');
  }
  if (daysBetween(start, end) < LONGEST_RANGE_DAYS) return null;
  return invalid('range_too_long', 'end_date', `期間は${LONGEST_RANGE_DAYS}日以内で指定してください。`);
}

import type { Day } from '@domain/dates.js';

/** Sizes on A4 across, within margins of 8 mm, in CSS pixels. */
const PAGE_WIDTH = 1060;
export const PRINTED_HEAD_WIDTH = 92;
const MOST_DAYS = 24;
const WIDEST_DAY = 100;

/** Cuts a range into equal parts that each fit the width of a page. */
export function sheetsOf(days: readonly Day[]): Day[][] {
  const count = Math.ceil(days.length / MOST_DAYS);
  const length = Math.ceil(days.length / count);
  return Array.from({ length: count }, (_, sheet) => days.slice(sheet * length, (sheet + 1) * length));
}

/** How wide a day is on a sheet with this many. */
export function printedDayWidth(days: number): number {
  return Math.min(WIDEST_DAY, Math.floor((PAGE_WIDTH - PRINTED_HEAD_WIDTH) / days));
}

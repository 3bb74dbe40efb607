import { type CategoryCounts, totalsOf } from '../calendar/daily-counts.js';
import type { DayRange } from '../calendar/default-range.js';
import { daysBetween, lastDayOf, monthsFromTo } from '../dates.js';
import { CATEGORIES } from '../room/category.js';
import type { RoomDirectory } from '../room/room-directory.js';

/** How many nights of each category could be sold in some days: its rooms of each month, once a day (contract 3). */
export function nightsForSale(rooms: RoomDirectory, { first, last }: DayRange): CategoryCounts {
  const sum = Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as CategoryCounts;
  for (const month of monthsFromTo(first, last)) {
    const begin = month < first ? first : month;
    const end = lastDayOf(month) > last ? last : lastDayOf(month);
    const days = daysBetween(begin, end) + 1;
    const totals = totalsOf(rooms, month);
    for (const category of CATEGORIES) sum[category] += totals[category] * days;
  }
  return sum;
}

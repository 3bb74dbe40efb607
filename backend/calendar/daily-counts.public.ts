import { closedNights, totalsOf } from '@domain/calendar/daily-counts.js';
import { type Day, monthOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { valueAt } from '@domain/records.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { CATEGORIES, type Category } from '@domain/room/room-month.js';
import { type CountRecord, type DailyCount, encodeDailyCount } from '@wire/count-record.js';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.types.js';

/** Counts of one category on one day; a missing row means none. */
export type CountRow = { date: string; category: string; actual: number; tema: number };

function dailyCount(rows: readonly CountRow[], totals: Record<Category, number>): DailyCount {
  const entries = CATEGORIES.map((category) => {
    const row = rows.find((candidate) => candidate.category === category);
    return [category, { total: totals[category], actual: row?.actual ?? 0, tema: row?.tema ?? 0 }];
  });
  return Object.fromEntries(entries);
}

/** The wire records of the given days, including days without rows (spec 7, contract 3). */
export function countRecords(
  rows: readonly CountRow[],
  rooms: RoomDirectory,
  days: readonly Day[],
): Record<string, CountRecord> {
  const byDate = groupBy(rows, (row) => row.date);
  const totals = new Map([...new Set(days.map(monthOf))].map((month) => [month, totalsOf(rooms, month)]));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  const nights = first && last ? closedNights(rooms, { first, last }) : [];
  const closed = groupBy(nights, ({ date }) => date);
  const counts = days.map((day) => {
    const total = { ...valueAt(totals, monthOf(day)) };
    for (const { category } of closed.get(day) ?? []) total[category] -= 1;
    const count = dailyCount(byDate.get(day) ?? [], total);
    return [day, encodeDailyCount(count)];
  });
  return Object.fromEntries(counts);
}

/** The counts of the given days, including empty ones. */
export async function countsOfDays(
  database: Kysely<Database>,
  rooms: RoomDirectory,
  days: readonly Day[],
): Promise<Record<string, CountRecord>> {
  if (days.length === 0) return {};
  const rows = await database
    .selectFrom('daily_counts')
    .select(['date', 'category', 'actual', 'tema'])
    .where('date', 'in', days)
    .execute();
  return countRecords(rows, rooms, days);
}

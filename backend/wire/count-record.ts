import { CATEGORIES, type Category } from '@domain/room/room-month.js';

/** Counts of one category on one day (contract 3). */
export type CategoryCount = { total: number; actual: number; tema: number };
/** Counts of one day by category. */
export type DailyCount = Record<Category, CategoryCount>;

type CountKey = 'total_rooms' | `${'actual' | 'tema' | 'total'}_${Category}`;
/** Counts of one day as the wire has them (spec 3). */
export type CountRecord = Record<CountKey, number>;

/** The numbers of a day in their order. */
export const COUNT_KEYS: readonly CountKey[] = [
  'total_rooms',
  ...CATEGORIES.flatMap((category): CountKey[] => [
    `actual_${category}`,
    `tema_${category}`,
    `total_${category}`,
  ]),
];

/** A day's counts as their wire record; `total_rooms` is the sum of the categories' totals. */
export function encodeDailyCount(count: DailyCount): CountRecord {
  const entries = CATEGORIES.flatMap((category) => [
    [`actual_${category}`, count[category].actual],
    [`tema_${category}`, count[category].tema],
    [`total_${category}`, count[category].total],
  ]);
  const totalRooms = CATEGORIES.reduce((sum, category) => sum + count[category].total, 0);
  return { total_rooms: totalRooms, ...Object.fromEntries(entries) };
}

/** A wire record as a day's counts. */
export function decodeDailyCount(record: CountRecord): DailyCount {
  const entries = CATEGORIES.map((category) => [
    category,
    {
      total: record[`total_${category}`],
      actual: record[`actual_${category}`],
      tema: record[`tema_${category}`],
    },
  ]);
  return Object.fromEntries(entries);
}

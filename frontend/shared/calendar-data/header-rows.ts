import { countFormula } from '@domain/calendar/daily-counts.js';
import { CATEGORIES, type Category } from '@domain/room/room-month.js';
import type { DailyCount } from '@wire/count-record.js';

/** The header's rows from the top, named as their `data-header` (spec 2). */
export const HEADER_ROWS = ['date', 'weekday', 'weather', 'total', ...CATEGORIES] as const;
export type HeaderRowKind = (typeof HEADER_ROWS)[number];

/** The rows that stay when the header is folded. */
export const FOLDED_HEADER_ROWS: readonly HeaderRowKind[] = ['date', 'weekday', 'total'];

export const HEADER_LABELS: Record<HeaderRowKind, string> = {
  date: '日付',
  weekday: '曜日',
  weather: '天気',
  total: '合計',
  normal_non_smoking: '一般 禁煙',
  normal_smoking: '一般 喫煙',
  women_non_smoking: '女性 禁煙',
  twin_smoking: 'ツイン 喫煙',
  twin_non_smoking: 'ツイン 禁煙',
  corporate_smoking: '法人 喫煙',
  corporate_non_smoking: '法人 禁煙',
};

/** Returns the count of a count row; null for the rows that count nothing. */
export function countedBy(row: HeaderRowKind): 'total' | Category | null {
  return row === 'date' || row === 'weekday' || row === 'weather' ? null : row;
}

/** The three figures of a count cell; the total row sums over the categories (contract 3). */
export function figuresOf(count: DailyCount, row: 'total' | Category): [number, number, number] {
  if (row !== 'total') return countFormula(count[row]);
  const sum = { total: 0, actual: 0, tema: 0 };
  for (const category of CATEGORIES) {
    sum.total += count[category].total;
    sum.actual += count[category].actual;
    sum.tema += count[category].tema;
  }
  return countFormula(sum);
}

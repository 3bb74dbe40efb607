import { type Day, type Month, parseDay } from '@domain/dates.js';

/** The columns of a file of room-months, in their order, by the names of their fields on the wire. */
export const COLUMNS = {
  room_number: '部屋番号',
  month: '年月',
  room_type: '部屋タイプ',
  room_label: '表示名',
  priority: '性別の優先',
  smoking_status: '喫煙区分',
  reservable_status: '予約の可否',
  corporate: '法人専用',
} as const;

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

const YES = 'はい';
const NO = 'いいえ';

/** A flag in words; a spreadsheet makes no number of them. */
export function flagText(flag: 0 | 1): string {
  return flag === 1 ? YES : NO;
}

/** The flag that a word means, null for none. */
export function readFlagText(text: string): 0 | 1 | null {
  if (text === YES || text === '1') return 1;
  return text === NO || text === '0' ? 0 : null;
}

/** The month that a cell means, as a spreadsheet may have written it: 2096年1月, 2096/1, 2096-01-01; null for none. */
export function readMonthText(text: string): Month | null {
  const [, year, month] = /^(\d{4})[年/.-](\d{1,2})(?:月|[/.-]0?1)?$/.exec(text.normalize('NFKC')) ?? [];
  const first = year && month ? `${year}-${month.padStart(2, '0')}-01` : null;
  return parseDay(first) as (Day & Month) | null;
}

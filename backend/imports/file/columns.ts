import {
  CHANNEL_COLUMNS,
  type ChannelColumn,
  NEEDED_COLUMNS,
  ROOM_COLUMNS,
} from '@domain/imports/channel-columns.js';
import { plainText } from '@domain/imports/channel-text.js';
import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import type { LooksLikeRow } from './csv-reader.js';

/** Where a file has the columns that are read; of two with the same name the first counts. */
export type Columns = { places: ReadonlyMap<ChannelColumn, number>; width: number };

/** The columns that a header names, in any order and beside any others. */
export function columnsOf(header: readonly string[]): Columns {
  const names = header.map(plainText);
  const known = CHANNEL_COLUMNS.map((column) => [column, names.indexOf(column)] as const);
  return { places: new Map(known.filter(([, place]) => place !== -1)), width: header.length };
}

/** What a file lacks to be read at all, in words for staff. */
export function missingColumns({ places }: Columns): string[] {
  const missing: string[] = NEEDED_COLUMNS.filter((column) => !places.has(column));
  return ROOM_COLUMNS.some((column) => places.has(column))
    ? missing
    : [...missing, ROOM_COLUMNS.join('または')];
}

/** How a row of such a file is told: one of the three words of 予約区分, and cells up to the last needed one. */
export function rowShape(header: readonly string[]): LooksLikeRow {
  const columns = columnsOf(header);
  const { places } = columns;
  if (missingColumns(columns).length > 0) return () => false;
  const rooms = ROOM_COLUMNS.map((column) => places.get(column) ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...NEEDED_COLUMNS.map((column) => places.get(column) ?? 0), Math.min(...rooms));
  const kind = places.get('予約区分') ?? 0;
  return (cells) => cells.length > last && ROW_KINDS.some((word) => word === plainText(cells[kind] ?? ''));
}

/**
 * A row's cells by column; those of missing trailing columns are empty. None at all for a row that could not be cut
 * into cells or has more of them than the header: there a cell says nothing of what column it belongs to.
 */
export function cellsByColumn(
  { places, width }: Columns,
  cells: readonly string[] | null,
): Map<string, string> {
  const known = new Map<string, string>();
  if (cells === null || cells.slice(width).some((cell) => cell.trim() !== '')) return known;
  for (const [column, place] of places) known.set(column, cells[place] ?? '');
  return known;
}

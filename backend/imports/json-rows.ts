import { writeFile } from 'node:fs/promises';
import { plainText } from '@domain/imports/channel-cells.js';
import { CHANNEL_COLUMNS, type ChannelColumn, FURTHER_COLUMNS } from '@domain/imports/channel-reservation.js';
import type { JsonRow } from '@wire/import-rows.js';
import { stringify } from 'csv-stringify/sync';

const COLUMNS: readonly ChannelColumn[] = [...CHANNEL_COLUMNS, ...FURTHER_COLUMNS];

const isColumn = (name: string): name is ChannelColumn => COLUMNS.some((column) => column === name);

/** The cells of a row by the known columns, whose names are read as in a header; of two with one name the first counts. */
function cellsOf(row: JsonRow): Map<ChannelColumn, string> {
  const cells = new Map<ChannelColumn, string>();
  for (const [name, value] of Object.entries(row)) {
    const column = plainText(name);
    if (isColumn(column) && !cells.has(column)) cells.set(column, String(value ?? ''));
  }
  return cells;
}

/**
 * Writes rows as the channel manager's file, so that one reader takes both: the header has the columns that some row has, the
 * first row stands in line 2. The same rows make the same file.
 */
export async function writeChannelFile(path: string, rows: readonly JsonRow[]): Promise<void> {
  const all = rows.map(cellsOf);
  const columns = COLUMNS.filter((column) => all.some((cells) => cells.has(column)));
  const lines = all.map((cells) => columns.map((column) => cells.get(column) ?? ''));
  await writeFile(path, stringify([[...columns], ...lines], { quoted: true }), { mode: 0o600 });
}

import { hash } from 'node:crypto';
import { CHANNEL_COLUMNS } from '@domain/imports/channel-columns.js';

const LENGTH = 32;

/** What tells a row from another one, wherever its columns stand; of a row without cells, what tells its text. */
export function rowDigest(cells: ReadonlyMap<string, string>, text: string): string {
  const values = CHANNEL_COLUMNS.map((column) => (cells.get(column) ?? '').trim());
  return hash('sha256', cells.size === 0 ? text : JSON.stringify(values)).slice(0, LENGTH);
}

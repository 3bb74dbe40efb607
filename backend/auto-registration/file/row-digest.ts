import { createHash } from 'node:crypto';
import { CHANNEL_COLUMNS } from '@domain/auto-registration/channel-columns.js';

const LENGTH = 32;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, LENGTH);
}

/** What tells a row from another one, wherever its columns stand; of a row without cells, what tells its text. */
export function rowDigest(cells: ReadonlyMap<string, string>, text: string): string {
  if (cells.size === 0) return hash(text);
  return hash(JSON.stringify(CHANNEL_COLUMNS.map((column) => (cells.get(column) ?? '').trim())));
}

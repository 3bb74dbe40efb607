import type { LogRow } from './event.js';
import { chainHash } from './hash-chain.js';

/** A link of the chain: a position and the hash that the chain has there. */
export type ChainPlace = { position: number; hash: Buffer };

/** A row of the log with its hash; someone with the owner's rights may have taken that away. */
export type LinkedRow = LogRow & { hash: Buffer | null };

/** Why a row does not follow a place: positions are left out, come again, or the hash is another. */
export type LinkFault = 'missing' | 'repeated' | 'hash';

/** The place that a stored row leads to, or why it does not follow the place before it. */
export function nextLink(row: LinkedRow, { position, hash }: ChainPlace): ChainPlace | LinkFault {
  if (row.position !== position + 1) return row.position > position + 1 ? 'missing' : 'repeated';
  const expected = chainHash(hash, row);
  return row.hash && expected.equals(row.hash) ? { position: row.position, hash: expected } : 'hash';
}

/** Follows stored rows from the place before them: the last one's place, or the first position that is bad. */
export function followChain(rows: readonly LinkedRow[], from: ChainPlace): ChainPlace | { broken: number } {
  let place = from;
  for (const row of rows) {
    const next = nextLink(row, place);
    if (typeof next === 'string') return { broken: place.position + 1 };
    place = next;
  }
  return place;
}

import type { LogRow } from './event.js';
import { chainHash } from './hash-chain.js';

/** A link of the chain: a position and the hash that the chain has there. */
export type ChainPlace = { position: number; hash: Buffer };

/** Follows stored rows from the place before them: the last one's place, or the first that does not follow. */
export function followChain(
  rows: readonly (LogRow & { hash: Buffer })[],
  from: ChainPlace,
): ChainPlace | { broken: number } {
  let { position, hash } = from;
  for (const row of rows) {
    const expected = chainHash(hash, row);
    if (row.position !== position + 1 || !expected.equals(row.hash)) {
      return { broken: position + 1 };
    }
    position = row.position;
    hash = expected;
  }
  return { position, hash };
}

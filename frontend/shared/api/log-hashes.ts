import { inEachStore } from '../store.js';

const KEPT = 200;

const hashes = new Map<number, string>();
inEachStore(() => hashes.clear());

/** Keeps the hash that the log had at a position, of the positions that were noted last. */
export function noteLogHash(position: number, hash: string): void {
  hashes.delete(position);
  hashes.set(position, hash);
  const [oldest] = hashes.keys();
  if (hashes.size > KEPT && oldest !== undefined) hashes.delete(oldest);
}

/** The hash that the log had at a position; null when it is not known any more. */
export function logHashAt(position: number): string | null {
  return hashes.get(position) ?? null;
}

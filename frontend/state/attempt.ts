import { atom } from 'jotai';
import { randomId } from '../api/random-id.js';
import { store } from './store.js';

/** A write that was sent: what it was, its idempotency key, and whether it may have been done without an answer. */
export type Attempt = { signature: string; key: string; unanswered: boolean };

/** The last write of the form that did not succeed yet; null for none. */
export const attemptAtom = atom<Attempt | null>(null);

/** The idempotency key of a write that is about to be sent; the same write tried again, also after a reload, has the same one. */
export function keyOf(...write: unknown[]): string {
  const signature = JSON.stringify(write);
  const last = store.get(attemptAtom);
  const key = last?.signature === signature ? last.key : randomId();
  store.set(attemptAtom, { signature, key, unanswered: true });
  return key;
}

/** Notes whether the write that just failed may have been done. */
export function noteFailed(unanswered: boolean): void {
  store.set(attemptAtom, (attempt) => attempt && { ...attempt, unanswered });
}

/** Whether the last write may have been done though no answer came. */
export function isUnanswered(): boolean {
  return store.get(attemptAtom)?.unanswered ?? false;
}

/** The write is done: the next one is another. */
export function attemptDone(): void {
  store.set(attemptAtom, null);
}

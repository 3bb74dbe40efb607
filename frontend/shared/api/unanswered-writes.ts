import { atom } from 'jotai';
import { store } from '../store.js';
import { randomId } from './terminal.js';

/** A write: method, path and body, and the version that an edit was based on. */
export type Write = { method: string; path: string; body: string; version: number | null };

/** A write that was sent and not answered yet, with its idempotency key. */
export type UnansweredWrite = Write & { key: string };

/** The writes that may have been done though no answer came. */
export const unansweredWritesAtom = atom<readonly UnansweredWrite[]>([]);

/** True if a booking may have been saved here though no answer came. */
export const bookingUnansweredAtom = atom((get) =>
  get(unansweredWritesAtom).some(({ path }) => path.startsWith('/api/booking')),
);

/**
 * Returns true if a write that is asked for now is one that was not answered. Its version is then the same, or the next one,
 * which the lost write itself may have made; of a later one others have changed the record since.
 */
function isSame(before: UnansweredWrite, now: Write): boolean {
  const isAsked = before.method === now.method && before.path === now.path && before.body === now.body;
  if (!isAsked || before.version === now.version) return isAsked;
  return before.version !== null && now.version === before.version + 1;
}

/** The idempotency key of a write that is about to be sent: kept until it is answered, so that it is done once. */
export function keyOf(write: Write): string {
  const before = store.get(unansweredWritesAtom).find((one) => isSame(one, write));
  if (before) return before.key;
  const key = randomId();
  store.set(unansweredWritesAtom, (writes) => [...writes, { ...write, key }]);
  return key;
}

/** Forgets a write that was answered: asked for once more, it is another one. */
export function answered(key: string): void {
  store.set(unansweredWritesAtom, (writes) => writes.filter((write) => write.key !== key));
}

/** Forgets all writes, when another member of staff has signed in. */
export function forgetUnanswered(): void {
  store.set(unansweredWritesAtom, []);
}

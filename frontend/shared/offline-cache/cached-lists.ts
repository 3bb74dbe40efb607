import { cachedKeys, forget, readCached, writeCached } from './cache-store.js';
import { CACHED_MS, owner } from './cached-calendars.js';

/** Lists beside the calendar that name guests. */
const GUESTS = 'guests ';

/** A cached list, and the moment until which it was current. */
export type CachedList<Value> = { at: Date; value: Value };

/** Caches a list that names guests, for who is signed in. */
export function cacheGuestList(name: string, value: unknown, at: Date): Promise<void> {
  return writeCached(GUESTS + name, { at, value } satisfies CachedList<unknown>, owner());
}

const isFresh = ({ at }: CachedList<unknown>): boolean => Date.now() - at.getTime() < CACHED_MS;

/** A list as it was cached last for who is signed in; null when there is none, or only one too old. */
export async function cachedGuestList<Value>(name: string): Promise<CachedList<Value> | null> {
  const cached = await readCached<CachedList<Value>>(GUESTS + name, owner());
  return cached && isFresh(cached) ? cached : null;
}

/** Forgets a list. */
export function forgetGuestList(name: string): Promise<void> {
  return forget(GUESTS + name);
}

/** Forgets the lists that are too old, and those of others than who is signed in. */
export async function dropOldGuestLists(): Promise<void> {
  const names = (await cachedKeys()).filter((key) => key.startsWith(GUESTS));
  const drop = async (key: string) => {
    const name = key.slice(GUESTS.length);
    if ((await cachedGuestList(name)) === null) await forgetGuestList(name);
  };
  await Promise.all(names.map(drop));
}

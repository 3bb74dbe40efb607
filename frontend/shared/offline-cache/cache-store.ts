import { clear, createStore, get, keys, promisifyRequest, set } from 'idb-keyval';
import { OWN_VERSION } from '../version.js';

/** A value of a member of staff, as this version of the product stored it: records of another one may lack fields. */
type Kept = { version: string; owner: number; value: unknown };

/** Opened at its first use. */
const stored = createStore('hotel-front-desk', 'kept');

/** Uses the storage of this terminal; without one, or when it fails, nothing is cached. */
async function attempt<T>(
  work: (store: ReturnType<typeof createStore>) => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return typeof indexedDB === 'undefined' ? otherwise : await work(stored);
  } catch (error) {
    console.error('kept', error);
    return otherwise;
  }
}

/** Keeps a value on this terminal for a member of staff, 0 for everybody. */
export function writeCached(key: string, value: unknown, owner = 0): Promise<void> {
  return attempt(
    (store) => set(key, { version: OWN_VERSION, owner, value } satisfies Kept, store),
    undefined,
  );
}

/** The cached value of a key for a member of staff; undefined when there is none. */
export function readCached<T>(key: string, owner = 0): Promise<T | undefined> {
  return attempt(async (store) => {
    const kept = await get<Kept>(key, store);
    return kept?.version === OWN_VERSION && kept.owner === owner ? (kept.value as T) : undefined;
  }, undefined);
}

const PART_DIGITS = 6;
/** The keys of a value's parts sort as the parts do. */
const partKey = (key: string, index: number) => `${key} ${String(index).padStart(PART_DIGITS, '0')}`;
/** The keys of a value and of all its parts. */
const rangeOf = (key: string) => IDBKeyRange.bound(key, `${key} \uffff`);

/** Keeps what is long to copy, each part in a task of its own; all of them are kept or none. */
export function writeCachedParts(key: string, parts: readonly unknown[], owner = 0): Promise<void> {
  const write = async (kept: IDBObjectStore) => {
    kept.delete(rangeOf(key));
    for (const [index, value] of parts.entries())
      await promisifyRequest(
        kept.put({ version: OWN_VERSION, owner, value } satisfies Kept, partKey(key, index)),
      );
    await promisifyRequest(kept.transaction);
  };
  return attempt((store) => store('readwrite', write), undefined);
}

/** The cached parts of a key for a member of staff; empty when there are none. */
export function readCachedParts<T>(key: string, owner = 0): Promise<T[]> {
  return attempt(async (store) => {
    const parts: Kept[] = await store('readonly', (kept) => promisifyRequest(kept.getAll(rangeOf(key))));
    return parts.flatMap((kept) =>
      kept.version === OWN_VERSION && kept.owner === owner ? [kept.value as T] : [],
    );
  }, []);
}

/** All keys of the cache. */
export function cachedKeys(): Promise<string[]> {
  return attempt((store) => keys<string>(store), []);
}

/** Keeps a value and its parts no longer. */
export function forget(key: string): Promise<void> {
  const remove = (kept: IDBObjectStore) => {
    kept.delete(rangeOf(key));
    return promisifyRequest(kept.transaction);
  };
  return attempt((store) => store('readwrite', remove), undefined);
}

/** Keeps nothing any more. */
export function clearCache(): Promise<void> {
  return attempt((store) => clear(store), undefined);
}

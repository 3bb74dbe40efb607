const kept = new Map<string, { value: unknown; owner: number }>();

const write = async (key: string, value: unknown, owner = 0) => void kept.set(key, { value, owner });
const read = async (key: string, owner = 0) => {
  const found = kept.get(key);
  return found?.owner === owner ? found.value : undefined;
};

/** A terminal's storage in the place of IndexedDB, which jsdom lacks. */
export const storage = {
  kept,
  /** The first days of the calendars that are kept. */
  keptDays: () => [...kept.keys()].flatMap((key) => /^calendar (\S+)/.exec(key)?.[1] ?? []).sort(),
  /** For `jest.mock` of `offline-cache/cache-store.js`. */
  cacheStore: {
    writeCached: write,
    readCached: read,
    writeCachedParts: write,
    readCachedParts: async (key: string, owner?: number) => (await read(key, owner)) ?? [],
    cachedKeys: async () => [...kept.keys()],
    forget: async (key: string) => void kept.delete(key),
    clearCache: async () => kept.clear(),
  },
};

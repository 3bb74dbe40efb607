import { inEachStore } from './store.js';

/** Stores texts by key. What the browser refuses to store counts until the page is left; no call throws. */
type TextStorage = {
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
  keys(): string[];
  /** Returns false while something is held that the next page won't have. */
  isLasting(): boolean;
};

/** Wraps a storage that may be full (`setItem` throws) or blocked (reading the property throws). */
function textStorage(area: () => Storage): TextStorage {
  const held = new Map<string, string>();
  let isReported = false;
  inEachStore(() => {
    held.clear();
    isReported = false;
  });
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(area());
    } catch (error) {
      if (!isReported) console.error('storage', error);
      isReported = true;
      return otherwise;
    }
  };
  const remove = (key: string): void => {
    held.delete(key);
    attempt((storage) => storage.removeItem(key), undefined);
  };
  return {
    read: (key) => held.get(key) ?? attempt((storage) => storage.getItem(key), null),
    write(key, text) {
      held.delete(key);
      const isStored = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false);
      if (isStored) return;
      remove(key); // An older text must not come back with the next page.
      held.set(key, text);
    },
    remove,
    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...held.keys()])],
    isLasting: () => held.size === 0,
  };
}

/** Lasts for this terminal: `localStorage`, else memory. */
export const terminalStorage = textStorage(() => localStorage);

/** Lasts for this tab: `sessionStorage`, else memory. */
export const tabStorage = textStorage(() => sessionStorage);

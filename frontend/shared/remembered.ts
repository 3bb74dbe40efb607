import { atomWithStorage } from 'jotai/utils';

/** An atom whose value is remembered on this terminal, as a text. */
export function remembered<T>(key: string, read: (stored: string | null) => T, write: (value: T) => string) {
  const storage = {
    getItem: () => read(localStorage.getItem(key)),
    setItem: (_key: string, value: T) => localStorage.setItem(key, write(value)),
    removeItem: () => localStorage.removeItem(key),
  };
  return atomWithStorage<T>(key, storage.getItem(), storage, { getOnInit: true });
}

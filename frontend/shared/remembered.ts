import { atom } from 'jotai';

/** An atom whose value is remembered on this terminal. */
export function remembered<T>(key: string, read: (stored: string | null) => T, write: (value: T) => string) {
  const base = atom<T>(read(localStorage.getItem(key)));
  return atom(
    (get) => get(base),
    (_get, set, value: T) => {
      localStorage.setItem(key, write(value));
      set(base, value);
    },
  );
}

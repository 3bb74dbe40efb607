import { atomWithStorage } from 'jotai/utils';

/** An atom whose value is remembered on this terminal, as a text. */
export function remembered<T>(
  key: string,
  read: (stored: string | null) => T,
  write: (value: T) => string = String,
) {
  const storage = {
    getItem: () => read(localStorage.getItem(key)),
    setItem: (_key: string, value: T) => localStorage.setItem(key, write(value)),
    removeItem: () => localStorage.removeItem(key),
  };
  return atomWithStorage<T>(key, storage.getItem(), storage, { getOnInit: true });
}

/** One of several choices, remembered on this terminal; `first` until staff choose. */
export function rememberedChoice<T extends string>(key: string, choices: readonly T[], first: T) {
  return remembered<T>(key, (stored) => choices.find((choice) => choice === stored) ?? first);
}

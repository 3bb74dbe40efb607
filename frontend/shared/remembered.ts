import { atomWithStorage } from 'jotai/utils';
import { terminalStorage } from './terminal-storage.js';

/** An atom whose value is remembered on this terminal, as a text. */
export function remembered<T>(
  key: string,
  read: (stored: string | null) => T,
  write: (value: T) => string = String,
) {
  const storage = {
    getItem: () => read(terminalStorage.read(key)),
    setItem: (_key: string, value: T) => terminalStorage.write(key, write(value)),
    removeItem: () => terminalStorage.remove(key),
  };
  return atomWithStorage<T>(key, storage.getItem(), storage, { getOnInit: true });
}

/** One of several choices, remembered on this terminal; `first` until staff choose. */
export function rememberedChoice<T extends string>(key: string, choices: readonly T[], first: T) {
  return remembered<T>(key, (stored) => choices.find((choice) => choice === stored) ?? first);
}

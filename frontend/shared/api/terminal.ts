import { terminalStorage } from '../terminal-storage.js';

/** A random UUID, also on pages that are no secure context (plain http on the hotel's own network). */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
}

const NAME_KEY = 'terminal-name';

/** This page's own id among the connected terminals. */
export const TERMINAL_ID = randomId();

/** The terminal's name as staff know it; made up once and remembered. */
export function terminalName(): string {
  const stored = terminalStorage.read(NAME_KEY);
  if (stored) return stored;
  const name = `端末-${randomId().slice(0, 4).toUpperCase()}`;
  terminalStorage.write(NAME_KEY, name);
  return name;
}

/** Gives the terminal another name; an empty one is refused. */
export function renameTerminal(name: string): string {
  const trimmed = name.trim().slice(0, 40);
  if (trimmed) terminalStorage.write(NAME_KEY, trimmed);
  return terminalName();
}

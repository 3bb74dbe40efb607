import { randomId } from './random-id.js';

const NAME_KEY = 'terminal-name';

/** This page's own id among the connected terminals. */
export const TERMINAL_ID = randomId();

/** The terminal's name as staff know it; made up once and remembered. */
export function terminalName(): string {
  const stored = localStorage.getItem(NAME_KEY);
  if (stored) return stored;
  const name = `端末-${randomId().slice(0, 4).toUpperCase()}`;
  localStorage.setItem(NAME_KEY, name);
  return name;
}

/** Gives the terminal another name; an empty one is refused. */
export function renameTerminal(name: string): string {
  const trimmed = name.trim().slice(0, 40);
  if (trimmed) localStorage.setItem(NAME_KEY, trimmed);
  return terminalName();
}

import { terminalStorage } from './terminal-storage.js';

/** The stored form of drafts: whose they are (0 without sign-in), and when they were stored. */
export type StoredDrafts = { owner: number; at: number };

/** The reservation forms of a page, by the page. */
const FORMS = 'typed-form ';
/** One draft of another place, by the place; all pages of the terminal share it. */
const PLACES = 'typed-text ';
const LONGEST_MS = 24 * 60 * 60_000;

const keysOf = (prefix: string): string[] =>
  terminalStorage.keys().flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []));

/** Reads what is stored under a key; null when that is nothing, older than a day, or can't be read. */
function read<Stored extends StoredDrafts>(key: string): Stored | null {
  const text = terminalStorage.read(key);
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as Stored;
    return Date.now() - stored.at <= LONGEST_MS ? stored : null;
  } catch (error) {
    console.error('drafts', error);
    return null;
  }
}

const allKeys = (): string[] =>
  [FORMS, PLACES].flatMap((prefix) => keysOf(prefix).map((key) => prefix + key));

/** The pages of which drafts are stored. */
export function draftPages(): string[] {
  return keysOf(FORMS);
}

/** Reads the stored drafts of a page; null when there are none, or they are older than a day or unreadable. */
export function readStoredDrafts<Stored extends StoredDrafts>(page: string): Stored | null {
  return read(FORMS + page);
}

/** Stores the drafts of a page. */
export function writeStoredDrafts(page: string, drafts: StoredDrafts): void {
  terminalStorage.write(FORMS + page, JSON.stringify(drafts));
}

/** Deletes the drafts of a page. */
export function dropDrafts(page: string): void {
  terminalStorage.remove(FORMS + page);
}

/** Reads the drafts of a member of staff by their places; those that are too old or can't be read are left out. */
export function readPlaces(owner: number): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const place of keysOf(PLACES)) {
    const stored = read<StoredDrafts & { value: unknown }>(PLACES + place);
    if (stored?.owner === owner) found[place] = stored.value;
  }
  return found;
}

/** Stores the draft of a place in place of the one before; null deletes it. */
export function writePlace(place: string, owner: number, value: unknown): void {
  if (value === null) terminalStorage.remove(PLACES + place);
  else terminalStorage.write(PLACES + place, JSON.stringify({ owner, at: Date.now(), value }));
}

/** Calls back when another page of this terminal changed the draft of some place. */
export function onPlaceChange(take: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PLACES)) take();
  });
}

/** Deletes drafts that are too old or can't be read. */
export function dropOldDrafts(): void {
  for (const key of allKeys()) if (!read(key)) terminalStorage.remove(key);
}

/** Deletes all drafts. */
export function forgetDrafts(): void {
  for (const key of allKeys()) terminalStorage.remove(key);
}

/** What is stored of the drafts of one page: whose they are (0 without sign-in), and when they were stored. */
export type StoredDrafts = { owner: number; at: number };

const PREFIX = 'typed-form ';
const LONGEST_MS = 24 * 60 * 60_000;

/** The pages of which drafts are stored. */
export function draftPages(): string[] {
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : []));
}

/** What is stored of a page; null when that is nothing, older than a day, or can't be read. */
export function readStoredDrafts<Stored extends StoredDrafts>(page: string): Stored | null {
  const text = localStorage.getItem(PREFIX + page);
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as Stored;
    return Date.now() - stored.at <= LONGEST_MS ? stored : null;
  } catch (error) {
    console.error('drafts', error);
    return null;
  }
}

/** Stores the drafts of a page. */
export function writeStoredDrafts(page: string, drafts: StoredDrafts): void {
  localStorage.setItem(PREFIX + page, JSON.stringify(drafts));
}

/** Deletes the drafts of a page. */
export function dropDrafts(page: string): void {
  localStorage.removeItem(PREFIX + page);
}

/** Deletes drafts that are too old or can't be read. */
export function dropOldDrafts(): void {
  for (const page of draftPages()) if (!readStoredDrafts(page)) dropDrafts(page);
}

/** Deletes the drafts of all pages. */
export function forgetDrafts(): void {
  for (const page of draftPages()) dropDrafts(page);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the first, second … failure of an entry, 3.2 days in all; after one more failure it is a dead letter. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** The longest pause that a receiver may ask for, for an entry and for all that it is sent. */
const LONGEST_ASKED_MS = 24 * HOUR_MS;
export const LONGEST_REST_MS = HOUR_MS;
/** Longest addition to a pause, as a part of it: entries that failed together are not tried together again. */
const JITTER = 0.1;

/** Most tries of an entry. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** Reads `Retry-After`, seconds or a date, as milliseconds from now, 24 h at most; null for none that is ahead or readable. */
export function askedPause(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  const date = isDate ? Date.parse(text) - now.getTime() : Number.NaN;
  const pause = /^\d+$/.test(text) ? Number(text) * SECOND_MS : date;
  return pause > 0 ? Math.min(pause, LONGEST_ASKED_MS) : null;
}

/** Returns the pause after this many failures, in milliseconds, by a random number from 0 to 1; null where the entry is given up. */
export function pauseAfter(failures: number, random: number): number | null {
  const pause = PAUSES_MS[failures - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random));
}

import type { Day } from '@domain/dates.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Asia/Tokyo, the sample hotel's zone, has had no summer time since 1951. */
const TOKYO_OFFSET = 9 * HOUR;

/** The instant, in milliseconds since 1970, so many minutes after a day's midnight in Tokyo. */
export function instantOf(date: Day, minutes: number): number {
  return Date.parse(`${date}T00:00:00Z`) - TOKYO_OFFSET + Math.round(minutes * MINUTE);
}

/** The day of an instant in Tokyo. */
export function dayOf(instant: number): Day {
  return new Date(instant + TOKYO_OFFSET).toISOString().slice(0, 10) as Day;
}

/** `HH:mm` of minutes after midnight; 25:00 is one in the morning. */
export function clockTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Minutes after midnight of `HH:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

// Its `DateTime` would be 20 kB more of the first script.
import { IANAZone } from 'luxon';

/** A hotel-local calendar date, `YYYY-MM-DD`, without a zone (contract 1). */
export type Day = string & { readonly __brand: 'Day' };

/** The first day of a month, `YYYY-MM-01`: the wire's `year_month`. */
export type Month = Day & { readonly __month: true };

/** A half-open range of days `[start, end)`: the night of `end` is free (contract 1). */
export type Stay = { start: Day; end: Day };

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** Names a day or a first of a month whose text is known to be one. */
const named = (text: string): Month => text as Month;

function toMs(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
}

/** The names of days, each written once: there are few, and every stay asks for its own again and again. */
const names = new Map<number, Day>();

function fromMs(ms: number): Day {
  let name = names.get(ms);
  if (!name) {
    name = named(new Date(ms).toISOString().slice(0, 10));
    names.set(ms, name);
  }
  return name;
}

/** The day that `text` names, or null when it is no real date of the years 1900 to 2200. */
export function parseDay(text: unknown): Day | null {
  if (typeof text !== 'string' || !DAY_PATTERN.test(text)) return null;
  const year = Number(text.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const isRealDate = new Date(toMs(text)).getUTCMonth() + 1 === Number(text.slice(5, 7));
  return isRealDate ? named(text) : null;
}

/** A day from a literal known to be right; throws otherwise. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new RangeError(`not a day: ${text}`);
  return parsed;
}

/** `day` moved by a number of days, negative for earlier. */
export function addDays(from: Day, days: number): Day {
  return fromMs(toMs(from) + days * MS_PER_DAY);
}

/** Returns how many days `to` lies after `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toMs(to) - toMs(from)) / MS_PER_DAY);
}

/** The same day some years later; 29 February becomes 28 where there is none. */
export function addYears(from: Day, years: number): Day {
  const moved = `${Number(from.slice(0, 4)) + years}${from.slice(4)}`;
  const real = fromMs(toMs(moved));
  return real === moved ? real : addDays(real, -1);
}

/** Every day from `first` to `last`, both included; empty when `last` is earlier. */
export function daysFromTo(first: Day, last: Day): Day[] {
  const count = Math.max(0, daysBetween(first, last) + 1);
  const start = toMs(first);
  return Array.from({ length: count }, (_, index) => fromMs(start + index * MS_PER_DAY));
}

/** The nights of a stay: every day from its start up to, not including, its end. */
export function nightsOf(stay: Stay): Day[] {
  return daysFromTo(stay.start, addDays(stay.end, -1));
}

/** The month a day lies in. */
export function monthOf(date: Day): Month {
  return named(`${date.slice(0, 7)}-01`);
}

/** The first day of a month of a year. */
export function firstOfMonth(year: number, month: number): Month {
  return monthOf(fromMs(Date.UTC(year, month - 1, 1)));
}

/** A month moved by a number of months. */
export function addMonths(month: Month, months: number): Month {
  return firstOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)) + months);
}

/** Returns how many months the month of `to` lies after that of `from`. */
export function monthsBetween(from: Day, to: Day): number {
  const count = (date: Day) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return count(to) - count(from);
}

/** The last day of the month. */
export function lastDayOf(month: Month): Day {
  return addDays(addMonths(month, 1), -1);
}

/** Every month that has a day from `first` to `last`, both included. */
export function monthsFromTo(first: Day, last: Day): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The months that the nights of a stay lie in. */
export function monthsOfStay({ start, end }: Stay): Month[] {
  if (start >= end) return [];
  return monthOf(start) === monthOf(end) ? [monthOf(start)] : monthsFromTo(start, addDays(end, -1));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: Day): number {
  return new Date(toMs(date)).getUTCDay();
}

/** Returns whether two stays share a night. */
export function overlaps(a: Stay, b: Stay): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The calendar date of an instant in the hotel's zone. */
export function dayIn(zone: string, instant: Date): Day {
  const clock = instant.getTime() + offsetAt(zone, instant.getTime());
  return fromMs(Math.floor(clock / MS_PER_DAY) * MS_PER_DAY);
}

/** Returns how many minutes a zone's clock is past the begin of a date at an instant. */
export function minutesSince(date: Day, zone: string, instant: Date): number {
  const clock = instant.getTime() + offsetAt(zone, instant.getTime());
  return Math.floor((clock - toMs(date)) / MS_PER_MINUTE);
}

/** The hotel's day at an instant: that of its zone, but until `turnsAt` (HH:mm) still the day before. */
export function hotelDay(zone: string, turnsAt: string, instant: Date): Day {
  const date = dayIn(zone, instant);
  return instant.toISOString() < instantIn(zone, date, `${turnsAt}:00`) ? addDays(date, -1) : date;
}

/** The zone's offsets in milliseconds before and after a date, kept because luxon takes its time to find them. */
const offsetsAround = new Map<string, readonly [number, number]>();
const KEPT_OFFSETS = 2_000;

function offsetAt(zone: string, ms: number): number {
  return IANAZone.create(zone).offset(ms) * MS_PER_MINUTE;
}

function findOffsets(zone: string, date: Day): readonly [number, number] {
  const key = `${zone} ${date}`;
  const kept = offsetsAround.get(key);
  if (kept) return kept;
  const found = [
    offsetAt(zone, toMs(date) - MS_PER_DAY),
    offsetAt(zone, toMs(date) + 2 * MS_PER_DAY),
  ] as const;
  if (offsetsAround.size >= KEPT_OFFSETS) offsetsAround.clear();
  offsetsAround.set(key, found);
  return found;
}

/**
 * The instant, RFC 3339 in UTC, at which clocks in `zone` show `time` (HH:mm:ss) on a date. Of a time that comes twice
 * it is the first; a time that a change of the clocks skips is as much later as they skip.
 */
export function instantIn(zone: string, date: Day, time: string): string {
  const clock = Date.parse(`${date}T${time}Z`);
  const [before, after] = findOffsets(zone, date);
  const isBefore =
    before === after || offsetAt(zone, clock - before) === before || offsetAt(zone, clock - after) !== after;
  return new Date(clock - (isBefore ? before : after)).toISOString();
}

/** Returns whether `zone` names an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  return IANAZone.isValidZone(zone);
}

import { addDays, addMonths, type Day, day, lastDayOf, type Month, monthOf } from '@domain/dates.js';
import { publicHolidays } from '../../calendar/public-holidays.public.js';
import { type Random, randomFrom } from './prng.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const EPOCH = day('1970-01-01');
const TOKYO_OFFSET = 9 * HOUR; // Without summer time since 1951.
const MONTHS_BACK = 2;
const MONTHS_AHEAD = 13;
const DAYS_OF_BOOKINGS_BACK = 45;
const DAYS_BEFORE_FIRST_MONTH = 60;

/** The instant (milliseconds since 1970) so many minutes after a day's midnight in Tokyo. */
export function instantOf(date: Day, minutes: number): number {
  return Date.parse(`${date}T00:00:00Z`) - TOKYO_OFFSET + Math.round(minutes * MINUTE);
}

/** The day of an instant in Tokyo. */
export function dayOf(instant: number): Day {
  return addDays(EPOCH, Math.floor((instant + TOKYO_OFFSET) / DAY));
}

/** An instant as the channel manager writes it, in Tokyo. */
export function momentText(instant: number): string {
  return new Date(instant + TOKYO_OFFSET).toISOString().slice(0, 19).replace('T', ' ');
}

/** Everything that the sample is planned from; it knows today, but not the hour. Instants are in milliseconds since 1970. */
export type Setting = {
  random: Random;
  today: Day;
  /** Beginning of today; its end follows. */
  midnight: number;
  tonight: number;
  /** Instant of the first records. */
  opening: number;
  firstMonth: Month;
  firstNight: Day;
  lastNight: Day;
  holidays: ReadonlySet<Day>;
};

/** The period around today that the sample covers, and its random source. */
export function settingOf(today: Day, seed: number): Setting {
  const firstMonth = addMonths(monthOf(today), -MONTHS_BACK);
  const lastNight = lastDayOf(addMonths(monthOf(today), MONTHS_AHEAD));
  return {
    random: randomFrom(seed),
    today,
    midnight: instantOf(today, 0),
    tonight: instantOf(addDays(today, 1), 0),
    opening: instantOf(firstMonth, 10 * 60) - DAYS_BEFORE_FIRST_MONTH * DAY,
    firstMonth,
    firstNight: addDays(today, -DAYS_OF_BOOKINGS_BACK),
    lastNight,
    holidays: new Set(publicHolidays(firstMonth, lastNight)),
  };
}

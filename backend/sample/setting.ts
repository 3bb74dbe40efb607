import { addDays, addMonths, type Day, lastDayOf, type Month, monthOf } from '@domain/dates.js';
import { DAY, instantOf } from './hotel-time.js';
import type { SampleMasters } from './masters.js';
import type { Random } from './prng.js';

const MONTHS_BACK = 2;
const MONTHS_AHEAD = 13;
const DAYS_OF_BOOKINGS_BACK = 45;
const DAYS_BEFORE_FIRST_MONTH = 60;

/** What every part of the sample's history is made from. Instants are in milliseconds since 1970. */
export type Setting = {
  random: Random;
  today: Day;
  now: number;
  /** When the first records were made. */
  opening: number;
  firstMonth: Month;
  firstNight: Day;
  lastNight: Day;
  holidays: ReadonlySet<Day>;
  masters: SampleMasters;
};

/** The months the sample covers around today, its first and last night, and when its log begins. */
export function periodAround(today: Day) {
  const firstMonth = addMonths(monthOf(today), -MONTHS_BACK);
  const lastNight = lastDayOf(addMonths(monthOf(today), MONTHS_AHEAD));
  return {
    firstMonth,
    firstNight: addDays(today, -DAYS_OF_BOOKINGS_BACK),
    lastNight,
    opening: instantOf(firstMonth, 10 * 60) - DAYS_BEFORE_FIRST_MONTH * DAY,
  };
}

/** How many months a day lies after today's month. */
export function monthsFromToday(today: Day, date: Day): number {
  const count = (text: Day) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return count(date) - count(today);
}

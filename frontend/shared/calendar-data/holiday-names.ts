import type { Day } from '@domain/dates.js';
import { atom } from 'jotai';
import { family } from '../family.js';
import { daysAtom } from './calendar.js';

type HolidayList = { getHolidaysOf(year: number): { month: number; date: number; name: string }[] };

const listAtom = atom<HolidayList | null>(null);
// Loaded on first use; until then there are no names.
listAtom.onMount = (set) => {
  import('japanese-holidays').then(
    (module) => set(module.default),
    (error) => console.error('holidays', error),
  );
};

const pad = (value: number) => String(value).padStart(2, '0');

const dayOf = (year: number, { month, date }: { month: number; date: number }) =>
  `${year}-${pad(month)}-${pad(date)}` as Day;

/** The public holidays of a year by name. */
export const holidaysOfYearAtom = family((year: number) =>
  atom((get): ReadonlyMap<Day, string> => {
    const holidays = get(listAtom)?.getHolidaysOf(year) ?? [];
    return new Map(holidays.map((holiday) => [dayOf(year, holiday), holiday.name]));
  }),
);

/** The names of the public holidays of the years shown. */
export const holidayNamesAtom = atom((get): ReadonlyMap<Day, string> => {
  const years = new Set(get(daysAtom).map((day) => Number(day.slice(0, 4))));
  return new Map([...years].flatMap((year) => [...get(holidaysOfYearAtom(year))]));
});

import { type Day, day } from '@domain/dates.js';
import japaneseHolidays from 'japanese-holidays';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Japan's public holidays from `first` to `last`, both included, substitute holidays among them. */
export function publicHolidays(first: Day, last: Day): Day[] {
  const [firstYear, lastYear] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  return years
    .flatMap((year) =>
      japaneseHolidays
        .getHolidaysOf(year)
        .map(({ month, date }) => day(`${year}-${twoDigits(month)}-${twoDigits(date)}`)),
    )
    .filter((holiday) => holiday >= first && holiday <= last);
}

import { type Day, daysFromTo } from '@domain/dates.js';
import japaneseHolidays from 'japanese-holidays';

/** Lists the public holidays of Japan within days, both included; substitute holidays are among them. */
export function publicHolidays(first: Day, last: Day): Day[] {
  return daysFromTo(first, last).filter(
    (date) => japaneseHolidays.isHolidayAt(new Date(`${date}T00:00Z`)) !== undefined,
  );
}

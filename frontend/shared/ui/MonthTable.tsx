import { dayKind, dayText, monthText, weekdayName } from '@domain/calendar/stay-text.js';
import { addDays, type Day, daysFromTo, lastDayOf, type Month, weekdayOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { weatherAtom } from '../calendar-data/calendar.js';
import { holidaysOfYearAtom } from '../calendar-data/holiday-names.js';
import { useValue } from '../store.js';

type MonthTableProps = {
  month: Month;
  value: Day | null;
  today: Day;
  /** The day with the keyboard focus. */
  cursor: Day;
  allowed: (day: Day) => boolean;
  onPick: (day: Day) => void;
};

/** One month of the date picker, holidays in red. */
export function MonthTable({ month, value, today, cursor, allowed, onPick }: MonthTableProps) {
  const weather = useValue(weatherAtom);
  const holidays = useValue(holidaysOfYearAtom(Number(month.slice(0, 4))));
  const lead = weekdayOf(month);
  const weekdays = daysFromTo(addDays(month, -lead), addDays(month, 6 - lead));
  const weeks = groupBy(daysFromTo(month, lastDayOf(month)), (date) => addDays(date, -weekdayOf(date)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the arrow keys is a grid
    <table role="grid" className="month-table">
      <caption className="month-name">{monthText(month)}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" className="month-weekday soft" data-kind={dayKind(day, 0)}>
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...weeks].map(([sunday, days]) => (
          <tr key={sunday}>
            {sunday < month && <td colSpan={lead} />}
            {days.map((day) => {
              const holiday = holidays.get(day);
              const flag = weather.get(day)?.holiday_flag ?? (holiday === undefined ? 0 : 1);
              return (
                <td key={day}>
                  <button
                    type="button"
                    className="month-day"
                    data-day={day}
                    data-kind={dayKind(day, flag)}
                    data-today={day === today || undefined}
                    aria-label={dayText(day)}
                    aria-pressed={day === value}
                    data-tooltip={holiday}
                    tabIndex={day === cursor ? 0 : -1}
                    aria-disabled={!allowed(day)}
                    onClick={() => allowed(day) && onPick(day)}
                  >
                    {Number(day.slice(8, 10))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

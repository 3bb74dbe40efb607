import { dayKind, weekdayName } from '@domain/calendar/day-kind.js';
import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, daysFromTo, lastDayOf, type Month, weekdayOf } from '@domain/dates.js';
import { weatherAtom } from '../state/calendar.js';
import { holidaysOfYearAtom } from '../state/holiday-names.js';
import { useValue } from '../state/store.js';

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
  const week = daysFromTo(addDays(month, -lead), addDays(month, 6 - lead));
  return (
    <fieldset className="month-table">
      <legend className="month-name">{`${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`}</legend>
      {week.map((day) => (
        <span key={day} className="month-weekday" data-kind={dayKind(day, 0)} aria-hidden="true">
          {weekdayName(day)}
        </span>
      ))}
      {daysFromTo(month, lastDayOf(month)).map((day, index) => {
        const holiday = holidays.get(day);
        const flag = weather.get(day)?.holiday_flag ?? (holiday === undefined ? 0 : 1);
        return (
          <button
            key={day}
            type="button"
            className="month-day"
            style={index === 0 ? { gridColumnStart: lead + 1 } : undefined}
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
        );
      })}
    </fieldset>
  );
}

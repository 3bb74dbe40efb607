import { dayKind } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { memo } from 'react';
import type { WeatherByDay } from '../shared/calendar-data/calendar-snapshot.js';

type ColumnLayerProps = {
  days: readonly Day[];
  firstColumn: number;
  endColumn: number;
  weather: WeatherByDay;
  selected: Day | null;
  today: Day | null;
};

/** Draws what runs down whole columns behind the rows: tints, lines, today, the selected date. */
export const ColumnLayer = memo(function ColumnLayer(props: ColumnLayerProps) {
  const { days, weather, today, selected } = props;
  const columns = [];
  for (let column = props.firstColumn; column < props.endColumn; column++) {
    const date = days[column];
    if (date === undefined) continue;
    columns.push(
      <div
        key={date}
        className="column"
        data-kind={dayKind(date, weather.get(date)?.holiday_flag ?? 0)}
        data-month-start={date.endsWith('-01') || undefined}
        data-past={(today !== null && date < today) || undefined}
        data-today={date === today || undefined}
        data-selected={date === selected || undefined}
        style={{ left: `calc(${column} * var(--day))` }}
      />,
    );
  }
  return (
    <div className="columns" aria-hidden="true">
      {columns}
    </div>
  );
});

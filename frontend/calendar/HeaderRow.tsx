// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import { dayKind } from '@domain/calendar/day-kind.js';
import type { Day } from '@domain/dates.js';
import type { DailyCount } from '@wire/count-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { memo, type ReactNode } from 'react';
import { DATE_ROW_HEIGHT, HEADER_ROW_HEIGHT } from './geometry.js';
import { HeaderCell } from './HeaderCell.js';
import { countedBy, HEADER_LABELS, type HeaderRowKind } from './header-rows.js';
import { Spacer } from './Spacer.js';

type HeaderRowProps = {
  row: HeaderRowKind;
  index: number;
  days: readonly Day[];
  firstColumn: number;
  endColumn: number;
  counts: ReadonlyMap<Day, DailyCount> | null;
  weather: ReadonlyMap<Day, WeatherRecord>;
  holidays: ReadonlyMap<Day, string>;
  selected: Day | null;
  today: Day | null;
  focused: number | null;
  hint: string | undefined;
  /** What stands at the left instead of the row's name. */
  corner?: ReactNode;
};

/** One header row: its name and the days in the window. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { row, index, days, weather } = props;
  const cells = [];
  for (let column = props.firstColumn; column < props.endColumn; column++) {
    const date = days[column];
    if (date === undefined) continue;
    const record = weather.get(date);
    const holiday = props.holidays.get(date);
    const weatherText = row === 'weather' ? record?.weather : undefined;
    const about = row === 'date' || row === 'weekday' ? holiday : weatherText;
    cells.push(
      <HeaderCell
        key={date}
        row={row}
        date={date}
        column={column}
        kind={dayKind(date, record?.holiday_flag ?? 0)}
        weather={weatherText}
        count={props.counts?.get(date)}
        selected={props.selected === date}
        isToday={props.today === date}
        named={holiday !== undefined}
        focusable={props.focused === column}
        hint={[about, props.hint].filter(Boolean).join('\n') || undefined}
      />,
    );
  }
  return (
    <div
      role="row"
      className="header-row"
      aria-rowindex={index + 1}
      data-row={countedBy(row) === null ? row : 'count'}
      style={{ height: row === 'date' ? DATE_ROW_HEIGHT : HEADER_ROW_HEIGHT }}
    >
      <div
        role="rowheader"
        className="header-head"
        aria-colindex={1}
        tabIndex={props.focused === -1 ? 0 : -1}
      >
        {props.corner ?? HEADER_LABELS[row]}
      </div>
      <Spacer columns={props.firstColumn} />
      {cells}
    </div>
  );
});

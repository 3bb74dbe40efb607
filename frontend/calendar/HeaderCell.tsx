// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both roles that this cell can have take them.
import { type DayKind, dayText, weekdayName } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { DailyCount } from '@wire/count-record.js';
import { memo } from 'react';
import { countedBy, figuresOf, HEADER_LABELS, type HeaderRowKind } from '../shared/calendar-data/header-rows.js';
import { weatherPicture } from './weather-picture.js';

/** Longer words of weather are left to their pictures and the tooltip. */
const LONGEST_WEATHER = 3;

type HeaderCellProps = {
  row: HeaderRowKind;
  date: Day;
  column: number;
  kind: DayKind;
  /** Only for the rows that show them. */
  weather: string | undefined;
  count: DailyCount | undefined;
  selected: boolean;
  isToday: boolean;
  /** Whether the day is a public holiday by name. */
  named: boolean;
  /** How many notes for the next shift wait on the day; only in the row of dates. */
  notes: number;
  focusable: boolean;
  /** What a click does, for the tooltip. */
  hint: string | undefined;
};

type HeaderContent = { text: string; short: boolean };

/** What a header cell says, and whether rooms run short there. */
export function headerContent({
  row,
  date,
  weather,
  count,
}: Pick<HeaderCellProps, 'row' | 'date' | 'weather' | 'count'>): HeaderContent {
  const counted = countedBy(row);
  if (row === 'date')
    return { text: `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`, short: false };
  if (row === 'weekday') return { text: weekdayName(date), short: false };
  if (counted === null) return { text: weather ?? '', short: false };
  if (!count) return { text: '', short: false };
  const figures = figuresOf(count, counted);
  return { text: figures.join('・'), short: figures[0] <= 0 };
}

/** A header cell as it is read out: its row, its day, and what it says. */
function spoken({ row, date, kind, notes }: HeaderCellProps, text: string): string {
  if (row === 'weather' || countedBy(row) !== null)
    return `${HEADER_LABELS[row]} ${dayText(date)} ${text}`.trim();
  const day = kind === 'holiday' ? `${dayText(date)} 休日` : dayText(date);
  if (row === 'weekday') return `${HEADER_LABELS[row]} ${day}`;
  return notes > 0 ? `${day} 申し送り${notes}件` : day;
}

/** One day in one header row. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { row, date, column } = props;
  const { text, short } = headerContent(props);
  return (
    <div
      role={row === 'date' ? 'columnheader' : 'gridcell'}
      className="header-cell"
      aria-colindex={column + 2}
      aria-selected={row === 'date' ? props.selected : undefined}
      aria-label={spoken(props, text)}
      aria-current={(row === 'date' && props.isToday && 'date') || undefined}
      tabIndex={props.focusable ? 0 : -1}
      data-header={row}
      data-date={date}
      data-kind={props.kind}
      data-selected={(row === 'date' && props.selected) || undefined}
      data-today={props.isToday || undefined}
      data-short={short || undefined}
      data-picture={(row === 'weather' && weatherPicture(text)) || undefined}
      data-long={(row === 'weather' && text.length > LONGEST_WEATHER) || undefined}
      data-holiday={
        (row === 'weekday' && props.kind === 'holiday' && (props.named ? '祝' : '休')) || undefined
      }
      data-notes={props.notes || undefined}
      data-tooltip={props.hint}
    >
      {text}
    </div>
  );
});

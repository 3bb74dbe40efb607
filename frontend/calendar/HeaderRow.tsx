import { type DayKind, dayKind, dayText, weekdayName } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { DailyCount } from '@wire/count-record.js';
import { memo, type ReactNode } from 'react';
import type { WeatherByDay } from '../shared/calendar-data/calendar-snapshot.js';
import {
  countedBy,
  figuresOf,
  HEADER_LABELS,
  type HeaderRowKind,
} from '../shared/calendar-data/header-rows.js';
import type { NotesByDay } from '../shared/calendar-data/notes.js';
import { chunkStyle, chunksOf, within } from './geometry.js';
import { headId } from './RowHeads.js';
import { notesHint } from './tooltips.js';
import { weatherPicture } from './weather.js';

type HeaderRowProps = {
  index: number;
  /** In pixels. */
  top: number;
  height: number;
  firstColumn: number;
  endColumn: number;
  focused: number | null;
  /** The heads of all header rows lie in the first of them. */
  heads: ReactNode;
} & HeaderDays;

/** One header row: the days in the window. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { index, top, height, firstColumn, endColumn, focused, heads, ...shown } = props;
  const { row } = shown;
  return (
    <div
      role="row"
      className="header-row"
      aria-rowindex={index + 1}
      aria-owns={headId(index + 1)}
      data-row={countedBy(row) === null ? row : 'count'}
      style={{ top, height }}
    >
      {heads}
      {chunksOf({ firstColumn, endColumn }).map(({ first, end }) => (
        <HeaderChunk
          key={first}
          {...shown}
          first={first}
          end={end}
          focused={within(focused, first, end) ? focused : null}
        />
      ))}
    </div>
  );
});

/** Most letters of counts that leave room for a larger first figure. */
const ROOMY_COUNTS = 7;

/** Longer words of weather are left to their pictures and the tooltip. */
export const LONGEST_WEATHER = 3;

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
  /** True if the day is a public holiday by name. */
  named: boolean;
  /** Number of notes for the next shift on the day; only in the row of dates. */
  notes: number;
  focusable: boolean;
  /** Effect of a click, for the tooltip. */
  hint: string | undefined;
};

/** Content of a header cell; of three counts the first, the free rooms, stands out, and 0 or fewer of them are `short`. */
type HeaderContent = { free?: number; text: string; short?: boolean };

/** Returns the content of a header cell, from the row's own data. */
export function headerContent({
  row,
  date,
  weather,
  count,
}: Pick<HeaderCellProps, 'row' | 'date' | 'weather' | 'count'>): HeaderContent {
  const counted = countedBy(row);
  if (row === 'date') return { text: `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}` };
  if (row === 'weekday') return { text: weekdayName(date) };
  if (counted === null) return { text: weather ?? '' };
  if (!count) return { text: '' };
  const [free, ...others] = figuresOf(count, counted);
  return { free, text: `・${others.join('・')}`, short: free <= 0 };
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
const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { row, date, column } = props;
  const { free, text, short } = headerContent(props);
  return (
    <div
      role={row === 'date' ? 'columnheader' : 'gridcell'}
      className="header-cell"
      aria-colindex={column + 2}
      aria-selected={row === 'date' ? props.selected : undefined}
      aria-label={spoken(props, `${free ?? ''}${text}`)}
      aria-current={(row === 'date' && props.isToday && 'date') || undefined}
      tabIndex={props.focusable ? 0 : -1}
      data-header={row}
      data-date={date}
      data-kind={props.kind}
      data-selected={(row === 'date' && props.selected) || undefined}
      data-today={props.isToday || undefined}
      data-short={short || undefined}
      data-tight={(free !== undefined && `${free}${text}`.length > ROOMY_COUNTS) || undefined}
      data-picture={(row === 'weather' && weatherPicture(text)) || undefined}
      data-long={(row === 'weather' && text.length > LONGEST_WEATHER) || undefined}
      data-holiday={
        (row === 'weekday' && props.kind === 'holiday' && (props.named ? '祝' : '休')) || undefined
      }
      data-notes={props.notes || undefined}
      data-tooltip={props.hint}
    >
      {free !== undefined && <b>{free}</b>}
      {text}
    </div>
  );
});

/** Content of a header row for its days. */
export type HeaderDays = {
  row: HeaderRowKind;
  days: readonly Day[];
  columnWidth: number;
  counts: ReadonlyMap<Day, DailyCount> | null;
  weather: WeatherByDay;
  holidays: ReadonlyMap<Day, string>;
  /** Notes for the next shift, for the row of dates. */
  notes: NotesByDay;
  selected: Day | null;
  today: Day | null;
  /** Effect of a click, for the tooltip. */
  hint: string | undefined;
};

type HeaderChunkProps = HeaderDays & {
  /** The columns of this chunk, the end exclusive. */
  first: number;
  end: number;
  /** The column with the focus, null when it is in none of these. */
  focused: number | null;
};

/** Some neighbouring days of a header row: what comes into the document and leaves it together. */
const HeaderChunk = memo(function HeaderChunk(props: HeaderChunkProps) {
  const { row, days, weather } = props;
  const cells = [];
  for (let column = props.first; column < props.end; column++) {
    const date = days[column];
    if (date === undefined) continue;
    const record = weather.get(date);
    const holiday = props.holidays.get(date);
    const notes = props.notes.get(date);
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
        notes={notes?.length ?? 0}
        focusable={props.focused === column}
        hint={[about, notes && notesHint(notes), props.hint].filter(Boolean).join('\n') || undefined}
      />,
    );
  }
  return (
    <div className="chunk" style={chunkStyle(props.first, props.columnWidth)}>
      {cells}
    </div>
  );
});

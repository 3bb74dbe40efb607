import { dayKind } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { DailyCount } from '@wire/count-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { memo } from 'react';
import type { NotesByDay } from '../shared/calendar-data/notes.js';
import { chunkStyle } from './geometry.js';
import { HeaderCell } from './HeaderCell.js';
import type { HeaderRowKind } from '../shared/calendar-data/header-rows.js';
import { notesHint } from './notes-hint.js';

/** What a header row shows of its days. */
export type HeaderDays = {
  row: HeaderRowKind;
  days: readonly Day[];
  columnWidth: number;
  counts: ReadonlyMap<Day, DailyCount> | null;
  weather: ReadonlyMap<Day, WeatherRecord>;
  holidays: ReadonlyMap<Day, string>;
  /** What the next shift must know, for the row of dates. */
  notes: NotesByDay;
  selected: Day | null;
  today: Day | null;
  /** What a click does, for the tooltip. */
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
export const HeaderChunk = memo(function HeaderChunk(props: HeaderChunkProps) {
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

import { addDays, type Day, monthOf, type Stay } from '@domain/dates.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { memo } from 'react';
import type { RoomHead, RowCell } from '../shared/calendar-data/calendar.js';
import { type AddedPart, Cell } from './Cell.js';
import { chunkStyle } from './geometry.js';
import type { RowMarks } from './past/differences.js';
import type { RoomWatches } from './presence.js';
import { type PreviewField, previewText } from './preview-fields.js';

/** A name is moved along as far as half of the last night is left for it. */
const HALF_A_NIGHT = 0.5;

type CellChunkProps = {
  head: RoomHead;
  days: readonly Day[];
  nights: readonly RowCell[];
  marks: RowMarks;
  /** The columns of this chunk, the end exclusive. */
  first: number;
  end: number;
  /** Whether it is the row's first in the document: a stay that runs into it is drawn from here. */
  leading: boolean;
  /** The column to which the text of a stay that began before it is moved. */
  nameColumn: number;
  columnWidth: number;
  fields: readonly PreviewField[];
  searched: Stay | null;
  candidate: boolean | null;
  watches: RoomWatches;
  openId: number | null;
  /** The column with the focus, null when it is in none of these. */
  focused: number | null;
};

/** Which part of its outline a night of a booking taken since is; what began before the days shown begins with them. */
function addedPart({ stay_start, stay_end }: BookingRecord, date: Day, isFirstDay: boolean): AddedPart {
  const begins = isFirstDay || stay_start === date;
  const ends = addDays(date, 1) === stay_end;
  return begins ? (ends ? 'only' : 'first') : ends ? 'last' : 'middle';
}

/** Some neighbouring nights of a room: what comes into the document and leaves it together. */
export const CellChunk = memo(function CellChunk(props: CellChunkProps) {
  const { head, days, nights, marks, searched, watches } = props;
  const cells = [];
  for (let column = props.first; column < props.end; column++) {
    const date = days[column];
    const night = nights[column] ?? null;
    if (date === undefined) continue;
    const begins = night !== null && (night.cell.isFirstNight || (props.leading && column === props.first));
    const span = night ? Math.min(night.cell.nights - night.cell.night + 1, days.length - column) : 0;
    const added = marks.added.get(date);
    const inStay = searched !== null && date >= searched.start && date < searched.end;
    cells.push(
      <Cell
        key={date}
        roomNumber={head.roomNumber}
        date={date}
        column={column}
        columnWidth={props.columnWidth}
        night={night}
        text={begins ? previewText(night.booking.record, props.fields) : null}
        span={span}
        indent={begins ? Math.max(0, Math.min(props.nameColumn - column, span - HALF_A_NIGHT)) : 0}
        closed={night === null && head.months.get(monthOf(date))?.reservableStatus !== BOOKABLE}
        offered={props.candidate === true && inStay}
        watch={(night && watches.bookings.get(night.cell.bookingId)) ?? watches.nights.get(date)}
        holdBegins={watches.nights.get(addDays(date, -1))?.terminal !== watches.nights.get(date)?.terminal}
        open={night !== null && night.cell.bookingId === props.openId}
        mark={night ? marks.stays.get(night.cell.bookingId) : undefined}
        added={added && addedPart(added.after, date, column === 0)}
        focusable={props.focused === column}
      />,
    );
  }
  return (
    <div className="chunk" style={chunkStyle(props.first, props.columnWidth)}>
      {cells}
    </div>
  );
});

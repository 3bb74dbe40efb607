// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import type { StayCell } from '@domain/calendar/stay-cells.js';
import { type Day, monthOf, type Stay } from '@domain/dates.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { memo } from 'react';
import { type RoomHead, rowCellsAtom } from '../state/calendar.js';
import { presenceAtom } from '../state/connection.js';
import { candidateAtom } from '../state/form.js';
import { useValue } from '../state/store.js';
import { Cell } from './Cell.js';
import { ROW_HEIGHT } from './geometry.js';
import { type PreviewField, previewText } from './preview-fields.js';
import { RoomHeadCell } from './RoomHeadCell.js';

type RoomRowProps = {
  head: RoomHead;
  row: number;
  /** How many header rows come before, for the row's number in the whole grid. */
  headerRows: number;
  days: readonly Day[];
  firstColumn: number;
  endColumn: number;
  nameColumn: number;
  columnWidth: number;
  fields: readonly PreviewField[];
  searched: Stay | null;
  /** The column with the focus: -1 the row's head, null when it is in another row. */
  focused: number | null;
};

/** A stay's name stands at its first night, or where it comes into sight when that is scrolled away. */
function carriesName({ isFirstNight, nights }: StayCell, column: number, nameColumn: number): boolean {
  if (!isFirstNight) return column === nameColumn;
  return column >= nameColumn || column + nights <= nameColumn;
}

/** One room's row: its head and the nights in the window. */
export const RoomRow = memo(function RoomRow(props: RoomRowProps) {
  const { head, row, days, columnWidth, firstColumn, endColumn, nameColumn, searched, focused } = props;
  const nights = useValue(rowCellsAtom(head.roomNumber));
  const candidate = useValue(candidateAtom(head.roomNumber));
  const presence = useValue(presenceAtom);
  const cells = [];
  for (let column = firstColumn; column < endColumn; column++) {
    const date = days[column];
    const night = nights[column] ?? null;
    if (date === undefined) continue;
    const named = night !== null && carriesName(night.cell, column, nameColumn);
    const inStay = searched !== null && date >= searched.start && date < searched.end;
    cells.push(
      <Cell
        key={date}
        roomNumber={head.roomNumber}
        date={date}
        column={column}
        columnWidth={columnWidth}
        night={night}
        text={named ? previewText(night.booking.record, props.fields) : null}
        span={night ? Math.min(night.cell.nights - night.cell.night + 1, days.length - column) : 0}
        closed={night === null && head.months.get(monthOf(date))?.reservableStatus !== BOOKABLE}
        offered={candidate === true && inStay}
        editor={night ? (presence.get(night.cell.bookingId)?.terminal ?? null) : null}
        focusable={focused === column}
      />,
    );
  }
  return (
    <div
      role="row"
      className="room-row"
      aria-rowindex={props.headerRows + row + 1}
      data-dimmed={candidate === false || undefined}
      style={{ top: row * ROW_HEIGHT }}
    >
      <RoomHeadCell head={head} candidate={candidate} focusable={focused === -1} />
      {cells}
    </div>
  );
});

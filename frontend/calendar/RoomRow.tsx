// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import { type Day, monthOf, type Stay } from '@domain/dates.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { memo } from 'react';
import { type RoomHead, rowCellsAtom } from '../state/calendar.js';
import { presenceAtom } from '../state/connection.js';
import { candidateAtom, openBookingInRoomAtom } from '../state/form.js';
import { useValue } from '../state/store.js';
import { Cell } from './Cell.js';
import { type PreviewField, previewText } from './preview-fields.js';
import { RoomHeadCell } from './RoomHeadCell.js';
import { Spacer } from './Spacer.js';

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

/** One room's row: its head and the nights in the window. */
export const RoomRow = memo(function RoomRow(props: RoomRowProps) {
  const { head, row, days, columnWidth, firstColumn, endColumn, nameColumn, searched, focused } = props;
  const nights = useValue(rowCellsAtom(head.roomNumber));
  const candidate = useValue(candidateAtom(head.roomNumber));
  const presence = useValue(presenceAtom);
  const openId = useValue(openBookingInRoomAtom(head.roomNumber));
  const cells = [];
  for (let column = firstColumn; column < endColumn; column++) {
    const date = days[column];
    const night = nights[column] ?? null;
    if (date === undefined) continue;
    const begins = night !== null && (night.cell.isFirstNight || column === firstColumn);
    const span = night ? Math.min(night.cell.nights - night.cell.night + 1, days.length - column) : 0;
    const inStay = searched !== null && date >= searched.start && date < searched.end;
    cells.push(
      <Cell
        key={date}
        roomNumber={head.roomNumber}
        date={date}
        column={column}
        columnWidth={columnWidth}
        night={night}
        text={begins ? previewText(night.booking.record, props.fields) : null}
        span={span}
        indent={begins ? Math.max(0, Math.min(nameColumn - column, span - 1)) : 0}
        closed={night === null && head.months.get(monthOf(date))?.reservableStatus !== BOOKABLE}
        offered={candidate === true && inStay}
        editor={night ? (presence.get(night.cell.bookingId)?.terminal ?? null) : null}
        open={night !== null && night.cell.bookingId === openId}
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
    >
      <RoomHeadCell head={head} candidate={candidate} focusable={focused === -1} />
      <Spacer columns={firstColumn} />
      {cells}
    </div>
  );
});

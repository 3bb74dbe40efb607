// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import type { Day, Stay } from '@domain/dates.js';
import { memo } from 'react';
import { candidateAtom, openBookingInRoomAtom } from '../booking/form.js';
import { type RoomHead, type RowCell, rowCellsAtom } from '../shared/calendar-data/calendar.js';
import { useValue } from '../shared/store.js';
import { CellChunk } from './CellChunk.js';
import { type Columns, chunksOf, within } from './geometry.js';
import { rowMarksAtom } from './past/differences.js';
import { roomWatchesAtom } from './presence.js';
import type { PreviewField } from './preview-fields.js';
import { RoomHeadCell } from './RoomHeadCell.js';
import { RowPreview } from './RowPreview.js';

type RoomRowProps = Columns & {
  head: RoomHead;
  row: number;
  /** How many header rows come before, for the row's number in the whole grid. */
  headerRows: number;
  days: readonly Day[];
  /** The column to which the text of a stay that began before it is moved. */
  nameColumn: number;
  columnWidth: number;
  fields: readonly PreviewField[];
  searched: Stay | null;
  /** The column with the focus: -1 the row's head, null when it is in another row. */
  focused: number | null;
};

/** The column from which the stay at `nameColumn` is drawn, null when there is none. */
function barStart(nights: readonly RowCell[], nameColumn: number, firstColumn: number): number | null {
  const column = Math.floor(nameColumn);
  const night = nights[column];
  return night ? Math.max(firstColumn, column - night.cell.night + 1) : null;
}

/** One room's row: its head and the nights in the window. */
export const RoomRow = memo(function RoomRow(props: RoomRowProps) {
  const { head, row, focused, nameColumn } = props;
  const nights = useValue(rowCellsAtom(head.roomNumber));
  const candidate = useValue(candidateAtom(head.roomNumber));
  const watches = useValue(roomWatchesAtom(head.roomNumber));
  const marks = useValue(rowMarksAtom(head.roomNumber));
  const openId = useValue(openBookingInRoomAtom(head.roomNumber));
  const named = barStart(nights, nameColumn, props.firstColumn);
  return (
    <div
      role="row"
      className="room-row"
      aria-rowindex={props.headerRows + row + 1}
      data-dimmed={candidate === false || undefined}
    >
      <RoomHeadCell head={head} candidate={candidate} focusable={focused === -1} />
      {chunksOf(props, row).map(({ first, end }) => (
        <CellChunk
          key={first}
          head={head}
          days={props.days}
          nights={nights}
          marks={marks}
          first={first}
          end={end}
          leading={first === props.firstColumn}
          nameColumn={within(named, first, end) ? nameColumn : 0}
          columnWidth={props.columnWidth}
          fields={props.fields}
          searched={props.searched}
          candidate={candidate}
          watches={watches}
          openId={openId}
          focused={within(focused, first, end) ? focused : null}
        />
      ))}
      <RowPreview roomNumber={head.roomNumber} days={props.days} />
    </div>
  );
});

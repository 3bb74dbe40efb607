import './row-preview.css';
import { nightAt } from '@domain/calendar/stay-cells.js';
import { addDays, type Day, daysBetween, type Stay } from '@domain/dates.js';
import { memo } from 'react';
import { candidateAtom, openBookingInRoomAtom } from '../booking/form.js';
import { type PreviewMark, previewOfRoomAtom } from '../booking/room-preview.js';
import {
  closuresOfRoomAtom,
  type RoomHead,
  type RowStays,
  rowStaysAtom,
} from '../shared/calendar-data/calendar.js';
import { useValue } from '../shared/store.js';
import { CellChunk } from './Cell.js';
import { type Columns, chunksOf, within } from './geometry.js';
import { rowMarksAtom } from './past/differences.js';
import { roomWatchesAtom } from './presence.js';
import type { PreviewField } from './preview-fields.js';
import { headId } from './RowHeads.js';

type RoomRowProps = Columns & {
  head: RoomHead;
  row: number;
  /** Number of header rows before it, for the row's number in the whole grid. */
  headerRows: number;
  days: readonly Day[];
  /** The column to which the text of a stay that began before it is moved. */
  nameColumn: number;
  columnWidth: number;
  fields: readonly PreviewField[];
  searched: Stay | null;
  /** The column with the focus, null when it is in another row. */
  focused: number | null;
};

/** The column from which the stay at `nameColumn` is drawn, null when there is none. */
function barStart(stays: RowStays, nameColumn: number, firstColumn: number): number | null {
  const column = Math.floor(nameColumn);
  const night = nightAt(stays, column);
  return night ? Math.max(firstColumn, column - night.cell.night + 1) : null;
}

/** One room's row: the nights in the window; its head lies beside it. */
export const RoomRow = memo(function RoomRow(props: RoomRowProps) {
  const { head, row, focused, nameColumn } = props;
  const stays = useValue(rowStaysAtom(head.roomNumber));
  const closures = useValue(closuresOfRoomAtom(head.roomNumber));
  const candidate = useValue(candidateAtom(head.roomNumber));
  const watches = useValue(roomWatchesAtom(head.roomNumber));
  const marks = useValue(rowMarksAtom(head.roomNumber));
  const openId = useValue(openBookingInRoomAtom(head.roomNumber));
  const named = barStart(stays, nameColumn, props.firstColumn);
  const rowIndex = props.headerRows + row + 1;
  return (
    <div
      role="row"
      className="room-row"
      aria-rowindex={rowIndex}
      aria-owns={headId(rowIndex)}
      data-dimmed={candidate === false || undefined}
      style={{ top: `calc(${row} * var(--row))` }}
    >
      {chunksOf(props).map(({ first, end }) => (
        <CellChunk
          key={first}
          head={head}
          days={props.days}
          stays={stays}
          closures={closures}
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

function PreviewBox({ mark, first, last }: { mark: PreviewMark; first: Day; last: Day }) {
  const start = mark.stay.start > first ? mark.stay.start : first;
  const end = mark.stay.end <= last ? mark.stay.end : addDays(last, 1);
  if (start >= end) return null;
  const left = `calc(var(--head) + ${daysBetween(first, start)} * var(--day))`;
  const width = `calc(${daysBetween(start, end)} * var(--day))`;
  return (
    <span className="row-preview" data-preview={mark.kind} aria-hidden="true" style={{ left, width }}>
      {mark.text}
    </span>
  );
}

/** Draws what a proposal would make of a room; its words stand beside the proposal. */
function RowPreview({ roomNumber, days }: { roomNumber: string; days: readonly Day[] }) {
  const marks = useValue(previewOfRoomAtom(roomNumber));
  const [first, last] = [days[0], days.at(-1)];
  if (!marks || !first || !last) return null;
  return marks.map((mark) => (
    <PreviewBox key={`${mark.kind} ${mark.stay.start}`} mark={mark} first={first} last={last} />
  ));
}

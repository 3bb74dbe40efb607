import { nightAt, type StayCell } from '@domain/calendar/stay-cells.js';
import { dayText, nightText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, daysBetween, monthOf, type Stay } from '@domain/dates.js';
import { closureReason, closureWord, type RoomClosure } from '@domain/room/room-closure.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { memo } from 'react';
import type { RoomHead, RowNight, RowStays } from '../shared/calendar-data/calendar.js';
import { chunkStyle } from './geometry.js';
import { KIND_SIGNS, type RowMarks, type StayMark, sinceText } from './past/differences.js';
import type { RoomWatches, Watch } from './presence.js';
import { type PreviewField, previewText } from './preview-fields.js';

/** A name is moved along as far as half of the last night is left for it. */
const HALF_A_NIGHT = 0.5;

type CellChunkProps = {
  head: RoomHead;
  days: readonly Day[];
  stays: RowStays;
  closures: readonly RoomClosure[];
  marks: RowMarks;
  /** The columns of this chunk, the end exclusive. */
  first: number;
  end: number;
  /** True if it is the row's first in the document: a stay that runs into it is drawn from here. */
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

/** Returns the part of its outline that a night of a booking taken since is; what began before the days shown begins with them. */
function addedPart({ stay_start, stay_end }: BookingRecord, date: Day, isFirstDay: boolean): AddedPart {
  const begins = isFirstDay || stay_start === date;
  const ends = addDays(date, 1) === stay_end;
  return begins ? (ends ? 'only' : 'first') : ends ? 'last' : 'middle';
}

/** Some neighbouring nights of a room: what comes into the document and leaves it together. */
export const CellChunk = memo(function CellChunk(props: CellChunkProps) {
  const { head, days, stays, closures, marks, searched, watches } = props;
  const cells = [];
  for (let column = props.first; column < props.end; column++) {
    const date = days[column];
    const night = nightAt(stays, column);
    if (date === undefined) continue;
    const closure = night ? undefined : closures.find(({ start, end }) => start <= date && date < end);
    const isClosureNamed = closure && (closure.start === date || (props.leading && column === props.first));
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
        text={begins ? previewText(night.stay.record, props.fields) : null}
        span={span}
        indent={begins ? Math.max(0, Math.min(props.nameColumn - column, span - HALF_A_NIGHT)) : 0}
        closure={closure}
        closureSpan={isClosureNamed ? Math.min(daysBetween(date, closure.end), days.length - column) : 0}
        closed={night === null && head.months.get(monthOf(date))?.reservableStatus !== BOOKABLE}
        offered={props.candidate === true && inStay}
        watch={(night && watches.bookings.get(night.cell.bookingId)) ?? watches.nights.get(date)}
        holdBegins={
          watches.nights.size > 0 &&
          watches.nights.get(addDays(date, -1))?.terminal !== watches.nights.get(date)?.terminal
        }
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

/** Part of the outline of a booking that was taken since the moment shown. */
export type AddedPart = 'only' | 'first' | 'middle' | 'last';

type CellProps = {
  roomNumber: string;
  date: Day;
  column: number;
  columnWidth: number;
  night: RowNight;
  /** Text of the stay's bar, when it begins in this cell; over how many columns it runs; how far the text is moved. */
  text: string | null;
  span: number;
  indent: number;
  /** The 売り止め of the night; over how many columns its bar runs when it is drawn from this cell, else 0. */
  closure: RoomClosure | undefined;
  closureSpan: number;
  /** Free but 予約不可 this month. */
  closed: boolean;
  /** Free in a room that the search found, within the searched stay. */
  offered: boolean;
  /** Another terminal that has the booking open, looks at it, or is about to book the night. */
  watch: Watch | undefined;
  /** True if what another terminal is about to book begins here. */
  holdBegins: boolean;
  /** True if it is open in the form here. */
  open: boolean;
  /** In the past: what became of the booking since. */
  mark: StayMark | undefined;
  /** In the past: a booking taken since has this night now. */
  added: AddedPart | undefined;
  focusable: boolean;
};

const WATCH_WORDS = { editing: 'で編集中', looking: 'で表示中', holding: 'で入力中' } as const;
const watchText = ({ terminal, kind }: Watch): string => `${terminal}${WATCH_WORDS[kind]}`;

const yes = (condition: boolean) => condition || undefined;

/** Returns the words of a booked night. */
function stayWords({ cell, stay }: NonNullable<RowNight>) {
  const { guest_name_1, checkin_date, checkout_date } = stay.record;
  const state = checkout_date !== null ? 'チェックアウト済' : checkin_date !== null && 'チェックイン済';
  return [
    guest_name_1,
    nightText(cell.night, cell.nights),
    cell.unpaid && '未払い',
    state,
    cell.nextdayOut && '翌OUT',
  ];
}

/** A night as it is read out. */
function spoken(props: CellProps): string {
  const { roomNumber, date, night, offered, closed, closure, watch, mark, added } = props;
  const free = closure ? closureLabel(closure) : offered ? '候補' : closed ? '予約不可' : '空室';
  return [
    roomNumber,
    dayText(date),
    ...(night ? stayWords(night) : [free]),
    watch && watchText(watch),
    mark && sinceText(mark.kind, mark.text),
    added && sinceText('added', ''),
  ]
    .filter(Boolean)
    .join(' ');
}

/** One room on one night. */
function Cell(props: CellProps) {
  const { roomNumber, date, column, night, text, watch } = props;
  const shared = {
    role: 'gridcell',
    'aria-colindex': column + 2,
    'aria-label': spoken(props),
    tabIndex: props.focusable ? 0 : -1,
    'data-room': roomNumber,
    'data-date': date,
    'data-watch': watch?.kind,
    'data-added': props.added,
  };
  if (!night && props.closure) {
    const { closure, closureSpan: span, columnWidth } = props;
    return (
      <div {...shared} className="cell closure" data-closure-id={closure.id}>
        {span > 0 && <ClosureBar {...{ closure, date, span, columnWidth }} />}
      </div>
    );
  }
  if (!night) {
    return (
      <div
        {...shared}
        className={props.offered ? 'cell offered' : props.closed ? 'cell closed' : 'cell'}
        data-holder={watch && props.holdBegins ? watch.terminal : undefined}
      />
    );
  }
  const { cell, stay } = night;
  const { checkin_date, checkout_date, nextday_out_flag } = stay.record;
  return (
    <div
      {...shared}
      className="cell stay"
      data-booking-id={cell.bookingId}
      data-shade={cell.shade}
      data-unpaid={cell.unpaid}
      data-first={yes(cell.isFirstNight)}
      data-linked={yes(cell.linkedToDayBefore)}
      data-in={yes(checkin_date !== null)}
      data-out={yes(checkout_date !== null)}
      data-open={yes(props.open)}
      data-mark={props.mark?.kind}
    >
      {text !== null && (
        <StayBar
          cell={cell}
          span={props.span}
          columnWidth={props.columnWidth}
          indent={props.indent}
          text={text}
          mark={props.mark}
          nextdayOut={nextday_out_flag === 1}
          watch={watch}
        />
      )}
      {cell.nextdayOut && (
        <span className="stay-tag" data-narrow={yes(isNarrow(cell.nights, props.columnWidth))}>
          翌OUT
        </span>
      )}
    </div>
  );
}

/** A closure as it stands on its bar. */
export const closureLabel = (closure: RoomClosure): string =>
  `${closureWord(closure)} ${closureReason(closure)}`;

type ClosureBarProps = { closure: RoomClosure; date: Day; span: number; columnWidth: number };

/** The bar of a 売り止め or a 仮予約 across its nights, drawn from a night on. */
export function ClosureBar({ closure, date, span, columnWidth }: ClosureBarProps) {
  const ends = addDays(date, span) === closure.end;
  const before = closure.start === date ? EDGE : 0;
  const width = span * columnWidth - before - (ends ? EDGE : 0);
  return (
    <span
      className="closure-bar"
      data-tentative={yes(closure.tentative !== null)}
      style={{ marginLeft: before, width }}
    >
      <span className="closure-text">{closureLabel(closure)}</span>
    </span>
  );
}

type StayBarProps = {
  cell: StayCell;
  /** Over how many columns the bar runs from its first cell in the document. */
  span: number;
  columnWidth: number;
  /** By how many columns the text is moved to be in sight. */
  indent: number;
  text: string;
  /** In the past: what became of the booking since. */
  mark?: StayMark | undefined;
  nextdayOut: boolean;
  /** Another terminal that has it open or looks at it. */
  watch?: Watch | undefined;
};

/** Space at the ends of a bar, in pixels. */
export const EDGE = 2;
/** In letters. */
const TAG_WIDTH = 3.7;
/** Bars of fewer pixels have no room for the word 翌OUT beside a name, shorter ones none for 未 either. */
const NARROW = 140;
export const SHORT = 100;

/** Returns true if 翌OUT is a notch at the end of a stay's bar, and its name is cut instead of shortened by an ellipsis. */
export function isNarrow(nights: number, columnWidth: number): boolean {
  return nights * columnWidth < NARROW;
}

/** A stay's bar across its nights, drawn from the first of them that is in the document. */
export function StayBar({ cell, span, columnWidth, indent, text, mark, nextdayOut, watch }: StayBarProps) {
  const ends = cell.night + span > cell.nights;
  const before = cell.linkedToDayBefore ? -EDGE : cell.isFirstNight ? EDGE : 0;
  const narrow = isNarrow(cell.nights, columnWidth);
  const tag = ends && nextdayOut && !narrow ? TAG_WIDTH : 0;
  const style = {
    marginLeft: before,
    width: span * columnWidth - before - (ends ? EDGE : 0),
    paddingLeft: indent > 0 ? indent * columnWidth + EDGE : undefined,
    paddingRight: tag > 0 ? `${tag}em` : undefined,
  };
  return (
    <span className="bar" data-ends={ends || undefined} data-narrow={narrow || undefined} style={style}>
      <span className="bar-marker">{cell.marker}</span>
      {cell.unpaid && cell.nights * columnWidth >= SHORT && <span className="bar-due" />}
      {mark && (
        <span className="bar-since" data-kind={mark.kind}>
          {[KIND_SIGNS[mark.kind], mark.text].filter(Boolean).join(' ')}
        </span>
      )}
      {mark?.kind === 'cancelled' ? <s>{text}</s> : text}
      {watch && watch.kind !== 'holding' && <span className="bar-watch">{watch.terminal}</span>}
    </span>
  );
}

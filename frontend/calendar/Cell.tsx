// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import { dayText, nightText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { memo } from 'react';
import type { RowCell } from '../shared/calendar-data/calendar.js';
import { sinceText } from './past/difference-texts.js';
import type { StayMark } from './past/differences.js';
import type { Watch } from './presence.js';
import { isNarrow, StayBar } from './StayBar.js';

/** Where a night lies in the outline of a booking that was taken since the moment shown. */
export type AddedPart = 'only' | 'first' | 'middle' | 'last';

type CellProps = {
  roomNumber: string;
  date: Day;
  column: number;
  columnWidth: number;
  night: RowCell;
  /** What the stay's bar says, when it begins in this cell; over how many columns it runs; how far the text is moved. */
  text: string | null;
  span: number;
  indent: number;
  /** Free but 予約不可 this month. */
  closed: boolean;
  /** Free in a room that the search found, within the searched stay. */
  offered: boolean;
  /** Another terminal that has the booking open, looks at it, or is about to book the night. */
  watch: Watch | undefined;
  /** Whether what another terminal is about to book begins here. */
  holdBegins: boolean;
  /** Whether it is open in the form here. */
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

/** A free night as it is read out. */
function spokenFree({ roomNumber, date, offered, closed, added, watch }: CellProps): string {
  const state = offered ? '候補' : closed ? '予約不可' : '空室';
  return [roomNumber, dayText(date), state, watch && watchText(watch), added && sinceText('added', '')]
    .filter(Boolean)
    .join(' ');
}

/** A booked night as it is read out. */
function spoken(
  { roomNumber, date, watch, mark, added }: CellProps,
  { cell, booking }: NonNullable<RowCell>,
): string {
  const { guest_name_1, checkin_date, checkout_date } = booking.record;
  const state = checkout_date !== null ? 'チェックアウト済' : checkin_date !== null && 'チェックイン済';
  return [
    roomNumber,
    dayText(date),
    guest_name_1,
    nightText(cell.night, cell.nights),
    cell.unpaid && '未払い',
    state,
    cell.nextdayOut && '翌OUT',
    watch && watchText(watch),
    mark && sinceText(mark.kind, mark.text),
    added && sinceText('added', ''),
  ]
    .filter(Boolean)
    .join(' ');
}

/** One room on one night. */
export const Cell = memo(function Cell(props: CellProps) {
  const { roomNumber, date, column, night, text, watch } = props;
  const tabIndex = props.focusable ? 0 : -1;
  if (!night) {
    const state = props.offered ? 'cell offered' : props.closed ? 'cell closed' : 'cell';
    return (
      <div
        role="gridcell"
        className={state}
        aria-colindex={column + 2}
        aria-label={spokenFree(props)}
        tabIndex={tabIndex}
        data-room={roomNumber}
        data-date={date}
        data-added={props.added}
        data-watch={watch?.kind}
        data-holder={watch && props.holdBegins ? watch.terminal : undefined}
      />
    );
  }
  const { cell, booking } = night;
  const { checkin_date, checkout_date, nextday_out_flag } = booking.record;
  return (
    <div
      role="gridcell"
      className="cell stay"
      aria-colindex={column + 2}
      aria-label={spoken(props, night)}
      tabIndex={tabIndex}
      data-room={roomNumber}
      data-date={date}
      data-booking-id={cell.bookingId}
      data-shade={cell.shade}
      data-unpaid={cell.unpaid}
      data-first={yes(cell.isFirstNight)}
      data-linked={yes(cell.linkedToDayBefore)}
      data-in={yes(checkin_date !== null)}
      data-out={yes(checkout_date !== null)}
      data-watch={watch?.kind}
      data-open={yes(props.open)}
      data-mark={props.mark?.kind}
      data-added={props.added}
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
});

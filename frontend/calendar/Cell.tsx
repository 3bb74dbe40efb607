// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import type { Day } from '@domain/dates.js';
import { memo } from 'react';
import type { RowCell } from '../state/calendar.js';

type CellProps = {
  roomNumber: string;
  date: Day;
  column: number;
  columnWidth: number;
  night: RowCell;
  /** The stay's text when it stands in this cell, and over how many columns it may run. */
  text: string | null;
  span: number;
  /** Free but 予約不可 this month. */
  closed: boolean;
  /** Free in a room that the search found, within the searched stay. */
  offered: boolean;
  /** The terminal that has the booking open. */
  editor: string | null;
  focusable: boolean;
};

const TAG_WIDTH = 28;

/** One room on one night. */
export const Cell = memo(function Cell(props: CellProps) {
  const { roomNumber, date, column, columnWidth, night, focusable } = props;
  const common = {
    'aria-colindex': column + 2,
    'data-room': roomNumber,
    'data-date': date,
    style: { left: column * columnWidth, width: columnWidth },
  };
  const tabIndex = focusable ? 0 : -1;
  if (!night) {
    const state = props.offered ? 'cell offered' : props.closed ? 'cell closed' : 'cell';
    return (
      <div role="gridcell" {...common} className={state} aria-label={props.closed ? '予約不可' : undefined} />
    );
  }
  const { cell, booking } = night;
  const { record } = booking;
  const tagged = record.nextday_out_flag === 1 && cell.night + props.span > cell.nights;
  const width = props.span * columnWidth - 8 - (tagged ? TAG_WIDTH : 0);
  return (
    <div
      role="gridcell"
      tabIndex={tabIndex}
      {...common}
      className="cell stay"
      data-booking-id={cell.bookingId}
      data-shade={cell.shade}
      data-unpaid={cell.unpaid}
      data-first={cell.isFirstNight || undefined}
      data-last={cell.isLastNight || undefined}
      data-linked={cell.linkedToDayBefore || undefined}
      data-in={record.checkin_date !== null || undefined}
      data-out={record.checkout_date !== null || undefined}
      data-editor={props.editor ?? undefined}
      aria-label={`${roomNumber} ${record.guest_name_1} ${cell.night}/${cell.nights}泊目${cell.unpaid ? ' 未払い' : ''}`}
    >
      {props.text !== null && (
        <span className="stay-text" style={{ width }}>
          <span className="stay-marker">{cell.marker}</span>
          {props.text}
        </span>
      )}
      {cell.nextdayOut && <span className="stay-tag">翌OUT</span>}
      {props.editor !== null && props.text !== null && <span className="stay-editor">{props.editor}</span>}
    </div>
  );
});

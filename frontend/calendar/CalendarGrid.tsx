import { addDays, type Day, monthOf, type Stay } from '@domain/dates.js';
import { type ComponentType, type CSSProperties, type MouseEvent, Suspense, useMemo, useRef } from 'react';
import { searchedStayAtom } from '../booking/form.js';
import {
  type CalendarTarget,
  calendarSightAtom,
  calendarTargetAtom,
  countsAtom,
  daysAtom,
  type RoomHead,
  selectedDayAtom,
  shownTodayAtom,
  weatherAtom,
} from '../shared/calendar-data/calendar.js';
import {
  countedBy,
  FOLDED_HEADER_ROWS,
  HEADER_ROWS,
  type HeaderRowKind,
} from '../shared/calendar-data/header-rows.js';
import { holidayNamesAtom } from '../shared/calendar-data/holiday-names.js';
import { NO_NOTES, openNotesByDayAtom } from '../shared/calendar-data/notes.js';
import { calendarSizeAtom, headerFoldedAtom } from '../shared/preferences.js';
import { useValue, useWrite } from '../shared/store.js';
import { afterPaint } from '../shared/ui/after-paint.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { ColumnLayer } from './ColumnLayer.js';
import { askAboutClosure } from './closures/closures.js';
import { headerHeightFor, headWidthFor, scaleFor, within } from './geometry.js';
import { HeaderRow } from './HeaderRow.js';
import type { PreviewField } from './preview-fields.js';
import { RoomRow } from './RoomRow.js';
import { HeaderHeadCell, RoomHeadCell } from './RowHeads.js';
import { useScrollPicture } from './scroll-picture.js';
import { cellTooltip } from './tooltips.js';
import { useGridKeys } from './use-grid-keys.js';
import { useFollowed, useRememberedScroll, useScrollToCandidate } from './use-grid-scroll.js';
import { useGridWindow } from './use-grid-window.js';

// Fetches afterwards, because the first paint does not need it.
const CalendarTools = lazyPart(async () => {
  await afterPaint();
  return (await import('./CalendarTools.js')).CalendarTools;
});

type CalendarGridProps = {
  heads: readonly RoomHead[];
  fields: readonly PreviewField[];
  /** Enter on a booked cell, or a click. */
  onBooking: (id: number, withKeyboard: boolean) => void;
  /** A click on a row's head. */
  onRoom?: (roomNumber: string) => void;
  /** Enter on a free cell, or a click; left out where bookings are only looked at. */
  onFree?: (roomNumber: string, stay: Stay) => void;
  /** Left out on a read-only calendar. */
  onWeekday?: (date: Day) => void;
  onWeather?: (date: Day) => void;
  onHelp: () => void;
  /** Lines of a calendar's own between the header and the rooms; left out for none. */
  lane?: { lines: number; Lane: ComponentType<LaneProps> };
};

/** The place of a lane above the rooms, in pixels. */
export type LaneProps = { columnWidth: number; rowHeight: number; top: number };

/** The room-by-date calendar: only what is in sight is in the document. */
export function CalendarGrid(props: CalendarGridProps) {
  const { heads, fields } = props;
  const days = useValue(daysAtom);
  const counts = useValue(countsAtom);
  const weather = useValue(weatherAtom);
  const today = useValue(shownTodayAtom);
  const selected = useValue(selectedDayAtom);
  const select = useWrite(selectedDayAtom);
  const folded = useValue(headerFoldedAtom);
  const searched = useValue(searchedStayAtom);
  const holidays = useValue(holidayNamesAtom);
  const notes = useValue(openNotesByDayAtom);
  const scroller = useRef<HTMLDivElement>(null);
  const rows: readonly HeaderRowKind[] = folded ? FOLDED_HEADER_ROWS : HEADER_ROWS;
  const scale = scaleFor(useValue(calendarSizeAtom), globalThis.innerWidth);
  const { rowHeight } = scale;
  const headerRowsHeight = headerHeightFor(rows.length, scale);
  const { lane } = props;
  const headerHeight = headerRowsHeight + (lane?.lines ?? 0) * rowHeight;
  const headWidth = useMemo(() => headWidthFor(heads), [heads]);
  const shape = {
    headWidth,
    rows: heads.length,
    columns: days.length,
    headerHeight,
    fields: fields.length,
    scale,
  };
  const topOf = (headerRow: number) => (headerRow === 0 ? 0 : headerHeightFor(headerRow, scale));
  const heightOf = (row: HeaderRowKind) => (row === 'date' ? scale.dateRow : scale.headerRow);
  const lines = rows.map((row, index) => ({ row, top: topOf(index), height: heightOf(row) }));
  const picture = useScrollPicture({
    ...{ lines, heads, days, fields, counts, weather, today },
    cellText: scale.text,
  });
  const view = useGridWindow(scroller, shape, picture);
  useScrollToCandidate(scroller, heads, rowHeight);
  useRememberedScroll(scroller, heads.length, days);
  const rowNames = useMemo(
    () => [...rows.map((row) => `header ${row}`), ...heads.map(({ roomNumber }) => roomNumber)],
    [rows, heads],
  );
  const { focus, bringIntoSight, moveTo, handlers } = useGridKeys(scroller, view, {
    rowNames,
    days,
    headerRows: rows.length,
    today: today === null ? -1 : days.indexOf(today),
  });
  const cellOf = ({ roomNumber, date }: CalendarTarget) => {
    const row = heads.findIndex((head) => head.roomNumber === roomNumber);
    return row < 0 ? null : { row: rows.length + row, column: days.indexOf(date) };
  };
  useFollowed(calendarTargetAtom, (target) => {
    const cell = cellOf(target);
    if (cell) moveTo(cell);
  });
  useFollowed(calendarSightAtom, (target) => {
    const cell = cellOf(target);
    if (cell) bringIntoSight(cell);
  });
  const { size, window } = view;
  const { firstColumn, endColumn } = window;
  const columns = { firstColumn, endColumn };
  const dayInSight = days[window.columnInSight];
  const shownHeads = heads.slice(window.firstRow, window.endRow);
  const focusedColumn = (row: number) => (focus.row === row ? focus.column : null);
  const headerHeads = (
    <div className="row-heads">
      {rows.map((row, index) => (
        <HeaderHeadCell
          key={row}
          row={row}
          index={index}
          top={topOf(index)}
          height={heightOf(row)}
          focusable={focusedColumn(index) === -1}
          month={row === 'date' && dayInSight ? monthOf(dayInSight) : undefined}
          onHelp={props.onHelp}
        />
      ))}
    </div>
  );
  const hints: Partial<Record<HeaderRowKind, string>> = {
    weekday: props.onWeekday && 'クリックで休日にする・解除する',
    weather: props.onWeather && 'クリックで天気を入力する',
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target.closest('[data-date], [data-room]') : null;
    if (!(target instanceof HTMLElement)) return;
    const { header, bookingId, closureId, room, date } = target.dataset;
    if (closureId) {
      if (props.onFree) askAboutClosure(Number(closureId));
    } else if (bookingId) props.onBooking(Number(bookingId), event.detail === 0);
    else if (header === 'date') select(date === selected ? null : (date as Day));
    else if (header === 'weekday') props.onWeekday?.(date as Day);
    else if (header === 'weather') props.onWeather?.(date as Day);
    else if (room && date) props.onFree?.(room, { start: date as Day, end: addDays(date as Day, 1) });
    else if (room && !header) props.onRoom?.(room);
  };

  const markTooltip = ({ target }: { target: EventTarget }) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
    const { room, date } = cell?.dataset ?? {};
    const [first] = days;
    if (!cell || !room || !date || !first) return;
    const text = cellTooltip(room, date as Day, first);
    if (text === undefined) delete cell.dataset.tooltip;
    else cell.dataset.tooltip = text;
  };

  const focusInSight =
    (focus.row < rows.length || within(focus.row - rows.length, window.firstRow, window.endRow)) &&
    (focus.column < 0 || within(focus.column, firstColumn, endColumn));

  return (
    <div
      ref={scroller}
      className="calendar"
      role="grid"
      aria-label="予約カレンダー"
      aria-rowcount={rows.length + heads.length}
      aria-colcount={days.length + 1}
      tabIndex={focusInSight ? -1 : 0}
      onClick={onClick}
      onPointerOver={markTooltip}
      {...handlers}
      onFocus={(event) => {
        handlers.onFocus(event);
        markTooltip(event);
      }}
    >
      <div
        className="calendar-canvas"
        style={
          {
            '--day': `${size.columnWidth}px`,
            '--row': `${rowHeight}px`,
            '--head': `${headWidth}px`,
            '--cell-text': `${scale.text}px`,
            width: headWidth + days.length * size.columnWidth,
            height: headerHeight + heads.length * rowHeight,
          } as CSSProperties
        }
      >
        <div className="scroll-picture" aria-hidden="true">
          <canvas ref={picture.canvas} hidden />
        </div>
        <div role="rowgroup" className="calendar-header" style={{ height: headerRowsHeight }}>
          {rows.map((row, index) => (
            <HeaderRow
              key={row}
              row={row}
              top={topOf(index)}
              height={heightOf(row)}
              index={index}
              days={days}
              {...columns}
              columnWidth={size.columnWidth}
              counts={countedBy(row) === null ? null : counts}
              weather={weather}
              holidays={holidays}
              notes={row === 'date' ? notes : NO_NOTES}
              selected={row === 'date' ? selected : null}
              today={today}
              focused={focusedColumn(index)}
              hint={hints[row]}
              heads={index === 0 ? headerHeads : null}
            />
          ))}
        </div>
        {lane && lane.lines > 0 && (
          <lane.Lane columnWidth={size.columnWidth} rowHeight={rowHeight} top={headerRowsHeight} />
        )}
        <div role="rowgroup" className="calendar-body" style={{ height: heads.length * rowHeight }}>
          <ColumnLayer days={days} {...columns} weather={weather} selected={selected} today={today} />
          {shownHeads.map((head, index) => (
            <RoomRow
              key={head.roomNumber}
              head={head}
              row={window.firstRow + index}
              headerRows={rows.length}
              days={days}
              {...columns}
              nameColumn={view.nameColumn}
              columnWidth={size.columnWidth}
              fields={fields}
              searched={searched}
              focused={focusedColumn(rows.length + window.firstRow + index)}
            />
          ))}
          <div role="row" className="row-heads">
            {shownHeads.map((head, index) => (
              <RoomHeadCell
                key={head.roomNumber}
                head={head}
                row={window.firstRow + index}
                headerRows={rows.length}
                focusable={focusedColumn(rows.length + window.firstRow + index) === -1}
              />
            ))}
          </div>
          <Suspense>
            <CalendarTools
              scroller={scroller}
              heads={heads}
              days={days}
              headWidth={headWidth}
              columnWidth={size.columnWidth}
              rowHeight={rowHeight}
              headerHeight={headerHeight}
              isDesk={props.onFree !== undefined}
              onBooking={props.onBooking}
            />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

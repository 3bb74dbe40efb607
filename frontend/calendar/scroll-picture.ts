import { dayKind, monthText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween, monthOf } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import type { DailyCount } from '@wire/count-record.js';
import { useRef } from 'react';
import { searchedStayAtom } from '../booking/form.js';
import {
  closuresOfRoomAtom,
  type RoomHead,
  type RowStays,
  rowStaysAtom,
} from '../shared/calendar-data/calendar.js';
import type { WeatherByDay } from '../shared/calendar-data/calendar-snapshot.js';
import { countedBy, HEADER_LABELS, type HeaderRowKind } from '../shared/calendar-data/header-rows.js';
import { store } from '../shared/store.js';
import { closureLabel, EDGE, SHORT } from './Cell.js';
import { BESIDE_NUMBER, type Columns, columnsInSight, type GridSize, type Viewport } from './geometry.js';
import { headerContent, LONGEST_WEATHER } from './HeaderRow.js';
import { type Pen, penOn } from './pen.js';
import { type PreviewField, previewText } from './preview-fields.js';
import { weatherPicture } from './weather.js';

/** A header row, where it stands, in pixels. */
type HeaderLine = { row: HeaderRowKind; top: number; height: number };

/** Content of the picture, as the grid has it. */
export type Pictured = {
  size: GridSize;
  /** Columns of the document: while they are in sight, the header's elements stay above the picture. */
  columns: Columns;
  lines: readonly HeaderLine[];
  heads: readonly RoomHead[];
  days: readonly Day[];
  fields: readonly PreviewField[];
  counts: ReadonlyMap<Day, DailyCount>;
  weather: WeatherByDay;
  today: Day | null;
  /** In pixels. */
  cellText: number;
};

/** The part of it in sight, with the pixels where it stands. */
type Sight = {
  view: Viewport;
  columns: readonly { x: number; date: Day }[];
  rows: readonly { y: number; head: RoomHead }[];
};

/** The canvas of the calendar's picture, which is there while it is open. */
export function useScrollPicture(shown: Omit<Pictured, 'size' | 'columns'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const setHidden = (hidden: boolean) => {
    if (canvas.current) canvas.current.hidden = hidden;
  };
  return {
    canvas,
    /** Null where only elements can show what is there: with forced colours, and the answer of a room search. */
    open(size: GridSize, columns: Columns): ((view: Viewport) => void) | null {
      const isForElements =
        store.get(searchedStayAtom) !== null || matchMedia('(forced-colors: active)').matches;
      if (isForElements || !canvas.current) return null;
      setHidden(false);
      return openPicture(canvas.current, { ...shown, size, columns });
    },
    close: () => setHidden(true),
  };
}

/**
 * Draws the calendar on a canvas over it while it is scrolled faster than its elements can follow; omits details.
 * Returns a function that draws one frame.
 */
export function openPicture(canvas: HTMLCanvasElement, shown: Pictured): (view: Viewport) => void {
  const context = canvas.getContext('2d');
  if (!context) return () => {};
  const pen = penOn(canvas, context, shown.cellText);
  const drawNights = nightsBy(pen, shown);
  let before: Viewport | null = null;
  let headerAt: number | null = null;
  return (view) => {
    const isResized = view.width !== before?.width || view.height !== before.height;
    if (isResized) {
      canvas.width = view.width * devicePixelRatio;
      canvas.height = view.height * devicePixelRatio;
      Object.assign(canvas.style, { width: `${view.width}px`, height: `${view.height}px` });
      context.scale(devicePixelRatio, devicePixelRatio);
      context.textBaseline = 'middle';
    }
    const sight = sightOf(view, shown);
    const { headWidth, headerHeight, columns, columnWidth, rows, rowHeight } = shown.size;
    // Beside and below the days of the range the canvas stays clear, and the calendar's own ground shows.
    const right = Math.min(view.width, headWidth + columns * columnWidth - view.scrollLeft);
    const bottom = Math.min(view.height, headerHeight + rows * rowHeight - view.scrollTop);
    if (right < view.width || bottom < view.height)
      context.clearRect(0, headerHeight, view.width, view.height);
    pen.inside([0, headerHeight, right, bottom - headerHeight], () => {
      drawNights(sight);
      drawHeads(pen, shown, sight);
    });
    const { firstColumn, endColumn } = columnsInSight(view, shown.size);
    const isHeaderThere = firstColumn >= shown.columns.firstColumn && endColumn <= shown.columns.endColumn;
    canvas.parentElement?.toggleAttribute('data-whole', !isHeaderThere);
    if (!isHeaderThere && (isResized || view.scrollLeft !== headerAt)) {
      context.clearRect(0, 0, view.width, headerHeight);
      pen.inside([0, 0, right, headerHeight], () => drawHeader(pen, shown, sight));
      headerAt = view.scrollLeft;
    }
    before = view;
  };
}

function sightOf(view: Viewport, { size, heads, days }: Pictured): Sight {
  const { headWidth, columnWidth, rowHeight, headerHeight } = size;
  const { firstColumn, endColumn } = columnsInSight(view, size);
  const firstRow = Math.max(0, Math.floor(view.scrollTop / rowHeight));
  const endRow = Math.ceil((view.scrollTop + view.height - headerHeight) / rowHeight);
  const left = headWidth + firstColumn * columnWidth - view.scrollLeft;
  const top = headerHeight + firstRow * rowHeight - view.scrollTop;
  return {
    view,
    columns: days
      .slice(firstColumn, endColumn)
      .map((date, index) => ({ x: left + index * columnWidth, date })),
    rows: heads.slice(firstRow, endRow).map((head, index) => ({ y: top + index * rowHeight, head })),
  };
}

/** Share of its shade that the stay of a guest who has left keeps. */
const FADED = 0.19;
/** After so long the names of a frame are left to the next: letters that are new to the browser take their time. */
const NAMES_MS = 6;

/** Draws the rooms' nights. */
function nightsBy(pen: Pen, { size, fields, cellText, today, weather }: Pictured): (sight: Sight) => void {
  const { headWidth, columnWidth, rowHeight } = size;
  const hatchUnpaid = pen.hatching('hatch', 2);
  const hatchClosed = pen.hatching('line', 1);

  function drawStay(
    { stay, nights, marker, shade }: RowStays[number],
    x: number,
    y: number,
    isNamed: boolean,
  ): void {
    const { record } = stay;
    const isOut = record.checkout_date !== null;
    const isUnpaid = record.payment_flag === 0;
    const [left, width] = [x + EDGE, nights * columnWidth - 2 * EDGE];
    const bar = [left, y + EDGE, width, rowHeight - 5] as const;
    pen.fill('surface', x, y, nights * columnWidth, rowHeight - 1);
    pen.faintly(isOut ? FADED : 1, `shade-${shade}`, ...bar);
    if (isUnpaid) hatchUnpaid(...bar);
    if (isUnpaid || isOut) pen.frame('stay-edge', ...bar);
    if (!isNamed) return;
    const from = Math.max(left, headWidth) + 1;
    const hasDue = isUnpaid && nights * columnWidth >= SHORT;
    const name = from + cellText * (hasDue ? 2.4 : 1.1);
    const words = previewText(record, fields);
    const middle = y + rowHeight / 2;
    const write = () => {
      const ink = isOut ? 'dim-ink' : 'stay-ink';
      pen.write(marker, ink, 'cell', from, middle);
      if (hasDue) pen.fill('surface', from + cellText * 1.15, y + 5, cellText * 1.1, rowHeight - 11);
      if (hasDue) pen.write('未', 'danger', 'small', from + cellText * 1.2, middle);
      pen.write(words, ink, 'cell', name, middle);
    };
    if (name + words.length * cellText > left + width) pen.inside(bar, write);
    else write();
  }

  function drawClosure(closure: RoomClosure, x: number, y: number, width: number): void {
    const bar = [x + EDGE, y + EDGE, width - 2 * EDGE, rowHeight - 5] as const;
    pen.fill('surface-soft', ...bar);
    if (!closure.tentative) hatchClosed(...bar);
    pen.frame(closure.tentative ? 'accent' : 'dim-ink', ...bar);
    const words = closureLabel(closure);
    const from = Math.max(bar[0], headWidth) + 1;
    pen.inside(bar, () => {
      pen.fill('surface-soft', from, y + 5, pen.widthOf(words, 'cell') + 6, rowHeight - 11);
      pen.write(words, 'dim-ink', 'cell', from + 3, y + rowHeight / 2);
    });
  }

  return ({ view, columns, rows }) => {
    const [firstDay] = columns;
    const began = performance.now();
    pen.fill('surface', 0, 0, view.width, view.height);
    for (const { x, date } of columns) {
      drawDayGround(pen, weather, date, [x, 0, columnWidth, view.height]);
      if (today !== null && date < today) pen.fill('past', x, 0, columnWidth, view.height);
      if (date.endsWith('-01')) pen.fill('line-strong', x, 0, 2, view.height);
      if (date === today)
        for (const edge of [0, columnWidth - 2]) pen.fill('today', x + edge, 0, 2, view.height);
    }
    for (const { y, head } of rows) {
      pen.fill('line', headWidth, y + rowHeight - 1, view.width, 1);
      for (const { x, date } of columns)
        if (head.months.get(monthOf(date))?.reservableStatus !== BOOKABLE)
          hatchClosed(x, y, columnWidth, rowHeight - 1);
      for (const closure of firstDay ? store.get(closuresOfRoomAtom(head.roomNumber)) : []) {
        const x =
          (firstDay?.x ?? 0) + daysBetween(firstDay?.date ?? closure.start, closure.start) * columnWidth;
        const width = daysBetween(closure.start, closure.end) * columnWidth;
        if (x < view.width && x + width > headWidth) drawClosure(closure, x, y, width);
      }
      for (const stay of store.get(rowStaysAtom(head.roomNumber))) {
        const x = headWidth + stay.column * columnWidth - view.scrollLeft;
        if (x < view.width && x + stay.nights * columnWidth > headWidth)
          drawStay(stay, x, y, performance.now() - began < NAMES_MS);
      }
    }
  };
}

function drawHeads(pen: Pen, { size: { headWidth, rowHeight } }: Pictured, { view, rows }: Sight): void {
  pen.fill('surface-soft', 0, 0, headWidth, view.height);
  for (const { y, head } of rows) {
    const { roomNumber, colour, month } = head;
    pen.fill(`floor-${colour}`, 0, y, 4, rowHeight - 1);
    pen.fill('line', 0, y + rowHeight - 1, headWidth, 1);
    const middle = y + rowHeight / 2;
    const width = Math.min(pen.widthOf(roomNumber, 'number'), headWidth - BESIDE_NUMBER);
    pen.inside([13, y, width + 1, rowHeight], () => pen.write(roomNumber, 'ink', 'number', 13, middle));
    const label = 18 + width;
    pen.write(month.roomLabel || month.roomType, 'ink-soft', 'cell', label, middle);
  }
  pen.fill('line-strong', headWidth - 1, 0, 1, view.height);
}

/** The tint of a day that is no weekday, and the line behind each day. */
function drawDayGround(
  pen: Pen,
  weather: Pictured['weather'],
  date: Day,
  [x, y, width, height]: [number, number, number, number],
): void {
  const colour = colourOf(date, weather);
  if (colour !== null) pen.fill(`${colour}-ground`, x, y, width, height);
  pen.fill('line', x + width - 1, y, 1, height);
}

function colourOf(date: Day, weather: Pictured['weather']): 'saturday' | 'sunday' | null {
  const kind = dayKind(date, weather.get(date)?.holiday_flag ?? 0);
  return kind === 'weekday' ? null : kind === 'saturday' ? 'saturday' : 'sunday';
}

function drawHeader(pen: Pen, shown: Pictured, { view, columns }: Sight): void {
  const { size, lines, weather } = shown;
  const { headWidth, columnWidth, headerHeight } = size;
  pen.fill('surface', 0, 0, view.width, headerHeight);
  for (const { x, date } of columns) {
    drawDayGround(pen, weather, date, [x, 0, columnWidth, headerHeight]);
    for (const line of lines) drawDay(pen, shown, line, date, x + columnWidth / 2);
  }
  pen.fill('surface-soft', 0, 0, headWidth, headerHeight);
  for (const { row, top, height } of lines) {
    pen.fill('line', 0, top + height - 1, view.width, 1);
    const [first] = columns;
    if (row === 'date' && first)
      pen.write(monthText(monthOf(first.date)), 'ink', 'number', 8, top + height / 2);
    else pen.write(HEADER_LABELS[row], 'ink-soft', 'small', 8, top + height / 2);
  }
  pen.fill('line-strong', 0, headerHeight - 1, view.width, 1);
  pen.fill('line-strong', headWidth - 1, 0, 1, headerHeight);
}

function drawDay(
  pen: Pen,
  { counts, weather }: Pictured,
  { row, top, height }: HeaderLine,
  date: Day,
  centre: number,
): void {
  const middle = top + height / 2;
  const said = row === 'weather' ? weather.get(date)?.weather : undefined;
  const count = countedBy(row) === null ? undefined : counts.get(date);
  const { free, text, short } = headerContent({ row, date, weather: said, count });
  if (free === undefined) {
    const picture = row === 'weather' ? weatherPicture(text) : '';
    const words = picture + (picture && text.length > LONGEST_WEATHER ? '' : text);
    const font = row === 'date' ? 'date' : 'small';
    const ink = row === 'weather' ? 'ink-soft' : (colourOf(date, weather) ?? 'ink');
    pen.write(words, ink, font, centre - pen.widthOf(words, font) / 2, middle);
    return;
  }
  const [first, others] = [String(free), text.replaceAll('・', '·')];
  const width = pen.widthOf(first, 'strong');
  const from = centre - (width + pen.widthOf(others, 'small')) / 2;
  pen.write(first, short ? 'danger' : 'ink', 'strong', from, middle);
  pen.write(others, short ? 'danger' : 'ink-soft', 'small', from + width, middle);
}

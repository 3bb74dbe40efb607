import { keysOf } from '@domain/records.js';
import type { CalendarSize } from '../shared/preferences.js';

const HEAD_WIDTH = 104;
const WIDEST_HEAD = 184;
/** Pixels of a head that its room's number has not. */
export const BESIDE_NUMBER = 17;
const HALF_LETTER = 9;
const WHOLE_LETTER = 14;
const MAX_COLUMN = 132;
const FIELD_WIDTH = 22;

/** The sizes of one setting, in pixels: rows, their text, header rows, and the narrowest day for a marker and three letters. */
export type Scale = {
  rowHeight: number;
  text: number;
  headerRow: number;
  dateRow: number;
  leastColumn: number;
};

const SCALES: Record<CalendarSize | 'mediumOnWide', Scale> = {
  small: { rowHeight: 22, text: 12, headerRow: 20, dateRow: 24, leastColumn: 56 },
  medium: { rowHeight: 26, text: 13, headerRow: 20, dateRow: 24, leastColumn: 60 },
  mediumOnWide: { rowHeight: 30, text: 14, headerRow: 22, dateRow: 26, leastColumn: 64 },
  large: { rowHeight: 32, text: 15, headerRow: 24, dateRow: 28, leastColumn: 70 },
};
const WIDE_WINDOW = 1_800;

/** Returns the scale of the calendar; on a wide screen 中 has larger rows, and not only more days. */
export function scaleFor(size: CalendarSize, windowWidth: number): Scale {
  return SCALES[size === 'medium' && windowWidth >= WIDE_WINDOW ? 'mediumOnWide' : size];
}

/** Rows and columns drawn beyond those in sight: as many rows as a turn of the wheel scrolls, which so needs no other elements. */
export const AROUND = { rows: 6, columns: 1 };
/** Until what is in sight has been painted. */
export const NOTHING_AROUND: typeof AROUND = { rows: 0, columns: 0 };

/** Some columns; the end is exclusive. */
export type Columns = { firstColumn: number; endColumn: number };

/** The part of the calendar that is in the document; ends are exclusive. */
export type GridWindow = Columns & {
  firstRow: number;
  endRow: number;
  /** The first column that is in sight. */
  columnInSight: number;
};

/** Number of neighbouring days that come into the document and leave it together. */
const CHUNK = 4;

/** The chunks of a row, between its first and last column; the ends are exclusive. */
export function chunksOf({ firstColumn, endColumn }: Columns): { first: number; end: number }[] {
  return Array.from({ length: Math.ceil((endColumn - firstColumn) / CHUNK) }, (_, index) => {
    const first = firstColumn + index * CHUNK;
    return { first, end: Math.min(endColumn, first + CHUNK) };
  });
}

/** Returns the width of all heads, in pixels: the longest of the rooms' numbers is seen whole, up to a limit. */
export function headWidthFor(heads: readonly { roomNumber: string }[]): number {
  const needed = heads.map(({ roomNumber }) => {
    const letters = [...roomNumber].map((letter) => (letter <= '\u00ff' ? HALF_LETTER : WHOLE_LETTER));
    return BESIDE_NUMBER + letters.reduce((sum, letter) => sum + letter, 0);
  });
  return clamp(Math.max(0, ...needed), HEAD_WIDTH, WIDEST_HEAD);
}

/** Returns the place of a chunk in its row. */
export function chunkStyle(first: number, columnWidth: number): { left: string } {
  return { left: `calc(var(--head) + ${first * columnWidth}px)` };
}

/** The value, or the nearest of the two that it lies beyond. */
export const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Returns true if a column is one of these. */
export function within(column: number | null, first: number, end: number): column is number {
  return column !== null && column >= first && column < end;
}

/** The part of the calendar that is in sight. */
export type Viewport = { scrollTop: number; scrollLeft: number; width: number; height: number };

/** Returns the part of the calendar that is in sight. */
export function viewOf(element: HTMLElement): Viewport {
  const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
  return { scrollTop, scrollLeft, width: clientWidth, height: clientHeight };
}

export type GridSize = {
  headWidth: number;
  rows: number;
  columns: number;
  columnWidth: number;
  rowHeight: number;
  headerHeight: number;
};

/** Returns the width of a day: the columns share the width beside the heads, but never get narrower than their text. */
export function columnWidthFor(
  width: number,
  columns: number,
  fields: number,
  { leastColumn }: Scale,
): number {
  const least = leastColumn + Math.max(0, fields - 1) * FIELD_WIDTH;
  if (columns === 0) return least;
  return Math.max(least, Math.min(MAX_COLUMN, Math.floor(width / columns)));
}

/** Height of the header with this many rows. */
export function headerHeightFor(headerRows: number, { dateRow, headerRow }: Scale): number {
  return dateRow + (headerRows - 1) * headerRow;
}

/** The columns that are in sight, if only in part. */
export function columnsInSight(view: Viewport, { columns, columnWidth, headWidth }: GridSize): Columns {
  return {
    firstColumn: Math.max(0, Math.floor(view.scrollLeft / columnWidth)),
    endColumn: Math.min(columns, Math.ceil((view.scrollLeft + view.width - headWidth) / columnWidth)),
  };
}

/** The rows and columns in sight and some around them, the columns in whole chunks. */
export function gridWindow(view: Viewport, size: GridSize, around: typeof AROUND): GridWindow {
  const bodyHeight = Math.max(0, view.height - size.headerHeight);
  const firstInSight = Math.floor(view.scrollTop / size.rowHeight);
  const columnInSight = Math.floor(view.scrollLeft / size.columnWidth);
  const rowsInSight = Math.ceil(bodyHeight / size.rowHeight) + 1;
  const columnsInSight = Math.ceil((view.width - size.headWidth) / size.columnWidth) + 1;
  return {
    firstRow: Math.max(0, firstInSight - around.rows),
    endRow: Math.min(size.rows, firstInSight + rowsInSight + around.rows),
    firstColumn: Math.max(0, Math.floor((columnInSight - around.columns) / CHUNK) * CHUNK),
    endColumn: Math.min(
      size.columns,
      Math.ceil((columnInSight + columnsInSight + around.columns) / CHUNK) * CHUNK,
    ),
    columnInSight,
  };
}

/** Returns true if two windows show the same. */
export function sameWindow(a: GridWindow, b: GridWindow): boolean {
  return keysOf(a).every((edge) => a[edge] === b[edge]);
}

/** Returns true if a window holds all that is in sight. */
export function isInside(view: Viewport, size: GridSize, window: GridWindow): boolean {
  const { firstColumn, endColumn } = columnsInSight(view, size);
  const bottom = view.scrollTop + view.height - size.headerHeight;
  return (
    firstColumn >= window.firstColumn &&
    endColumn <= window.endColumn &&
    Math.floor(view.scrollTop / size.rowHeight) >= window.firstRow &&
    Math.min(size.rows, Math.ceil(bottom / size.rowHeight)) <= window.endRow
  );
}

/**
 * Returns true if a frame scrolled by more than a row: the elements of the next may come too late. Jumps of half a
 * viewport or more don't count as scrolling.
 */
export function outruns(before: Viewport, now: Viewport, { rowHeight }: GridSize): boolean {
  const down = Math.abs(now.scrollTop - before.scrollTop);
  const across = Math.abs(now.scrollLeft - before.scrollLeft);
  return Math.max(down, across) > rowHeight && down < now.height / 2 && across < now.width / 2;
}

/** Returns where to scroll so that a body row and a day column are in sight; null leaves that axis alone. */
export function scrollInto(
  view: Viewport,
  size: GridSize,
  row: number | null,
  column: number | null,
): { scrollTop: number; scrollLeft: number } {
  const axis = (scroll: number, room: number, at: number, length: number) =>
    at < scroll ? at : at + length > scroll + room ? at + length - room : scroll;
  const { scrollTop, scrollLeft } = view;
  return {
    scrollTop:
      row === null
        ? scrollTop
        : axis(scrollTop, view.height - size.headerHeight, row * size.rowHeight, size.rowHeight),
    scrollLeft:
      column === null
        ? scrollLeft
        : axis(scrollLeft, view.width - size.headWidth, column * size.columnWidth, size.columnWidth),
  };
}

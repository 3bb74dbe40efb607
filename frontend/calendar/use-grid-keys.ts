import { keysOf } from '@domain/records.js';
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey } from '../shared/ui/keys.js';
import { clamp, scrollInto } from './geometry.js';
import type { GridView } from './use-grid-window.js';

/** The cell with the focus: the row counts header rows first; column -1 is the row's head. */
export type GridFocus = { row: number; column: number };

type Bounds = { page: number; last: GridFocus; today: number };
type Move = (at: GridFocus, bounds: Bounds) => GridFocus;

const MOVES: Partial<Record<KeyName, Move>> = {
  up: ({ row, column }) => ({ row: row - 1, column }),
  down: ({ row, column }) => ({ row: row + 1, column }),
  left: ({ row, column }) => ({ row, column: column - 1 }),
  right: ({ row, column }) => ({ row, column: column + 1 }),
  pageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  pageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  rowStart: ({ row }) => ({ row, column: 0 }),
  rowEnd: ({ row }, { last }) => ({ row, column: last.column }),
  gridStart: () => ({ row: 0, column: 0 }),
  gridEnd: (_at, { last }) => last,
  today: ({ row, column }, { today }) => ({ row, column: today < 0 ? column : today }),
};

function cellAt(scroller: HTMLElement, { row, column }: GridFocus): HTMLElement | null {
  const inRow = `[role="row"][aria-rowindex="${row + 1}"] [aria-colindex="${column + 2}"]`;
  return scroller.querySelector(column < 0 ? `[role="rowheader"][aria-rowindex="${row + 1}"]` : inRow);
}

/** Returns the cell that has got the focus; null for a button within a cell, which is a tab stop of its own. */
function focusOf(target: EventTarget): GridFocus | null {
  const cell = target instanceof Element && target.matches('[aria-colindex]') ? target : null;
  const row = cell?.closest('[aria-rowindex]');
  if (!cell || !row) return null;
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 1,
    column: Number(cell.getAttribute('aria-colindex')) - 2,
  };
}

const MOVING = keysOf(MOVES);

/** The rows and columns: kinds of header rows, then room numbers; dates. `today` is a column, -1 for none. */
type GridNames = {
  rowNames: readonly string[];
  days: readonly string[];
  headerRows: number;
  today: number;
};

/** The cell that was gone to: its room or header and its date stay the same when rows and days come and go. */
type NamedFocus = GridFocus & { name: string | undefined; date: string | undefined };

/** Returns where that cell is now; `isGone` when its row is no more: the nearest one is another guest's. */
export function placeNow(
  { row, column, name, date }: NamedFocus,
  rowNames: readonly string[],
  days: readonly string[],
  last: GridFocus,
): { focus: GridFocus; isGone: boolean } {
  const rowNow = name === undefined ? row : rowNames.indexOf(name);
  const columnNow = date === undefined ? column : days.indexOf(date);
  return {
    focus: {
      row: Math.min(rowNow < 0 ? row : rowNow, last.row),
      // Another range may have other days, and fewer.
      column: Math.min(column >= 0 && columnNow < 0 ? column : columnNow, last.column),
    },
    isGone: rowNow < 0,
  };
}

/** The calendar's keys move one focus through the grid, scrolling it into sight; Enter clicks. */
export function useGridKeys(
  scroller: RefObject<HTMLElement | null>,
  view: GridView,
  { rowNames, days, headerRows, today }: GridNames,
) {
  const [moved, setMoved] = useState<NamedFocus>({
    row: headerRows,
    column: 0,
    name: undefined,
    date: undefined,
  });
  const within = useRef(false);
  const { size } = view;
  const last = { row: headerRows + size.rows - 1, column: size.columns - 1 };
  const { focus, isGone } = placeNow(moved, rowNames, days, last);
  const setFocus = useCallback(
    ({ row, column }: GridFocus) => setMoved({ row, column, name: rowNames[row], date: days[column] }),
    [rowNames, days],
  );

  const bringIntoSight = useCallback(
    (next: GridFocus) => {
      const element = scroller.current;
      if (!element) return;
      const bodyRow = next.row < headerRows ? null : next.row - headerRows;
      const column = next.column < 0 ? null : next.column;
      const target = scrollInto(view.viewport(), size, bodyRow, column);
      element.scrollTop = target.scrollTop;
      element.scrollLeft = target.scrollLeft;
      view.update();
    },
    [scroller, view, size, headerRows],
  );
  /** The cell that gets the focus once it is drawn, unless the focus goes elsewhere meanwhile. */
  const awaited = useRef<{ cell: GridFocus; from: Element | null } | null>(null);
  const focusAwaited = useCallback(() => {
    const { cell, from } = awaited.current ?? {};
    if (!cell || !scroller.current) return;
    const drawn = cellAt(scroller.current, cell);
    const isLeft = document.activeElement !== from && document.activeElement !== document.body;
    if (!drawn && !isLeft) return;
    awaited.current = null;
    if (!isLeft) drawn?.focus({ preventScroll: true });
  }, [scroller]);
  const moveTo = useCallback(
    (next: GridFocus) => {
      bringIntoSight(next);
      flushSync(() => setFocus(next));
      awaited.current = { cell: next, from: document.activeElement };
      focusAwaited();
    },
    [bringIntoSight, setFocus, focusAwaited],
  );
  // Asked for within an effect, React draws the cell only after that.
  useLayoutEffect(focusAwaited);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = scroller.current;
    if (!element) return;
    if (isKey(event, 'press')) {
      if (!(event.target instanceof HTMLElement) || event.target.closest('button')) return;
      event.preventDefault();
      if (!isGone) cellAt(element, focus)?.click();
      return;
    }
    const name = MOVING.find((one) => isKey(event, one));
    const move = name && MOVES[name];
    if (!move) return;
    event.preventDefault();
    const page = Math.max(1, Math.floor((view.viewport().height - size.headerHeight) / size.rowHeight) - 1);
    const next = move(focus, { page, last, today });
    moveTo({ row: clamp(next.row, 0, last.row), column: clamp(next.column, -1, last.column) });
  };

  // A focused cell that is scrolled out of the window leaves the document: the grid itself keeps the focus.
  useLayoutEffect(() => {
    if (within.current && document.activeElement === document.body) {
      scroller.current?.focus({ preventScroll: true });
    }
  });

  return {
    focus,
    /** Scrolls to a cell. */
    bringIntoSight,
    /** Scrolls to a cell and gives it the focus. */
    moveTo,
    handlers: {
      onKeyDown,
      onFocus: (event: { target: EventTarget }) => {
        within.current = true;
        const at = focusOf(event.target);
        if (at && (isGone || moved.name === undefined || at.row !== focus.row || at.column !== focus.column))
          setFocus(at);
      },
      onBlur: (event: { relatedTarget: EventTarget | null }) => {
        if (event.relatedTarget) within.current = false;
      },
    },
  };
}

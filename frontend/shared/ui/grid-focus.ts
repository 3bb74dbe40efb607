import type { PrimitiveAtom } from 'jotai';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useValue, useWrite } from '../store.js';
import { isKey, useKey } from './keys.js';

/** Prefix of the entries of the key table that move through a grid. */
export type GridKeys = 'desk' | 'queue' | 'log' | 'room';

/** The element id of a row. */
export const gridRowId = (keys: GridKeys, id: number): string => `${keys}-row-${id}`;

/** The row that an element belongs to, and the index of its column; null outside of rows. */
export function placeOf(target: EventTarget): { id: number; column: number } | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (!row) return null;
  const column = [...row.children].findIndex((cell) => cell.contains(target as Element));
  return { id: Number(row.dataset.row), column };
}

type GridFocus = {
  pane: RefObject<HTMLElement | null>;
  keys: GridKeys;
  /** The ids of all rows, in their order. */
  ids: readonly number[];
  /** The row that the keyboard was on last; it need not be there any more. */
  currentAtom: PrimitiveAtom<number | null>;
  /** The column to begin at when the focus goes from cell to cell; undefined when it goes from row to row. */
  firstColumn: number | undefined;
  columns: number;
  /** Rows that PageUp and PageDown go. */
  pageRows: number;
  /** True if the current cell is being edited: its editor has the focus. */
  isEdited: boolean;
  /** Names the list. A row with the focus that leaves it leaves the focus to the grid: no key must reach the next row. */
  staysIn: string;
  /** Says that staff settled a row here: the next one has the focus. */
  isSettledHere?: ((id: number) => boolean) | undefined;
};

const within = (value: number, last: number) => Math.max(0, Math.min(last, value));

/** Keeps the row or cell of the keyboard; it stays there, or goes to the next row, when rows come and go. */
export function useGridFocus(grid: GridFocus) {
  const { pane, keys, ids, currentAtom, firstColumn, columns, pageRows, isEdited, staysIn, isSettledHere } =
    grid;
  const chosen = useValue(currentAtom);
  const choose = useWrite(currentAtom);
  const [column, setColumn] = useState(firstColumn);
  const lastIndex = useRef(0);
  const wasListed = useRef(false);
  const lastList = useRef(staysIn);
  const holdsFocus = useRef(false);
  const before = useRef<Element | null>(null);
  const arrived = useRef(false);

  const found = chosen === null ? -1 : ids.indexOf(chosen);
  const index = found >= 0 ? found : within(lastIndex.current, ids.length - 1);
  const current = ids[index];

  const focused = (): HTMLElement | null => {
    const row = current === undefined ? null : document.getElementById(gridRowId(keys, current));
    return column === undefined ? row : ((row?.children[column] as HTMLElement | undefined) ?? null);
  };

  useLayoutEffect(() => {
    const isGone = staysIn === lastList.current && wasListed.current && chosen !== null && found < 0;
    wasListed.current = current !== undefined;
    lastIndex.current = index;
    if (isGone && !isSettledHere?.(chosen) && holdsFocus.current && document.activeElement === document.body)
      pane.current?.focus();
    if (current !== undefined && current !== chosen) choose(current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step, a removed row or a closed editor moves the focus
  useLayoutEffect(() => {
    const element = focused();
    const isHeldByGrid = staysIn === lastList.current && document.activeElement === pane.current;
    if (holdsFocus.current && element && !isHeldByGrid && !element.contains(document.activeElement))
      element.focus();
  }, [current, column, isEdited, staysIn]);
  useLayoutEffect(() => {
    lastList.current = staysIn;
  });

  // Keyboard users continue in the grid.
  useLayoutEffect(() => {
    if (arrived.current || current === undefined) return;
    arrived.current = true;
    if (document.activeElement === document.body) focused()?.focus();
  });

  useKey(`${keys}Jump`, () => {
    const active = document.activeElement;
    if (!pane.current?.contains(active)) {
      before.current = active;
      const element = focused();
      element?.focus();
      return element !== null;
    }
    if (before.current instanceof HTMLElement) before.current.focus();
    return true;
  });

  const steps = [
    ['Up', -1],
    ['Down', 1],
    ['PageUp', -pageRows],
    ['PageDown', pageRows],
    ['Start', Number.NEGATIVE_INFINITY],
    ['End', Number.POSITIVE_INFINITY],
  ] as const;

  return {
    index,
    current,
    column,
    isFocused: (target: EventTarget) => target === focused(),
    focusCurrent: () => focused()?.focus(),
    /** Takes a step when a key asks for one; the index of the row that it leads to, null for another key. */
    step(event: KeyboardEvent): number | null {
      const rows = steps.find(([name]) => isKey(event, `${keys}${name}`))?.[1];
      const sideways = isKey(event, 'roomLeft') ? -1 : isKey(event, 'roomRight') ? 1 : 0;
      if (rows === undefined && (column === undefined || sideways === 0)) return null;
      const to = within(index + (rows ?? 0), ids.length - 1);
      const id = ids[to];
      if (id !== undefined) choose(id);
      if (column !== undefined) setColumn(within(column + (rows === undefined ? sideways : 0), columns - 1));
      return to;
    },
    focusProps: {
      onFocus(event: FocusEvent) {
        holdsFocus.current = true;
        const place = placeOf(event.target);
        if (!place) return;
        choose(place.id);
        if (column !== undefined && place.column >= 0) setColumn(place.column);
      },
      onBlur(event: FocusEvent) {
        // A removed row takes the focus with it.
        const goesTo = event.relatedTarget as Element | null;
        if (goesTo !== null && !pane.current?.contains(goesTo)) holdsFocus.current = false;
      },
    },
  };
}

import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { KeyName } from './key-table.js';
import { useKey } from './keys.js';

/** The rows of a windowed list and how they are found in it. */
type RowFocus = {
  pane: RefObject<HTMLElement | null>;
  /** The ids of all rows, in their order. */
  ids: readonly number[];
  /** The row that was chosen last; it need not be there any more. */
  chosen: number | null;
  choose: (id: number) => void;
  /** What the element ids of the rows begin with; the row's id follows. */
  prefix: string;
  /** The keys that lead into the list, and back to where the focus was. */
  jump: KeyName;
};

const rowOf = (prefix: string, id: number | undefined) =>
  id === undefined ? null : document.getElementById(`${prefix}${id}`);

function focusRow(prefix: string, id: number | undefined): boolean {
  const row = rowOf(prefix, id);
  row?.focus();
  return row !== null;
}

/** Which row the keyboard is on; it stays there, or goes to the next one, when rows come and go. */
export function useRowFocus({ pane, ids, chosen, choose, prefix, jump }: RowFocus) {
  const lastIndex = useRef(0);
  const holdsFocus = useRef(false);
  const before = useRef<Element | null>(null);
  const arrived = useRef(false);

  const found = chosen === null ? -1 : ids.indexOf(chosen);
  const index = found >= 0 ? found : Math.max(0, Math.min(lastIndex.current, ids.length - 1));
  const current = ids[index];

  useLayoutEffect(() => {
    lastIndex.current = index;
    if (current !== undefined && current !== chosen) choose(current);
  });
  useLayoutEffect(() => {
    const row = rowOf(prefix, current);
    if (holdsFocus.current && row && !row.contains(document.activeElement)) row.focus();
  }, [prefix, current]);

  // Keyboard users continue in the list.
  useLayoutEffect(() => {
    if (arrived.current || current === undefined) return;
    arrived.current = true;
    if (document.activeElement === document.body) focusRow(prefix, current);
  }, [prefix, current]);

  useKey(jump, () => {
    const active = document.activeElement;
    if (!pane.current?.contains(active)) {
      before.current = active;
      return focusRow(prefix, current);
    }
    if (before.current instanceof HTMLElement) before.current.focus();
    return true;
  });

  return {
    current,
    /** Goes this many rows on, or to the first or last. */
    go(step: number) {
      const to = ids[Math.max(0, Math.min(ids.length - 1, index + step))];
      if (to !== undefined) choose(to);
    },
    focusProps: {
      onFocus(event: FocusEvent) {
        holdsFocus.current = true;
        const row = (event.target as Element).closest(`[role="row"][id^="${prefix}"]`);
        if (row) choose(Number(row.id.slice(prefix.length)));
      },
      onBlur(event: FocusEvent) {
        // A removed row takes the focus with it.
        const goesTo = event.relatedTarget as Element | null;
        if (goesTo !== null && !pane.current?.contains(goesTo)) holdsFocus.current = false;
      },
    },
  };
}

import type { CsvRecord } from '@wire/csv-record.js';
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { currentRecordAtom } from '../../state/queue-view.js';
import { useValue, useWrite } from '../../state/store.js';
import { useKey } from '../../ui/use-key.js';

/** The element id of a record's row. */
export const rowId = (id: number): string => `queue-row-${id}`;

const focusRow = (id: number | undefined): boolean => {
  const row = id === undefined ? null : document.getElementById(rowId(id));
  row?.focus();
  return row !== null;
};

/** Which row the keyboard is on; it stays there, or goes to the next one, when rows come and go. */
export function useQueueFocus(pane: RefObject<HTMLElement | null>, records: readonly CsvRecord[]) {
  const chosen = useValue(currentRecordAtom);
  const choose = useWrite(currentRecordAtom);
  const lastIndex = useRef(0);
  const holdsFocus = useRef(false);
  const before = useRef<Element | null>(null);
  const arrived = useRef(false);

  const found = records.findIndex(({ id }) => id === chosen);
  const index = found >= 0 ? found : Math.max(0, Math.min(lastIndex.current, records.length - 1));
  const current = records[index]?.id;

  useLayoutEffect(() => {
    lastIndex.current = index;
    if (current !== undefined && current !== chosen) choose(current);
  });
  useLayoutEffect(() => {
    const row = current === undefined ? null : document.getElementById(rowId(current));
    if (holdsFocus.current && row && !row.contains(document.activeElement)) row.focus();
  }, [current]);

  // Who comes here with the keyboard goes on in the list.
  useLayoutEffect(() => {
    if (arrived.current || current === undefined) return;
    arrived.current = true;
    if (document.activeElement === document.body) focusRow(current);
  }, [current]);

  useKey('queueJump', () => {
    const active = document.activeElement;
    if (!pane.current?.contains(active)) {
      before.current = active;
      return focusRow(current);
    }
    if (before.current instanceof HTMLElement) before.current.focus();
    return true;
  });

  return {
    current,
    /** Goes this many rows on, or to the first or last. */
    go(step: number) {
      const to = records[Math.max(0, Math.min(records.length - 1, index + step))];
      if (to) choose(to.id);
    },
    focusProps: {
      onFocus(event: FocusEvent) {
        holdsFocus.current = true;
        const row = (event.target as Element).closest<HTMLElement>('[data-record]');
        if (row) choose(Number(row.dataset.record));
      },
      onBlur(event: FocusEvent) {
        // A row that is taken away loses the focus to nobody.
        const goesTo = event.relatedTarget as Element | null;
        if (goesTo !== null && !pane.current?.contains(goesTo)) holdsFocus.current = false;
      },
    },
  };
}

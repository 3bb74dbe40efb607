import { type RefObject, useRef } from 'react';
import { fieldId } from '../booking/form-values.js';
import { focusField } from '../shared/ui/focus-field.js';
import { useKey } from '../shared/ui/keys.js';
import { FIRST_DAY_ID } from './DateFilter.js';

const CELL = '[role="grid"] [aria-colindex][tabindex="0"], [role="grid"][tabindex="0"]';

function focusCell(pane: HTMLElement | null): boolean {
  const cell = pane?.querySelector<HTMLElement>(CELL);
  cell?.focus({ preventScroll: true });
  return cell !== undefined && cell !== null;
}

/** Leads the focus from the form or the filter to the calendar's cell where it was last, and back again. */
export function useCalendarFocus(pane: RefObject<HTMLElement | null>): void {
  const before = useRef<Element | null>(null);
  useKey('jump', () => {
    const active = document.activeElement;
    if (!pane.current?.contains(active)) {
      before.current = active;
      return focusCell(pane.current);
    }
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else if (!focusField(fieldId('stayStart'))) focusField(FIRST_DAY_ID);
    return true;
  });
  useKey('form', () => focusField(fieldId('stayStart')));
  useKey('backToCell', () => {
    const inForm = document.activeElement?.closest('.reservation-form') !== null;
    return inForm && document.activeElement !== null && focusCell(pane.current);
  });
}

import { flushSync } from 'react-dom';
import { currentDeskRowAtom } from './desk-view.js';
import { store } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';

/** What the element ids of the rows begin with. */
export const ROW_PREFIX = 'desk-row-';

/** Gives the row of a booking the focus. */
export function focusDeskRow(id: number): void {
  flushSync(() => store.set(currentDeskRowAtom, id));
  focusField(`${ROW_PREFIX}${id}`);
}

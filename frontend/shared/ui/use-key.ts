import { useEffect, useRef } from 'react';
import { isComposing } from './composing-enter.js';
import type { KeyName } from './key-table.js';
import { isKey, isTypable } from './keys.js';

const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], .bp6-editable-text';

/** Whether keys are typed into something: a field of text, a list of choices. */
export function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null;
}

/** Whether a key press belongs to somebody else: an input method, a dialog, the field that is typed into. */
function isTaken(event: KeyboardEvent, name: KeyName): boolean {
  if (isComposing(event) || event.repeat) return true;
  if (document.querySelector('[role="dialog"], dialog[open]')) return true;
  if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('search'))
    return true;
  return isTypable(name) && isTypedInto(event.target);
}

/** Runs the handler on an entry's keys, wherever the focus is; a handler that answers false leaves the key alone. */
export function useKey(name: KeyName, handler: (event: KeyboardEvent) => unknown): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, name) || isTaken(event, name) || latest.current(event) === false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [name]);
}

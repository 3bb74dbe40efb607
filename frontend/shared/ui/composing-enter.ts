import type { KeyboardEvent as KeyPress } from 'react';

const IME_KEY_CODE = 229;

/** Returns true if a key press belongs to an input method that is converting. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE;
}

/** The Enter that confirms an IME conversion must not submit a form. */
export function blockComposingEnter(event: KeyPress): void {
  if (event.key === 'Enter' && isComposing(event.nativeEvent)) event.preventDefault();
}

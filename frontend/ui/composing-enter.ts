import type { KeyboardEvent } from 'react';

const IME_KEY_CODE = 229;

/** The Enter that takes over converted kana must not send a form. */
export function blockComposingEnter(event: KeyboardEvent): void {
  const composing = event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE;
  if (event.key === 'Enter' && composing) event.preventDefault();
}

const IME_KEY_CODE = 229;

/** Returns true if a key press belongs to an input method that is converting. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE;
}

/** Keeps the Enter that confirms an IME conversion from submitting a form, in every field of the page. */
export function blockComposingEnter(): void {
  const onDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
  };
  window.addEventListener('keydown', onDown, true);
}

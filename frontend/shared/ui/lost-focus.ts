/** Returns whether nothing that can be used has the focus: it lies on the page, or on what was disabled meanwhile. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(':disabled');
}

/** Gives a field the focus, its text selected; false when it is not there. */
export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

let stopLeading = (): void => undefined;

/**
 * Gives a field the focus as soon as it is drawn and enabled: React may draw a change that follows an answer only after the
 * next frame. Gives up when the focus goes elsewhere meanwhile, or is led to another field.
 */
export function leadFocusTo(id: string): void {
  stopLeading();
  const from = document.activeElement;
  const isElsewhere = () => ![from, document.body].includes(document.activeElement);
  const isUsable = () => document.getElementById(id)?.matches(':not(:disabled)') ?? false;
  if (isUsable()) return void focusField(id);
  const observer = new MutationObserver(() => {
    if (!isElsewhere() && !isUsable()) return;
    stopLeading();
    if (!isElsewhere()) focusField(id);
  });
  stopLeading = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

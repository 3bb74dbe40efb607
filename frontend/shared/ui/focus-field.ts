/** Gives a field the focus, its text selected; false when it is not there. */
export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

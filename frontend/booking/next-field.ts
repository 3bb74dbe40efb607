import type { KeyboardEvent } from 'react';
import { isComposing } from '../shared/ui/composing-enter.js';

/** Elements that Enter stops at: the fields that can be filled in, 部屋検索 while it is to be run, the button that saves. */
const STOPS = [
  'input:not([readonly], [tabindex="-1"])',
  'select',
  'textarea',
  'button[data-enter-stop]',
  'button[type="submit"]',
]
  .map((stop) => `${stop}:enabled`)
  .join(', ');

const isNotChosen = (stop: Element): boolean =>
  stop instanceof HTMLInputElement && stop.type === 'radio' && !stop.checked;

/** Returns whether Enter leaves a control; it presses buttons, and breaks lines in a text that has begun. */
function isLeftByEnter(control: EventTarget): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value === '';
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
}

/** Enter in a field of a form goes to the next one, from the last to the button that saves; it never saves by itself. */
export function goOnWithEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target, currentTarget: form, nativeEvent } = event;
  if (key !== 'Enter' || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
  // A dialog that the form opens stands elsewhere in the page.
  if (isComposing(nativeEvent) || !isLeftByEnter(target) || !form.contains(target as Node)) return;
  event.preventDefault();
  const stops = [...form.querySelectorAll<HTMLElement>(STOPS)];
  const next = stops.slice(stops.indexOf(target as HTMLElement) + 1).find((stop) => !isNotChosen(stop));
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

import { flushSync } from 'react-dom';
import { isComposing } from '../shared/ui/composing-enter.js';
import { KEYS, type KeyName } from '../shared/ui/key-table.js';
import { isKey, isTypedInto } from '../shared/ui/keys.js';

const NAMES = Object.keys(KEYS) as KeyName[];
const CLICKING_KEYS = ['Enter', ' '];

const isText = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey;

/** Whether a key press belongs to what is there already: an input method, a dialog, a field, a button. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (isComposing(event) || isTypedInto(target)) return true;
  if (CLICKING_KEYS.includes(key) && target instanceof Element && target.closest('a, button')) return true;
  return document.querySelector('[role="dialog"], dialog[open]') !== null;
}

/** What a browser does by itself with text when it saw the key being pressed. */
function typeInto(field: Element, text: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd } = field;
  if (field.readOnly || field.disabled || selectionStart === null || selectionEnd === null) return;
  field.setRangeText(text, selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}

function handOn(event: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const again = new KeyboardEvent('keydown', event);
  const isLeftAlone = flushSync(() => target.dispatchEvent(again));
  if (isLeftAlone && isText(event)) typeInto(target, event.key);
}

/**
 * Holds what is pressed for a screen that is not there yet: the product's keys, and text. The function that it answers
 * ends that, and hands everything on, in order, when the screen has come.
 */
export function holdKeys(): (hasCome: boolean) => void {
  const held: KeyboardEvent[] = [];
  const onKeyDown = (event: KeyboardEvent) => {
    const isOurs = isText(event) || NAMES.some((name) => isKey(event, name));
    if (event.defaultPrevented || !isOurs || isTaken(event)) return;
    event.preventDefault();
    event.stopPropagation();
    held.push(event);
  };
  document.addEventListener('keydown', onKeyDown, true);
  return (hasCome) => {
    document.removeEventListener('keydown', onKeyDown, true);
    if (hasCome) for (const event of held) handOn(event);
  };
}

import { keysOf } from '@domain/records.js';
import { useEffectEvent, useLayoutEffect } from 'react';
import { remembered } from '../remembered.js';
import { store } from '../store.js';
import { isComposing } from './composing-enter.js';
import { KEY_PLACES, KEYS, type KeyName } from './key-table.js';

/**
 * True if keys of a single character act, remembered on this terminal: who speaks to the machine or hits keys by mistake
 * switches them off (WCAG 2.1.4).
 */
export const singleKeysAtom = remembered<boolean>(
  'single-keys',
  (stored) => stored !== 'off',
  (isOn) => (isOn ? 'on' : 'off'),
);

/** Returns whether a chord is one character without a modifier: a letter, a figure, a sign. */
const isSingle = (chord: string): boolean => /^(Key[A-Z]|[!-~])$/.test(chord);

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const isLetterWith = (modifiers: readonly string[], key = ''): boolean =>
  modifiers.length > 0 && /^Key[A-Z]$/.test(key);

function isChord(event: Pressed, chord: string): boolean {
  const parts = chord.split('+');
  const key = parts.pop();
  const modifiers =
    event.altKey === parts.includes('Alt') &&
    event.ctrlKey === parts.includes('Control') &&
    event.metaKey === parts.includes('Meta') &&
    // A letter with Alt or Ctrl is another chord with Shift; signs such as ? may need it, and a chord that names it does.
    (event.shiftKey === parts.includes('Shift') || (event.shiftKey && !isLetterWith(parts, key)));
  return modifiers && (event.code === key || event.key === key);
}

const chordsOf = (name: KeyName): readonly string[] => KEYS[name].slice(1);

/** Returns true if a key press is one of an entry's chords that act on this terminal. */
export function isKey(event: Pressed, name: KeyName): boolean {
  const chord = chordsOf(name).find((each) => isChord(event, each));
  return chord !== undefined && (!isSingle(chord) || store.get(singleKeysAtom));
}

const NAMES = keysOf(KEYS);

/** Returns true if a key press is one of the product's. */
export const isAnyKey = (event: Pressed): boolean => NAMES.some((name) => isKey(event, name));

const EVERYWHERE = keysOf(KEY_PLACES.すべての画面);

/** Returns true if a key press is one that works on every screen, whichever is open. */
export const isKeyEverywhere = (event: Pressed): boolean => EVERYWHERE.some((name) => isKey(event, name));

/** Returns true if an entry's keys could also be typed into a field. */
const isTypable = (name: KeyName): boolean => chordsOf(name).some(isSingle);

/** Returns true if an entry has keys that act, given whether single characters do. */
export const isActing = (name: KeyName, areSinglesOn: boolean): boolean =>
  areSinglesOn || !chordsOf(name).every(isSingle);

/** Returns true if the focus is on something beside the screen that an entry's keys are of: the header, the panel. */
function isBeside(target: EventTarget | null, name: KeyName): boolean {
  if (name in KEY_PLACES.すべての画面 || !(target instanceof Element)) return false;
  return target !== document.body && target.closest('main') === null;
}

const SHORT: Record<string, string> = {
  Control: 'Ctrl',
  Meta: '⌘',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** The keys of a chord as their caps say. */
export function chordParts(chord: string): string[] {
  return chord.split('+').map((part) => SHORT[part] ?? part.replace(/^Key/, ''));
}

/** An entry's first chord in short, as `Alt+R`. */
export function keyText(name: KeyName): string {
  return chordParts(KEYS[name][1]).join('+');
}

/** The attributes that show an entry's keys on the element that they activate. */
export function keyProps(name: KeyName, tooltip: string) {
  return {
    'aria-keyshortcuts': chordsOf(name)
      .map((chord) => chord.replace('Key', ''))
      .join(' '),
    'data-tooltip': `${tooltip}（${keyText(name)}）`,
  };
}

const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], .terminal-name';

/** Returns true if keys are typed into something: a field of text, a list of choices. */
export function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null;
}

/** Returns true if a dialog has the keys. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;

/** Returns true if a key press is for something else: an input method, a dialog, the focused field, what gives up on Escape. */
function isTaken(event: KeyboardEvent, name: KeyName): boolean {
  if (isComposing(event) || event.repeat || isDialogOpen()) return true;
  const { key, target } = event;
  const onElement = target instanceof Element ? target : null;
  if (isKey(event, 'pickDay') && onElement?.closest('.with-picker')) return true;
  if (key === 'Escape' && onElement?.closest('[data-takes-escape]')) return true;
  return isTypable(name) && (isTypedInto(target) || isBeside(target, name));
}

/** Runs the handler on an entry's keys, wherever the focus is; a handler that answers false leaves the key alone. */
export function useKey(name: KeyName, handler: (event: KeyboardEvent) => unknown): void {
  const onKey = useEffectEvent(handler);
  // A layout effect, so that the listener exists when the hint is painted.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, name) || isTaken(event, name) || onKey(event) === false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [name]);
}

/** The keys that click a focused button. */
export const CLICKING_KEYS: readonly string[] = ['Enter', ' '];

/**
 * Buttons click when a key comes up. A key that went down elsewhere, before a dialog took the focus, must not click
 * there: Enter in a field would close the alert that it brought up.
 */
export function ignoreStrayKeyUps(): void {
  let pressedOn: EventTarget | null = null;
  const onDown = ({ repeat, key, target }: KeyboardEvent) => {
    if (!repeat && CLICKING_KEYS.includes(key)) pressedOn = target;
  };
  const onUp = (event: KeyboardEvent) => {
    if (CLICKING_KEYS.includes(event.key) && event.target !== pressedOn) event.stopPropagation();
  };
  document.addEventListener('keydown', onDown, true);
  document.addEventListener('keyup', onUp, true);
}

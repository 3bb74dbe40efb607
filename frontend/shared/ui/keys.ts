import { KEYS, type KeyName } from './key-table.js';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

function isChord(event: Pressed, chord: string): boolean {
  const parts = chord.split('+');
  const key = parts.pop();
  const modifiers =
    event.altKey === parts.includes('Alt') &&
    event.ctrlKey === parts.includes('Control') &&
    event.metaKey === parts.includes('Meta') &&
    // Signs such as ? may need Shift; a chord that names it always does.
    (event.shiftKey || !parts.includes('Shift'));
  return modifiers && (event.code === key || event.key === key);
}

/** Whether a key press is one of an entry's chords. */
export function isKey(event: Pressed, name: KeyName): boolean {
  return KEYS[name].chords.some((chord) => isChord(event, chord));
}

/** Whether an entry's keys could also be typed into a field. */
export function isTypable(name: KeyName): boolean {
  return KEYS[name].chords.some((chord) => chord.length === 1);
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
  return chordParts(KEYS[name].chords[0]).join('+');
}

/** What tells of an entry's keys on the element that they press. */
export function keyProps(name: KeyName, tooltip: string) {
  const chords: readonly string[] = KEYS[name].chords;
  return {
    'aria-keyshortcuts': chords.map((chord) => chord.replace('Key', '')).join(' '),
    'data-tooltip': `${tooltip}（${keyText(name)}）`,
  };
}

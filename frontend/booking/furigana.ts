import { toKatakana } from '@domain/typed-text.js';

const KANA = /^[\u3041-\u309f\u30a1-\u30ff]+$/;
/** Letters that a Roman-letter input method has not turned into kana yet. */
const UNFINISHED = /[a-z]{1,3}$/i;

/** A name or a part of it, and its reading in kana. */
type ReadPart = { text: string; kana: string };

const textOf = (parts: readonly ReadPart[]): string => parts.map(({ text }) => text).join('');
const kanaOf = (parts: readonly ReadPart[]): string => toKatakana(parts.map(({ kana }) => kana).join(''));

/** The reading that a composition shows while it is kana, null once it is being converted. */
export function readingOf(composed: string): string | null {
  const typed = composed.normalize('NFKC').replace(UNFINISHED, '');
  return KANA.test(typed.replace(/\s/g, '')) ? typed.replace(/\s+/g, ' ') : null;
}

/** Guesses the reading of text that was not typed: kana and spaces read as they are, the rest of a part as all of it. */
function guessed(text: string, removed: readonly ReadPart[]): ReadPart {
  if (KANA.test(text.normalize('NFKC')) || text.trim() === '') return { text, kana: text };
  const rest = textOf(removed).startsWith(text) ? removed : [];
  return { text, kana: rest.map(({ kana }) => kana).join('') };
}

/** The parts of a name that was changed to `value`; `reading` is that of what was composed, null for other changes. */
function changedParts(
  parts: readonly ReadPart[],
  value: string,
  reading: string | null,
): readonly ReadPart[] {
  let start = 0;
  while (start < parts.length && value.startsWith(textOf(parts.slice(0, start + 1)))) start += 1;
  const head = parts.slice(0, start);
  let end = parts.length;
  const after = value.slice(textOf(head).length);
  while (end > start && after.endsWith(textOf(parts.slice(end - 1)))) end -= 1;
  const tail = parts.slice(end);
  const text = after.slice(0, after.length - textOf(tail).length);
  if (text === '') return [...head, ...tail];
  const part = reading === null ? guessed(text, parts.slice(start, end)) : { text, kana: reading };
  return [...head, part, ...tail];
}

/**
 * Takes the furigana of a name from the input method while the name is typed: what is composed is kana before it is
 * converted. Kana that staff wrote themselves stays, and what is typed afterwards is added to it.
 */
export class Furigana {
  private parts: readonly ReadPart[] = [];
  private before: ReadPart = { text: '', kana: '' };
  private reading: string | null = null;

  /** A composition begins. */
  begin(before: ReadPart): void {
    this.before = before;
    this.reading = null;
  }

  /** The composition shows another text. */
  composing(text: string): void {
    this.reading = readingOf(text) ?? this.reading;
  }

  /** The composition has ended, and the name is `value`; answers its kana. */
  end(value: string): string {
    return this.take(this.before, value, this.reading);
  }

  /** The name became `value` without a composition; answers its kana. */
  changed(before: ReadPart, value: string): string {
    return this.take(before, value, null);
  }

  private take(before: ReadPart, value: string, reading: string | null): string {
    // An emptied form begins anew, whatever name was typed before.
    if (before.text === '' && before.kana === '') this.parts = [];
    const isOwn = textOf(this.parts) === before.text && kanaOf(this.parts) === toKatakana(before.kana);
    // Kana that was written before the name, or left out, is not for this to change.
    if (!isOwn && value !== '' && (before.text === '' || before.kana === '')) return before.kana;
    this.parts = changedParts(isOwn ? this.parts : [before], value, reading);
    return kanaOf(this.parts);
  }
}

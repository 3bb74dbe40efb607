import type { TextFault } from '../typed-text.js';
import { isRoomNumber, LONGEST_ROOM_NUMBER, tidyRoomNumber, withoutRoomWord } from './room-number.js';

/** Separators of a list of rooms. */
const PARTS = /[^、,，;；]+/g;
/** Figures, and the words and signs that tell of them: floors and positions. */
const FIGURES =
  /^(?:[\d\s〜~\-→ー・/()（）の。と]|から|まで|階|F|f|号室|号|室|番|[をは]?(?:除く|除き|除外|以外|欠番|なし|無し))*$/;
/** Words of a pattern, in a part that says something else beside them. */
const PATTERN_WORDS = /階|除|以外|欠番|から|まで/;
/** Names that a middle dot separates; between katakana it belongs to the name. */
const DOTTED = /^[\p{sc=Han}\p{sc=Hiragana}\d]+(?:・[\p{sc=Han}\p{sc=Hiragana}\d]+)+$/u;
const RANGE =
  /^(?<stem>.*?)(?<from>\d{1,4})(?:号室|号|室)?\s*[〜~→]\s*(?<again>.*?)(?<to>\d{1,4})(?:号室|号|室)?$/;
const LONGEST_RANGE = 2 * LONGEST_ROOM_NUMBER + 10;
const MOST_IN_RANGE = 100;

/** The rooms of a range such as `A-01〜A-05` or `別館1〜5`; null for another text, words for a range that is too wide. */
function namesBetween(text: string): string[] | string | null {
  const { stem = '', from = '', again = '', to = '' } = RANGE.exec(text)?.groups ?? {};
  if (stem === '' || (again !== '' && again !== stem)) return null;
  const [first, last] = [Number(from), Number(to)];
  if (Math.abs(last - first) >= MOST_IN_RANGE) return `「${text}」は範囲が広すぎます。分けて書いてください。`;
  const digits = from.startsWith('0') ? from.length : 0;
  const step = first <= last ? 1 : -1;
  return Array.from(
    { length: Math.abs(last - first) + 1 },
    (_, index) => `${stem}${String(first + index * step).padStart(digits, '0')}`,
  );
}

const tooLong = (text: string): string => `「${text.slice(0, 20)}」は部屋番号として長すぎます。`;

/** The rooms that a part of a list names, or what is wrong with it; null for a part of a pattern. */
function namesOf(part: string, isOther: (text: string) => boolean): string[] | string | null {
  const text = tidyRoomNumber(part);
  const isName = /^[a-z]/i.test(text) || !FIGURES.test(text);
  if (text === '' || !isName) return null;
  if (PATTERN_WORDS.test(text) || isOther(text)) return `「${text.slice(0, 20)}」が読み取れません。`;
  if (text.length > LONGEST_RANGE && !DOTTED.test(text)) return tooLong(text);
  const names = DOTTED.test(text) ? text.split('・') : (namesBetween(text) ?? [withoutRoomWord(text)]);
  return typeof names === 'string' || names.every(isRoomNumber) ? names : tooLong(text);
}

/**
 * The rooms of a list that are no numbers, one a line or with 、 between them: `桜、梅`, `A-01〜A-05`. `rest` is the text
 * without them, each remaining part in its place; `isOther` tells words that are certainly no room.
 */
export function roomNames(
  lines: readonly string[],
  isOther: (text: string) => boolean,
): { rooms: { roomNumber: string }[]; faults: TextFault[]; rest: string[] } {
  const faults: TextFault[] = [];
  const rooms: { roomNumber: string }[] = [];
  const rest = lines.map((line, index) =>
    line.replace(PARTS, (part, at: number) => {
      const names = namesOf(part, isOther);
      if (names === null) return part;
      const column = at + 1 + part.length - part.trimStart().length;
      if (typeof names === 'string') {
        faults.push({ line: index + 1, message: `${index + 1}行目の${column}文字目: ${names}` });
      } else rooms.push(...names.map((roomNumber) => ({ roomNumber })));
      return ' '.repeat(part.length);
    }),
  );
  return { rooms, faults, rest };
}

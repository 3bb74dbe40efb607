const PRINTABLE_ASCII = /^[!-~]*$/;
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
const CONTROL_BUT_LINE_BREAKS = /[^\P{Cc}\n]|[\p{Cs}\u2028\u2029]/gu;
const HALF_WIDTH_KANA = /[\uff61-\uff9f]+/g;

/** The text of a cell as its words and figures are compared: in normal width, without space around it. */
export function plainText(cell: string): string {
  return PRINTABLE_ASCII.test(cell) ? cell : cell.normalize('NFKC').trim();
}

/** At most so many characters of a text. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('').trimEnd();
}

/** A cell as one line fit to be stored: no control characters, no runs of spaces, NFC. */
export function oneLine(cell: string): string {
  if (PRINTABLE_ASCII.test(cell)) return cell;
  return cell
    .replace(CONTROL, ' ')
    .normalize('NFC')
    .trim()
    .replace(/\s{2,}/g, ' ');
}

/** A cell as lines fit to be stored: line breaks as LF, no other control characters, NFC. */
export function manyLines(cell: string): string {
  return cell.replace(/\r\n?/g, '\n').replace(CONTROL_BUT_LINE_BREAKS, ' ').normalize('NFC').trim();
}

/** The text with its half-width katakana in full width and everything else as it is. */
export function wideKana(text: string): string {
  return text.replace(HALF_WIDTH_KANA, (kana) => kana.normalize('NFKC'));
}

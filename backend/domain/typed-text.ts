const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
const TO_KATAKANA = 0x60;

/** Fault in a typed or pasted text; the message has line and column in words. */
export type TextFault = { line: number; message: string };

/** Typed text with full-width letters, digits and signs made half-width, without spaces around it. */
export function halfWidth(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−]/g, '-')
    .trim();
}

/** Kana as it is stored: hiragana and half-width katakana become full-width katakana. */
export function toKatakana(text: string): string {
  return text
    .normalize('NFKC')
    .replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_KATAKANA))
    .trim();
}

/** A phone number as it is stored: half-width, its hyphens also where a long-vowel mark was typed for them. */
export function tidyPhone(tel: string): string {
  return halfWidth(tel).replaceAll('ー', '-');
}

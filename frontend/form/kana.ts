const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
const TO_KATAKANA = 0x60;

/** Kana as it is stored: hiragana and half-width katakana become full-width katakana. */
export function toKatakana(text: string): string {
  return text
    .normalize('NFKC')
    .replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_KATAKANA))
    .trim();
}

import { withCommonKanji } from './variant-kanji.js';

const HIRAGANA = /[\u3041-\u3096]/g;

/**
 * Text as searches compare it: half-width as full, hiragana as katakana, variants of kanji as their common form, no
 * case, spaces or hyphens, and no control characters, which PostgreSQL would refuse.
 */
export function searchable(text: string): string {
  const katakana = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[\s\p{Dash}\p{Cc}\p{Cf}]/gu, '');
  return withCommonKanji(katakana);
}

/** The words of a search as they are compared: each is to be found by itself. */
export function searchedWords(text: string): string[] {
  const words = text.normalize('NFKC').split(/\s+/u).map(searchable);
  return [...new Set(words)].filter((word) => word !== '');
}

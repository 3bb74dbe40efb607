import { withCommonKanji } from './variant-kanji.js';

const HIRAGANA = /[\u3041-\u3096]/g;

/**
 * Normalizes text for search: full width, hiragana as katakana, variants of kanji as their common form, lower case, without
 * spaces, hyphens and control characters.
 */
export function searchable(text: string): string {
  const katakana = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[\s\p{Dash}\p{Cc}\p{Cf}]/gu, '');
  return withCommonKanji(katakana);
}

/** The normalized words of a search; each must match. */
export function searchedWords(text: string): string[] {
  const words = text.normalize('NFKC').split(/\s+/u).map(searchable);
  return [...new Set(words)].filter((word) => word !== '');
}

/** Characters of an indexed gram. */
const GRAM_LENGTH = 3;

/** The grams that a text must contain to match a word: all of three characters, or a shorter word itself. */
export function gramsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 0) return [];
  if (characters.length <= GRAM_LENGTH) return [word];
  const grams = characters
    .slice(GRAM_LENGTH - 1)
    .map((_, at) => characters.slice(at, at + GRAM_LENGTH).join(''));
  return [...new Set(grams)];
}

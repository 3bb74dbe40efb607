const HIRAGANA = /[\u3041-\u3096]/g;

/**
 * Text as searches compare it: half-width as full, hiragana as katakana, no case, spaces or hyphens, and no control
 * characters, which PostgreSQL would refuse.
 */
export function searchable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[\s\p{Dash}\p{Cc}\p{Cf}]/gu, '');
}

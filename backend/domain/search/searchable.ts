import { folded, foldedCharacters, foldedPhone, withOneSound } from './folded.js';

/** A text as a whole in the form that is searched, for what is compared as a whole (a room's number). */
export const searchable = folded;

/**
 * Returns the text that a partial search looks into, one item a line. A part that begins within a long vowel sounds otherwise by itself
 * (the ウ of アベ ウイチ), so that the text from there on is an item too.
 */
export function searchedIn(text: string): string {
  const characters = foldedCharacters(text);
  const heard = withOneSound(characters);
  const items = [heard.join('')];
  for (const [at, character] of characters.entries()) {
    if (heard[at] === character) continue;
    const rest = withOneSound(characters.slice(at)).join('');
    if (!items.some((item) => item.includes(rest))) items.push(rest);
  }
  return items.join('\n');
}

/** Returns the forms of a phone number that a partial search looks into: as entered, and the national form. */
export function searchedInPhone(tel: string): string {
  const entered = searchedIn(tel);
  const phone = foldedPhone(tel);
  return entered.includes(phone) ? entered : `${entered}\n${phone}`;
}

/** Digits with signs of phone numbers between them, spaces too, that belong to no longer word. */
const PHONE =
  /(?<![\p{L}\p{N}\p{Dash}+])[+(]?\+?\d[\d\s().ー\p{Dash}]*\d(?![\p{L}\p{N}]|[\p{Dash}.]+[\p{L}\p{N}])/gu;

/**
 * A whole phone number, or the beginning of one with a country's code, as the part that all its spellings have; null for
 * other figures.
 */
function searchedPhone(text: string): string | null {
  const phone = foldedPhone(text);
  if (/^\D*\+/.test(text)) return phone;
  const digits = text.replace(/\D/g, '');
  const isAbroad = !phone.startsWith('0') && digits.startsWith('0');
  if (isAbroad) return phone;
  if (!/^0[1-9]\d{8,9}$/.test(phone) || (/\s/.test(text) && !/^\(?(?:0|81\s)/.test(text))) return null;
  // Without the 0 where none was typed: the figures could be a booking number's.
  return digits === phone ? phone : phone.slice(1);
}

/** The normalized words of a search; each must match. A phone number is one word, however it is spaced. */
export function searchedWords(text: string): string[] {
  const phones: string[] = [];
  const others = text.normalize('NFKC').replace(PHONE, (figures) => {
    const phone = searchedPhone(figures);
    if (phone === null) return figures;
    phones.push(phone);
    return ' ';
  });
  const words = others.split(/\s+/u).map((word) => folded(word).replace(/(?<=.)様$/u, ''));
  return [...new Set([...words, ...phones])].filter((word) => word !== '');
}

/** Returns the searched words but for those that name a room, which may be several (`別館 1`); null when none do. */
export function wordsBesideRoom(words: readonly string[], roomNumber: string): string[] | null {
  const number = folded(roomNumber);
  for (const from of number === '' ? [] : words.keys()) {
    let text = '';
    for (let to = from; to < words.length && number.startsWith(text); to++) {
      text += words[to];
      if (text === number) return [...words.slice(0, from), ...words.slice(to + 1)];
    }
  }
  return null;
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

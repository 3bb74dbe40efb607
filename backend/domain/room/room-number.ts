import { halfWidth } from '../typed-text.js';

/** Most characters of a room's number, which is any text: `101`, `A-01`, `別館1`, `桜`. */
export const LONGEST_ROOM_NUMBER = 20;

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a room's number as it is stored: half-width (NFKC), one kind of hyphen, single spaces, none around it. */
export function tidyRoomNumber(text: string): string {
  return halfWidth(text.replace(UNSEEN, '')).replace(/\s+/g, ' ');
}

/** Returns the form in which two spellings of one room's number are equal: without regard to width, case, spaces, kinds of hyphens. */
export function roomKey(roomNumber: string): string {
  return tidyRoomNumber(roomNumber)
    .toLowerCase()
    .replace(/\p{Dash}/gu, '-')
    .replace(/\s/g, '')
    .replace(/(?<=[\da-z])ー(?=[\da-z])/g, '-');
}

/** Returns whether a text, as it is stored, can be a room's number: 1 to 20 characters, none of them a control character. */
export function isRoomNumber(text: string): boolean {
  return text !== '' && [...text].length <= LONGEST_ROOM_NUMBER && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Names a room in a sentence: `101号室`, `別館1号室`, and `桜` for one that doesn't end in a digit. */
export function roomText(roomNumber: string): string {
  return /\d$/.test(roomNumber) ? `${roomNumber}号室` : roomNumber;
}

/** Drops 号室, 号 or 室 behind a number: `101号室` is `101`, `特別室` stays. */
export function withoutRoomWord(text: string): string {
  return text.replace(/(?<=\d)\s*(?:号室|号|室)$/, '');
}

/** Returns a function that gives each of these numbers, or another spelling of one, as it is first spelled here. */
export function firstSpelling(known: Iterable<string>): (roomNumber: string) => string {
  const byKey = new Map<string, string>();
  for (const number of known) if (!byKey.has(roomKey(number))) byKey.set(roomKey(number), number);
  return (roomNumber) => byKey.get(roomKey(roomNumber)) ?? roomNumber;
}

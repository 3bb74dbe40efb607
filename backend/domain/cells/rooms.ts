import { readCount } from '../imports/channel-cells.js';
import { withFigures } from './kanji-numbers.js';
import { type RoomNumbers, wordOf } from './values.js';

const MAX_ROOMS = 20;
const BETWEEN = /[,、，・･/／;；&＆+＋|\n]|\s+|と/;

/** Parses the rooms in a cell such as `101`, `101,102`, `101・102` or `101/102号室`, each once; none where one is not known. */
export function readRooms(cell: string, rooms: RoomNumbers): string[] {
  const one = rooms.find(cell);
  if (one !== null && wordOf(one) === wordOf(cell)) return [one];
  const parts = cell.split(BETWEEN).filter((part) => part.trim() !== '');
  const found = parts.map((part) => rooms.find(part)).filter((room) => room !== null);
  if (parts.length > 1 && found.length === parts.length) return [...new Set(found)];
  return one === null ? [] : [one];
}

/** Parses a number of rooms such as `2`, `２`, `二` or `2室`, 1 for a blank cell; null when unreadable or more than 20. */
export function readRoomCount(cell: string): number | null {
  const count = readCount(withFigures(wordOf(cell)).replace(/(?:部屋|室|ROOMS?)$/, ''), 1);
  return count !== null && count >= 1 && count <= MAX_ROOMS ? count : null;
}

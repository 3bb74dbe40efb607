import { countText } from '@domain/calendar/stay-text.js';
import { keysOf } from '../records.js';
import { halfWidth, type TextFault } from '../typed-text.js';
import { BOOKABLE, NOT_BOOKABLE, type PlannedRoom, STOREROOM } from './room-month.js';
import { roomNames } from './room-names.js';
import {
  firstSpelling,
  isRoomNumber,
  LONGEST_ROOM_NUMBER,
  roomKey,
  roomText,
  tidyRoomNumber,
  withoutRoomWord,
} from './room-number.js';
import { roomPattern } from './room-pattern.js';

type Column = keyof PlannedRoom;
type Traits = Partial<PlannedRoom>;

/** Names of the columns in spreadsheets, our own file's first. */
const NAMES: Readonly<Record<Column, RegExp>> = {
  roomNumber: /^(部屋番号|部屋no\.?|部屋|号室|客室番号|客室|ルーム番号|room ?(no\.?|number)?)$/i,
  roomType: /^(部屋タイプ|タイプ|客室タイプ|ルームタイプ|種類|room ?type)$/i,
  roomLabel: /^(表示名|名称|略称|label)$/i,
  priority: /^(性別の優先|性別|男女|男女区分)$/,
  smokingStatus: /^(喫煙区分|喫煙|禁煙|禁煙喫煙|禁煙\/喫煙|喫煙可否)$/,
  reservableStatus: /^(予約の可否|予約可否|販売|状態)$/,
  corporate: /^(法人専用|法人)$/,
};
const COLUMNS = keysOf(NAMES);
const LONGEST = 50;

/** Readers of a column's cells; null for one that is unreadable. */
const READERS: Readonly<Record<Column, (cell: string) => Traits | null>> = {
  roomNumber: (cell) => {
    const roomNumber = withoutRoomWord(tidyRoomNumber(cell));
    return isRoomNumber(roomNumber) ? { roomNumber } : null;
  },
  roomType: (cell) => (cell.length <= LONGEST ? { roomType: cell } : null),
  roomLabel: (cell) => (cell.length <= LONGEST ? { roomLabel: cell } : null),
  priority: (cell) => {
    if (/^(男性?|男性?(専用|優先))$/.test(cell)) return { priority: '男性' };
    if (/^(女性?|女性?(専用|優先)|レディース)$/.test(cell)) return { priority: '女性' };
    return /^(なし|指定なし|男女|共用|-)?$/.test(cell) ? { priority: '' } : null;
  },
  smokingStatus: (cell) => {
    if (/^(禁煙?|禁煙室|)$/.test(cell)) return { smokingStatus: '禁煙' };
    return /^(喫煙?|喫煙[可室])$/.test(cell) ? { smokingStatus: '喫煙' } : null;
  },
  reservableStatus: (cell) => {
    if (/^(予約可能|可能?|販売|)$/.test(cell)) return { reservableStatus: BOOKABLE };
    return /^(予約不可|不可|売止|販売停止)$/.test(cell) ? { reservableStatus: NOT_BOOKABLE } : null;
  },
  corporate: (cell) => {
    if (/^(法人|法人専用|はい|1|○|〇)$/.test(cell)) return { corporate: 1 };
    return /^(いいえ|なし|0|×|)$/.test(cell) ? { corporate: 0 } : null;
  },
};
const SHOWN: Readonly<Record<Column, string>> = {
  roomNumber: `部屋番号は${LONGEST_ROOM_NUMBER}文字以内`,
  roomType: `部屋タイプは${LONGEST}文字以内`,
  roomLabel: `表示名は${LONGEST}文字以内`,
  priority: '性別の優先は「男性」「女性」「なし」のどれか',
  smokingStatus: '喫煙区分は「禁煙」か「喫煙」',
  reservableStatus: '予約の可否は「予約可能」か「予約不可」',
  corporate: '法人専用は「はい」か「いいえ」',
};
const LABELS: Readonly<Record<Column, string>> = {
  roomNumber: '部屋番号',
  roomType: '部屋タイプ',
  roomLabel: '表示名',
  priority: '性別の優先',
  smokingStatus: '喫煙区分',
  reservableStatus: '予約の可否',
  corporate: '法人専用',
};
/** Without a heading: what a cell is by what it says. */
const ROOM_TYPES = /^(シングル|セミダブル|ダブル|ツイン|トリプル|和室|洋室|和洋室|倉庫)$/;
const TOLD_BY_WORDS = ['smokingStatus', 'priority', 'reservableStatus', 'corporate'] as const;

/** The cells of a line; null when a quote is not closed. */
function cellsOf(line: string, separator: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = /^ *"((?:[^"]|"")*)" */.exec(line.slice(at));
    const bare = line.slice(at).split(separator, 1)[0] ?? '';
    if (!quoted && bare.trimStart().startsWith('"')) return null;
    cells.push((quoted ? (quoted[1] ?? '').replaceAll('""', '"') : bare).replace(/^'(?=[=+\-@])/, '').trim());
    at += (quoted ? quoted[0].length : bare.length) + 1;
  }
  return cells;
}

const columnOf = (cell: string): Column | null =>
  COLUMNS.find((column) => NAMES[column].test(halfWidth(cell))) ?? null;

/** Returns whether lines are those of a spreadsheet or CSV file: with tabs, or with a heading that names the room number. */
function isRoomTable(lines: readonly string[]): boolean {
  const [first = ''] = lines.filter((line) => line.trim() !== '');
  const heading = cellsOf(first, first.includes('\t') ? '\t' : ',') ?? [];
  return lines.some((line) => line.includes('\t')) || heading.map(columnOf).includes('roomNumber');
}

/** A line without heading: its first cell is the number, of the others those that say nothing else are type and label. */
function guessed(cells: readonly string[]): (Column | null)[] {
  const taken = new Set<Column>(['roomNumber']);
  return cells.map((cell, index) => {
    if (index === 0) return 'roomNumber';
    const told =
      cell === '' ? undefined : TOLD_BY_WORDS.find((column) => !taken.has(column) && READERS[column](cell));
    const column =
      cell === '' ? null : (told ?? (['roomType', 'roomLabel'] as const).find((one) => !taken.has(one)));
    if (column) taken.add(column);
    return column ?? null;
  });
}

/** The rooms of lines of a spreadsheet or CSV file, each fault with its line and column. */
function roomTable(lines: readonly string[]): {
  rooms: (Traits & { roomNumber: string })[];
  faults: TextFault[];
  ignored: string[];
} {
  const faults: TextFault[] = [];
  const rooms: (Traits & { roomNumber: string })[] = [];
  const seen = new Map<string, number>();
  const separator = lines.some((line) => line.includes('\t')) ? '\t' : ',';
  const rows = lines
    .map((text, index) => ({ line: index + 1, cells: cellsOf(text, separator) }))
    .filter(({ cells }) => cells === null || cells.some((cell) => cell !== ''));
  const heading = rows[0]?.cells?.map(columnOf) ?? [];
  const hasHeading = heading.includes('roomNumber');
  const ignored = hasHeading
    ? (rows[0]?.cells ?? []).filter((cell, index) => cell && heading[index] === null)
    : [];
  for (const { line, cells } of hasHeading ? rows.slice(1) : rows) {
    if (cells === null) {
      faults.push({ line, message: `${line}行目: 引用符「"」が閉じられていません。` });
      continue;
    }
    const columns = hasHeading ? heading : guessed(cells);
    let room: Traits = {};
    for (const [index, column] of columns.entries()) {
      const cell = cells[index] ?? '';
      const read = column && READERS[column](cell);
      if (column && !read) {
        const place = `${line}行目の${index + 1}列目（${LABELS[column]}）`;
        faults.push({
          line,
          message: `${place}: 「${cell.slice(0, 20)}」が読み取れません。${SHOWN[column]}で書いてください。`,
        });
      }
      room = { ...room, ...read };
    }
    const { roomNumber } = room;
    if (roomNumber === undefined) continue;
    const earlier = seen.get(roomKey(roomNumber));
    if (earlier !== undefined) {
      faults.push({ line, message: `${line}行目: ${roomText(roomNumber)}は${earlier}行目にもあります。` });
    }
    seen.set(roomKey(roomNumber), line);
    rooms.push({ ...room, roomNumber });
  }
  if (faults.length === 0 && rooms.length === 0) faults.push({ line: 1, message: '部屋が1行もありません。' });
  return { rooms, faults, ignored };
}

/** Result of reading a text: the rooms in its order, or its faults; `ignored` names columns that say nothing of rooms. */
export type RoomText = { rooms: PlannedRoom[]; faults: TextFault[]; ignored: string[] };

/** Most rooms of one text. */
const MOST_ROOMS = 1_000;
const PLAIN_TYPE = 'シングル';

/** A room of which only some traits are known. */
export function plannedRoom({
  roomNumber,
  ...known
}: Partial<PlannedRoom> & { roomNumber: string }): PlannedRoom {
  const roomType = known.roomType || PLAIN_TYPE;
  return {
    roomNumber,
    roomLabel: '',
    priority: '',
    smokingStatus: '禁煙',
    corporate: 0,
    ...known,
    roomType,
    reservableStatus: roomType === STOREROOM ? NOT_BOOKABLE : (known.reservableStatus ?? BOOKABLE),
  };
}

/** Returns true for a word of another column, such as 禁煙 or ツイン. */
const isTrait = (text: string): boolean =>
  ROOM_TYPES.test(text) || (text !== '' && TOLD_BY_WORDS.some((column) => READERS[column](text) !== null));

/** The rooms of a pattern and of the names between its parts; the names stand behind the numbers. */
function patternAndNames(
  lines: readonly string[],
): Omit<RoomText, 'rooms'> & { rooms: { roomNumber: string }[] } {
  const named = roomNames(lines, isTrait);
  const isPattern = named.rest.some((line) => /[^\s、,，;；]/.test(line));
  const read = isPattern || named.rooms.length === 0 ? roomPattern(named.rest) : { rooms: [], faults: [] };
  const numbers = [...read.rooms, ...named.rooms].map(({ roomNumber }) => roomNumber);
  const rooms = [...new Set(numbers.map(firstSpelling(numbers)))].map((roomNumber) => ({ roomNumber }));
  return { rooms, faults: [...named.faults, ...read.faults], ignored: [] };
}

/**
 * The rooms that a text describes: a pattern of floors and positions (`2〜10階、01〜16、04・09・14を除く`) and names
 * (`桜、別館1〜別館5`), or lines of a spreadsheet or CSV file. With any fault there are no rooms.
 */
export function readRoomText(text: string): RoomText {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const read = isRoomTable(lines) ? roomTable(lines) : patternAndNames(lines);
  const faults = [...read.faults];
  if (read.rooms.length > MOST_ROOMS) {
    const most = countText(MOST_ROOMS);
    faults.push({
      line: 1,
      message: `一度に登録できるのは${most}室までです（${countText(read.rooms.length)}室あります）。`,
    });
  }
  return { rooms: faults.length > 0 ? [] : read.rooms.map(plannedRoom), faults, ignored: read.ignored };
}

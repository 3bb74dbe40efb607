import { readCellDate, readNights, readPeriod, windowAround } from '../cells/dates.js';
import { readPartyText } from '../cells/party.js';
import { readRooms } from '../cells/rooms.js';
import { type RoomNumbers, readGender, readPeople, readYen, readYesNo } from '../cells/values.js';
import { type Day, parseDay } from '../dates.js';
import { keysOf } from '../records.js';
import { toKatakana } from '../typed-text.js';
import { HEADER_WORDS, headerWord, type ValueKind } from './header-words.js';
import { layoutOf } from './layouts.js';
import { type ColumnMapping, isJoined, MOVE_IN_FIELDS, type MoveInField } from './move-in-fields.js';

const FIELDS = keysOf(MOVE_IN_FIELDS);

const WHOLE = 100;
const PART = 50;
/** Certainty of a guess by the values alone, without a word in the header. */
const BY_VALUES = 30;
const AGREES = 20;
const CONTRADICTS = -60;

/** Facts about the hotel for a guess. */
export type GuessContext = { rooms: RoomNumbers; today: Day };

const anyWindow = (today: Day) => windowAround(today, 'UTC');

const TESTS: Readonly<Record<ValueKind, (cell: string, context: GuessContext) => boolean>> = {
  // A spreadsheet's number of a date looks like an amount.
  date: (cell, { today }) => !/^\d{5}$/.test(cell.trim()) && readCellDate(cell, anyWindow(today)) !== null,
  period: (cell, { today }) => readPeriod(cell, anyWindow(today)) !== null,
  nights: (cell) => readNights(cell) !== null,
  time: (cell) => /^\d{1,2}(?::\d\d|時)|\s\d{1,2}:\d\d/.test(cell.normalize('NFKC').trim()),
  room: (cell, { rooms }) => readRooms(cell, rooms).length > 0,
  kana: (cell) => /^[ァ-ヺー・\s　A-Z]+$/i.test(toKatakana(cell)),
  people: (cell) => (readPeople(cell) ?? 99) < 10,
  yen: (cell) => readYen(cell) !== null && parseDay(cell) === null,
  phone: (cell) => /^\+?[\d(][\d()\s-]{8,}$/.test(cell.normalize('NFKC').trim()),
  mail: (cell) => /^\S+@\S+\.\S+$/.test(cell.trim()),
  gender: (cell) => readGender(cell) !== null,
  party: (cell) => /\d/.test(cell.normalize('NFKC')) && readPartyText(cell) !== null,
  'yes-no': (cell) => readYesNo(cell) !== null,
};

/** Kinds of values that hardly anything else looks like. */
const PLAIN: readonly ValueKind[] = ['mail', 'phone', 'period', 'gender', 'party'];

/** The part of a column's values that look like a kind; null where it has none. */
function shareOf(kind: ValueKind, values: readonly string[], context: GuessContext): number | null {
  const given = values.filter((value) => value.trim() !== '');
  return given.length === 0
    ? null
    : given.filter((value) => TESTS[kind](value, context)).length / given.length;
}

function scoreOf(
  field: MoveInField,
  header: string,
  values: readonly string[],
  context: GuessContext,
): number {
  const { whole, part, not, values: kind } = HEADER_WORDS[field];
  const isWhole = whole.includes(header);
  const isPart = !isWhole && header !== '' && part?.test(header) === true && not?.test(header) !== true;
  const said = isWhole ? WHOLE : isPart ? PART : 0;
  const share = kind === undefined ? null : shareOf(kind, values, context);
  if (kind === undefined || share === null) return said;
  if (said > 0) return said + (share >= 0.8 ? AGREES : share < 0.2 ? CONTRADICTS : 0);
  const isPlain = PLAIN.includes(kind) || (kind === 'room' && values.length > 1);
  return isPlain && share >= 0.9 ? BY_VALUES : 0;
}

/** Returns which column is what, guessed from the words of the header and from the values of the first rows. */
export function guessMapping(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  context: GuessContext,
): ColumnMapping {
  const known = layoutOf(header);
  if (known) return known.mapping;
  const words = header.map(headerWord);
  const scores = header.flatMap((_, column) => {
    const values = sample.map((cells) => cells[column] ?? '');
    return FIELDS.map((field) => ({
      field,
      column,
      score: scoreOf(field, words[column] ?? '', values, context),
    }));
  });
  const mapping: (MoveInField | null)[] = header.map(() => null);
  const best = scores.filter(({ score }) => score >= BY_VALUES).sort((a, b) => b.score - a.score);
  for (const { field, column, score } of best) {
    const isMany = (field === 'notes' || field === 'children') && score >= PART;
    const isTaken = mapping.includes(field) && !isMany;
    const isNamePart = mapping.includes(field) && isJoined(field) && NAME_PARTS.test(words[column] ?? '');
    if (mapping[column] === null && (!isTaken || isNamePart)) mapping[column] = field;
  }
  return mapping;
}

/** Headers of the parts of a name, which belong together. */
const NAME_PARTS =
  /^(?:予約者|宿泊者)?(?:(?:姓|名|苗字|氏)(?:カナ|ｶﾅ|フリガナ|ふりがな)?|セイ|メイ|(?:GUEST)?(?:FIRST|LAST)NAME)$/;

const FEWEST_WORDS = 2;
const MOST_TITLE_ROWS = 10;

/** The index of the row that names the columns: titles and empty lines may stand above it. */
export function headerIndex(rows: readonly (readonly string[])[]): number {
  const known = rows.slice(0, MOST_TITLE_ROWS).map((cells) => {
    const words = cells.map(headerWord).filter((word) => word !== '');
    return words.filter((word) => FIELDS.some((field) => HEADER_WORDS[field].whole.includes(word))).length;
  });
  const most = Math.max(0, ...known);
  return most >= FEWEST_WORDS ? known.indexOf(most) : 0;
}

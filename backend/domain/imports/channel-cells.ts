import { instantOf, readCellDate, two } from '../cells/dates.js';
import { day, instantIn } from '../dates.js';
import { MAX_NAME, MAX_NOTES, MAX_YEN } from '../limits.js';
import { isShortName } from '../reservation/save-rules.js';
import type { BookingSource } from '../reservation/sources.js';
import type { Warning } from './csv-reservation.js';

const PRINTABLE_ASCII = /^[!-~]*$/;
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
const CONTROL_BUT_LINE_BREAKS = /[^\P{Cc}\n]|[\p{Cs}\u2028\u2029]/gu;
const HALF_WIDTH_KANA = /[\uff61-\uff9f]+/g;

/** Normalizes a cell for comparison: NFKC, trimmed. */
export function plainText(cell: string): string {
  return PRINTABLE_ASCII.test(cell) ? cell : cell.normalize('NFKC').trim();
}

/** Truncates a text to at most `max` characters. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('').trimEnd();
}

/** Cleans a one-line cell: no control characters, no runs of spaces, NFC. */
export function oneLine(cell: string): string {
  if (PRINTABLE_ASCII.test(cell)) return cell;
  return cell
    .replace(CONTROL, ' ')
    .normalize('NFC')
    .trim()
    .replace(/\s{2,}/g, ' ');
}

/** Cleans a multi-line cell: LF line breaks, no other control characters, NFC. */
export function manyLines(cell: string): string {
  return cell.replace(/\r\n?/g, '\n').replace(CONTROL_BUT_LINE_BREAKS, ' ').normalize('NFC').trim();
}

/** Widens half-width katakana and leaves everything else as it is. */
function wideKana(text: string): string {
  return text.replace(HALF_WIDTH_KANA, (kana) => kana.normalize('NFKC'));
}

const MAX_COUNT = 999;
const NIGHTLY_FEES = /^(?:\s*\[[^[\]]*\]\s*\[[^[\]]*\])+$/;
const NIGHTLY_FEE = /\[[^[\]]*\]\s*\[([^[\]]*)\]/g;

/** Parses a number of people or rooms; `empty` for a blank cell, null when unreadable. */
export function readCount(cell: string, empty = 0): number | null {
  const text = plainText(cell);
  if (text === '') return empty;
  return /^\d+(?:\.0+)?$/.test(text) && Number(text) <= MAX_COUNT ? Number(text) : null;
}

function readYen(cell: string): number | null {
  const text = plainText(cell).replace(/[¥\\円\s]/g, '');
  // Commas stand between thousands, or the figure is another than it looks: 12000,00.
  return /^-?(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : null;
}

/** Parses whole yen; 0 for a blank cell, null when unreadable or out of range (contract 1). */
export function readAmount(cell: string): number | null {
  if (plainText(cell) === '') return 0;
  const yen = readYen(cell);
  return yen === null || yen < 0 || yen > MAX_YEN ? null : yen;
}

/** Sum of nightly fees such as `[2026-12-15][\11000][2026-12-16][\9000]`; null for any other format. */
function sumOfNights(cell: string): number | null {
  const text = plainText(cell);
  if (!NIGHTLY_FEES.test(text)) return null;
  const fees = [...text.matchAll(NIGHTLY_FEE)].map(([, fee = '']) => readYen(fee));
  return fees.includes(null) ? null : fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0);
}

/** Returns whether a cell is empty or holds whole yen. */
export const isAmount = (cell: string): boolean => plainText(cell) === '' || readYen(cell) !== null;

/** Returns whether a cell is empty or holds nightly fees. */
export const isNightly = (cell: string): boolean => plainText(cell) === '' || sumOfNights(cell) !== null;

type Amounts = { totalFee: number; usedPoints: number };

/** 金額不一致 when the billed amount or the sum of the nightly fees disagrees with the fee and the points. */
export function amountWarnings({ totalFee, usedPoints }: Amounts, billed: string, nights: string): Warning[] {
  const toPay = readYen(billed) ?? totalFee - usedPoints;
  const forNights = sumOfNights(nights) ?? totalFee;
  return toPay === totalFee - usedPoints && forNights === totalFee ? [] : ['金額不一致'];
}

/** Dates of instants have their year. */
const ANY_DAY = day('2000-01-01');

function instantIn8601(cell: string): string | null {
  const instant = instantOf(plainText(cell));
  return instant === null ? null : new Date(instant).toISOString();
}

/** For a reservation that doesn't say when the guest comes. */
export const DEFAULT_CHECKIN_TIME = '15:00';

/** Revision of a row without a readable instant. */
export const NO_REVISION = '1970-01-01T00:00:00.000Z';
const MOMENT = /^(.*?\d日?)(?:\s*\([日月火水木金土]\))?(?:(?:\s+|T)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/;
const COMPACT_MOMENT = /^(\d{8})(\d\d)(\d\d)(\d\d)?$/;
const SPOKEN_CLOCK = /\s*(\d{1,2})時(?:(\d{1,2})分)?(?:(\d{1,2})秒)?$/;
const HALF_OF_DAY = /\s*(午前|午後)?\s*(\d{1,2})(:\d\d(?::\d\d)?)\s*(AM|PM)?$/i;
const NOON = 12;
const DAY_SECONDS = 86_400;

/** A moment with its time as `H:mm:ss` behind a space, however that was written; unchanged where there is none. */
function withPlainClock(text: string): string {
  const compact = text.replace(
    COMPACT_MOMENT,
    (_, date, hour, minute, second = '00') => `${date} ${hour}:${minute}:${second}`,
  );
  const [, serial, part] = /^(\d{5})(\.\d+)$/.exec(compact) ?? [];
  if (serial !== undefined) {
    const seconds = Math.min(Math.round(Number(part) * DAY_SECONDS), DAY_SECONDS - 1);
    return `${serial} ${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }
  return compact
    .replace(SPOKEN_CLOCK, (_, hour, minute, second) => ` ${hour}:${two(minute)}:${two(second)}`)
    .replace(HALF_OF_DAY, (whole, japanese, hour, rest, english) => {
      if (japanese === undefined && english === undefined) return whole;
      const isLater = japanese === '午後' || /PM/i.test(english ?? '');
      return ` ${(Number(hour) % NOON) + (isLater ? NOON : 0)}${rest}`;
    });
}

/** The instant in a cell as RFC 3339 in UTC, midnight of the hotel without a time; null when it has none. */
export function readMoment(cell: string, timezone: string): string | null {
  const instant = instantIn8601(cell);
  if (instant !== null) return instant;
  const [, date = '', hour, minute, second] = MOMENT.exec(withPlainClock(plainText(cell))) ?? [];
  const day = readCellDate(date, { from: ANY_DAY, days: 0, timezone });
  if (day === null || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59)
    return null;
  return instantIn(timezone, day, `${two(hour)}:${two(minute)}:${two(second)}`);
}

/** The latest of the instants in these cells; the epoch when none can be read. */
export function readRevision(cells: readonly string[], timezone: string): string {
  return cells.reduce((last, cell) => {
    const moment = readMoment(cell, timezone);
    return moment !== null && Date.parse(moment) > Date.parse(last) ? moment : last;
  }, NO_REVISION);
}

const MARK = /【[^【】]*】/g;

/** A name without the marks that booking sites add to it, and those marks. */
type ChannelName = { name: string; marks: string[]; whole: string };

/** Splits off marks such as 【精算不要】 and widens half-width katakana. */
function readName(cell: string): ChannelName {
  const text = wideKana(oneLine(cell));
  const whole = oneLine(text.replace(MARK, ' '));
  return { name: cut(whole, MAX_NAME), marks: text.match(MARK) ?? [], whole };
}

type NameCells = Record<'guest' | 'guestKana' | 'member' | 'memberKana', string>;

/** Reads the guest and the reserver; without a member the guest is the reserver. Names that are cut are told whole. */
export function readPeopleNames(cells: NameCells) {
  const guest = readName(cells.guest);
  const guestKana = readName(cells.guestKana);
  const member = readName(cells.member);
  const memberKana = readName(cells.memberKana);
  const isGuest = member.name === '' || member.name === guest.name;
  const names = [guest, guestKana, member, memberKana];
  return {
    guestName1: guest.name,
    guestName1Kana: guestKana.name,
    reserverName: member.name || guest.name,
    reserverNameKana: memberKana.name || (isGuest ? guestKana.name : ''),
    marks: [...new Set(names.flatMap(({ marks }) => marks))],
    longNames: [...new Set(names.filter(({ name, whole }) => name !== whole).map(({ whole }) => whole))],
    missing: [guest.name, member.name || guest.name].some(isShortName),
  };
}

const NO_MEALS = ['', 'なし', '食事なし'];

type NoteParts = {
  marks: readonly string[];
  remarks: string;
  memo: string;
  plan: string;
  meals: string;
  children: string;
  company: string;
  /** A phone number too long for its own field; empty otherwise. */
  tel: string;
  /** Lines for what was not read, or says more than its field holds; empty ones are left out. */
  unread: readonly string[];
};

/** A line of the notes for what the form has no field for; empty for an empty cell. */
export function labelled(label: string, cell: string): string {
  const text = oneLine(cell);
  return text === '' ? '' : `${label}: ${text}`;
}

/** Builds the notes from everything the form has no field for, one part a line. */
export function notesOf(parts: NoteParts): string {
  const { marks, remarks, memo, plan, meals, children, company, tel, unread } = parts;
  const childCount = readCount(children);
  const lines = [
    marks.join(''),
    manyLines(remarks),
    manyLines(memo),
    labelled('プラン', plan),
    NO_MEALS.includes(plainText(meals)) ? '' : labelled('食事', meals),
    childCount === null ? labelled('子供人数', children) : childCount > 0 ? `子供: ${childCount}名` : '',
    labelled('会社', company),
    labelled('電話番号', tel),
    ...unread,
  ];
  return cut(lines.filter((part) => part !== '').join('\n'), MAX_NOTES);
}

const SOURCES: readonly (readonly [RegExp, BookingSource])[] = [
  [/^楽天/, '楽天'],
  [/^じゃらん/, 'じゃらん'],
  [/るるぶ|^JTB/, 'るるぶ'],
  [/^自社/, '自社'],
];

/** Maps a site of the channel manager to a booking source. */
export function sourceOfSite(site: string): BookingSource {
  const name = plainText(site);
  return SOURCES.find(([pattern]) => pattern.test(name))?.[1] ?? 'その他';
}

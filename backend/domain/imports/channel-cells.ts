import { type Day, instantIn, parseDay } from '../dates.js';
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
  return /^\d+$/.test(text) && Number(text) <= MAX_COUNT ? Number(text) : null;
}

function readYen(cell: string): number | null {
  const text = plainText(cell).replace(/[¥\\,円\s]/g, '');
  return /^-?\d+$/.test(text) ? Number(text) : null;
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

type Amounts = { totalFee: number; usedPoints: number };

/** 金額不一致 when the billed amount or the sum of the nightly fees disagrees with the fee and the points. */
export function amountWarnings({ totalFee, usedPoints }: Amounts, billed: string, nights: string): Warning[] {
  const toPay = readYen(billed) ?? totalFee - usedPoints;
  const forNights = sumOfNights(nights) ?? totalFee;
  return toPay === totalFee - usedPoints && forNights === totalFee ? [] : ['金額不一致'];
}

const DATE = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d\d)(\d\d))$/;
const MOMENT = /^(.*?\d日?)(?:(?:\s+|T)(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const TIME = /^(\d{1,2}):(\d\d)(?::\d\d)?$/;

/** Revision of a row without a readable instant. */
export const NO_REVISION = '1970-01-01T00:00:00.000Z';
const DEFAULT_CHECKIN_TIME = '15:00';
const LAST_CHECKIN_HOUR = 29;
const CHECKIN_STEP = 10;

/** A number of a date or time with two digits; 00 when there is none. */
export function two(text: string | number | undefined): string {
  return String(text ?? 0).padStart(2, '0');
}

/** Parses a date in any of the formats of the channel manager; null when there is none. */
export function readDate(cell: string): Day | null {
  const [, year, ...rest] = DATE.exec(plainText(cell)) ?? [];
  const [month, date] = rest.filter((part) => part !== undefined);
  return parseDay(`${year}-${two(month)}-${two(date)}`);
}

/** The date and time of day in a cell as `YYYY-MM-DDTHH:mm:ss`, midnight without a time; null when it has none. */
export function readMoment(cell: string): string | null {
  const [, date = '', hour, minute, second] = MOMENT.exec(plainText(cell)) ?? [];
  const day = readDate(date);
  if (day === null || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59)
    return null;
  return `${day}T${two(hour)}:${two(minute)}:${two(second)}`;
}

/** The instant, RFC 3339 in UTC, of the latest of the moments in these cells; the epoch when none can be read. */
export function readRevision(cells: readonly string[], timezone: string): string {
  const latest = cells.reduce((last, cell) => {
    const moment = readMoment(cell) ?? '';
    return moment > last ? moment : last;
  }, '');
  return latest === '' ? NO_REVISION : instantIn(timezone, latest.slice(0, 10) as Day, latest.slice(11));
}

/** The check-in time in a cell, `HH:mm` to 29:50, rounded down to 10 minutes (contract 1); 15:00 when there is none. */
export function readCheckinTime(cell: string): string {
  const [, hour, minute] = TIME.exec(plainText(cell)) ?? [];
  if (hour === undefined || Number(hour) > LAST_CHECKIN_HOUR || Number(minute) > 59)
    return DEFAULT_CHECKIN_TIME;
  return `${two(hour)}:${two(Math.floor(Number(minute) / CHECKIN_STEP) * CHECKIN_STEP)}`;
}

const MARK = /【[^【】]*】/g;

/** A name without the marks that booking sites add to it, and those marks. */
type ChannelName = { name: string; marks: string[]; isTooLong: boolean };

/** Splits off marks such as 【精算不要】 and widens half-width katakana. */
function readName(cell: string): ChannelName {
  const text = wideKana(oneLine(cell));
  const whole = oneLine(text.replace(MARK, ' '));
  const name = cut(whole, MAX_NAME);
  return { name, marks: text.match(MARK) ?? [], isTooLong: name !== whole };
}

type NameCells = Record<'guest' | 'guestKana' | 'member' | 'memberKana', string>;

/** Reads the guest and the reserver; without a member the guest is the reserver. */
export function readPeople(cells: NameCells) {
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
    areFit:
      !names.some(({ isTooLong }) => isTooLong) && ![guest.name, member.name || guest.name].some(isShortName),
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
};

/** A line of the notes for what the form has no field for; empty for an empty cell. */
export function labelled(label: string, cell: string): string {
  const text = oneLine(cell);
  return text === '' ? '' : `${label}: ${text}`;
}

/** Builds the notes from everything the form has no field for, one part a line. */
export function notesOf({ marks, remarks, memo, plan, meals, children, company, tel }: NoteParts): string {
  const childCount = readCount(children) ?? 0;
  const parts = [
    marks.join(''),
    manyLines(remarks),
    manyLines(memo),
    labelled('プラン', plan),
    NO_MEALS.includes(plainText(meals)) ? '' : labelled('食事', meals),
    childCount > 0 ? `子供: ${childCount}名` : '',
    labelled('会社', company),
    labelled('電話番号', tel),
  ];
  return cut(parts.filter((part) => part !== '').join('\n'), MAX_NOTES);
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

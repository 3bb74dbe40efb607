import { type Day, instantIn, parseDay } from '../dates.js';
import { plainText } from './channel-text.js';

const DATE = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d\d)(\d\d))$/;
const MOMENT = /^(.*?\d日?)(?:(?:\s+|T)(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const TIME = /^(\d{1,2}):(\d\d)(?::\d\d)?$/;

/** The revision of a row that says nothing of when it was made. */
export const NO_REVISION = '1970-01-01T00:00:00.000Z';
const DEFAULT_CHECKIN_TIME = '15:00';
const LAST_CHECKIN_HOUR = 29;
const CHECKIN_STEP = 10;

function two(text: string | number | undefined): string {
  return String(text ?? 0).padStart(2, '0');
}

/** The date in a cell, however it is written; null for none or one that cannot be read. */
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

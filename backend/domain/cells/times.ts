import { halfWidth } from '../typed-text.js';
import { two } from './dates.js';
import { withFigures } from './kanji-numbers.js';

const LAST_HOUR = 29;
const STEP = 10;
const NOON = 12;

const HALF = /午後|(?<!深)夜|^PM|PM$|P\.M\.|[\d\s]PM\b/i;
const MORNING = /午前|朝|^AM|AM$|A\.M\.|[\d\s]AM\b/i;
/** Hours and minutes, however they are written; the first one counts. */
const CLOCK = /(\d{1,2})\s*(?:[:：]\s*(\d{2})(?::\d{2})?|(?:時|h(?![a-z]))\s*(?:(\d{1,2})\s*分?|(半))?)/i;
/** With a dot, as some write a time, and the part of a day that spreadsheets store. */
const DOTTED = /^(\d{1,2})\.(\d{2})$/;
const PART_OF_DAY = /^0\.\d+$/;
/** A bare number is an hour where it can't be a flag or a count. */
const BARE_HOUR = /^(?:[6-9]|1\d|2\d)$/;
/** The night's hours after midnight still belong to the day of the arrival. */
const AFTER_MIDNIGHT = /翌|深夜/;
const LAST_OF_NIGHT = 5;
const COMPACT = /^(\d{1,2})(\d{2})$/;
const ONLY_HOUR = /^(?:AM|PM|午前|午後)?\s*(\d{1,2})\s*(?:AM|PM|頃|ごろ)?$/i;
const PLAIN = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/** A time of arrival: `HH:mm` to 29:50, rounded down to 10 minutes, null for none; and whether the cell says no more. */
export type CellTime = { time: string | null; isWhole: boolean };

function clockIn(text: string): [hour: number, minute: number] | null {
  if (PART_OF_DAY.test(text)) {
    const minutes = Math.round(Number(text) * 24 * 60);
    return [Math.floor(minutes / 60), minutes % 60];
  }
  const [, dotted, behind] = DOTTED.exec(text) ?? [];
  if (dotted !== undefined) return [Number(dotted), Number(behind)];
  const [, hour, minute, spoken, half] = CLOCK.exec(text) ?? [];
  if (hour !== undefined) return [Number(hour), half ? 30 : Number(minute ?? spoken ?? 0)];
  const [, compactHour, compactMinute] = COMPACT.exec(text) ?? [];
  if (compactHour !== undefined && text.length >= 3) return [Number(compactHour), Number(compactMinute)];
  if (/正午/.test(text)) return [NOON, 0];
  const [, only] = ONLY_HOUR.exec(text) ?? [];
  return only !== undefined && (!/^\d+$/.test(text) || BARE_HOUR.test(text)) ? [Number(only), 0] : null;
}

/**
 * The time in a cell such as `18:00`, `22:00頃`, `18:00～19:00` (its first), `18時30分`, `午後六時` or `1830`. What a cell says
 * besides is not part of the time.
 */
export function readCellTime(cell: string): CellTime {
  const text = withFigures(halfWidth(cell));
  if (text === '') return { time: null, isWhole: true };
  const found = clockIn(text);
  if (!found) return { time: null, isWhole: false };
  const [typed, minute] = found;
  const isAfternoon = HALF.test(text) && typed < NOON;
  const isMidnight = MORNING.test(text) && typed === NOON;
  const isNextDay = AFTER_MIDNIGHT.test(text) && typed <= LAST_OF_NIGHT;
  const hour = isAfternoon ? typed + NOON : isMidnight ? 0 : isNextDay ? typed + 24 : typed;
  if (hour > LAST_HOUR || minute > 59) return { time: null, isWhole: false };
  const time = `${two(hour)}:${two(Math.floor(minute / STEP) * STEP)}`;
  return {
    time,
    isWhole:
      PLAIN.test(text) ||
      PART_OF_DAY.test(text) ||
      COMPACT.test(text) ||
      /^\d{1,2}時(?:\d{1,2}分)?$/.test(text),
  };
}

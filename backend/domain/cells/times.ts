import { halfWidth } from '../typed-text.js';
import { two } from './dates.js';

const LAST_HOUR = 29;
const STEP = 10;
const NOON = 12;

const HALF = /午後|夜|^PM|PM$|P\.M\.|[\d\s]PM\b/i;
const MORNING = /午前|朝|^AM|AM$|A\.M\.|[\d\s]AM\b/i;
/** Hours and minutes, however they are written; the first one counts. */
const CLOCK = /(\d{1,2})\s*(?:[:：]\s*(\d{2})(?::\d{2})?|時\s*(?:(\d{1,2})\s*分|(半))?)/;
const COMPACT = /^(\d{1,2})(\d{2})$/;
const ONLY_HOUR = /^(?:AM|PM|午前|午後)?\s*(\d{1,2})\s*(?:AM|PM|頃|ごろ)?$/i;
const PLAIN = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/** A time of arrival: `HH:mm` to 29:50, rounded down to 10 minutes, null for none; and whether the cell says no more. */
export type CellTime = { time: string | null; isWhole: boolean };

function clockIn(text: string): [hour: number, minute: number] | null {
  const [, hour, minute, spoken, half] = CLOCK.exec(text) ?? [];
  if (hour !== undefined) return [Number(hour), half ? 30 : Number(minute ?? spoken ?? 0)];
  const [, compactHour, compactMinute] = COMPACT.exec(text) ?? [];
  if (compactHour !== undefined && text.length >= 3) return [Number(compactHour), Number(compactMinute)];
  const [, only] = ONLY_HOUR.exec(text) ?? [];
  return only !== undefined && !/^\d+$/.test(text) ? [Number(only), 0] : null;
}

/**
 * The time in a cell such as `18:00`, `22:00頃`, `18:00～19:00` (its first), `18時30分`, `午後6時` or `1830`. What a cell says
 * besides is not part of the time.
 */
export function readCellTime(cell: string): CellTime {
  const text = halfWidth(cell);
  if (text === '') return { time: null, isWhole: true };
  const found = clockIn(text);
  if (!found) return { time: null, isWhole: false };
  const [typed, minute] = found;
  const isAfternoon = HALF.test(text) && typed < NOON;
  const isMidnight = MORNING.test(text) && typed === NOON;
  const hour = isAfternoon ? typed + NOON : isMidnight ? 0 : typed;
  if (hour > LAST_HOUR || minute > 59) return { time: null, isWhole: false };
  const time = `${two(hour)}:${two(Math.floor(minute / STEP) * STEP)}`;
  return { time, isWhole: PLAIN.test(text) || COMPACT.test(text) || /^\d{1,2}時(?:\d{1,2}分)?$/.test(text) };
}

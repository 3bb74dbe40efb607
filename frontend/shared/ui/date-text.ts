import { addDays, type Day, daysBetween, parseDay } from '@domain/dates.js';
import { halfWidth } from '@domain/typed-text.js';

/** A date of the same season that lies further back than this is meant to be next year's. */
const MAX_DAYS_BACK = 120;

const WORDS: Record<string, number> = { 昨日: -1, 今日: 0, 本日: 0, 明日: 1, 明後日: 2, あさって: 2 };

function dayOf(year: number, month: number, date: number): Day | null {
  const pad = (value: number) => String(value).padStart(2, '0');
  return parseDay(`${year}-${pad(month)}-${pad(date)}`);
}

function nearest(month: number, date: number, today: Day): Day | null {
  const year = Number(today.slice(0, 4));
  const thisYear = dayOf(year, month, date);
  if (thisYear && daysBetween(thisYear, today) <= MAX_DAYS_BACK) return thisYear;
  return dayOf(year + 1, month, date) ?? thisYear;
}

/**
 * The day that a typed text means, null for none: `1121`, `11/21`, `20261121`, `2026/11/21`, `11月21日`, `明日`, and
 * `+1` or `-1` counted from `base`. Without a year the nearest coming one is taken.
 */
export function parseDateText(text: string, today: Day, base: Day = today): Day | null {
  const typed = halfWidth(text).replace(/\s/g, '');
  const word = WORDS[typed];
  if (word !== undefined) return addDays(today, word);
  if (/^[+-]\d{1,3}$/.test(typed)) return addDays(base, Number(typed));
  const full =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(typed);
  if (full) return dayOf(Number(full[1]), Number(full[2]), Number(full[3]));
  const short = /^(\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
  return short ? nearest(Number(short[1]), Number(short[2]), today) : null;
}

/** The check-out that a typed text means, null for none: a date, or `2泊` and `+2` counted from the check-in. */
export function parseStayEnd(text: string, today: Day, start: Day | null): Day | null {
  const nights = /^([1-9]\d{0,2})泊$/.exec(halfWidth(text))?.[1];
  if (nights === undefined) return parseDateText(text, today, start ?? today);
  return start && addDays(start, Number(nights));
}

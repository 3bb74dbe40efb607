import { addDays, type Day, day, dayIn, daysBetween, parseDay } from '../dates.js';
import { MAX_NIGHTS } from '../reservation/save-rules.js';
import { halfWidth } from '../typed-text.js';
import { withFigures } from './kanji-numbers.js';

/** The year before the first one of an era. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  S: 1925,
};

const WEEKDAY =
  /\s*(?:\([日月火水木金土](?:曜日?)?(?:[・、,]?祝)?\)|[日月火水木金土]曜日?|\(?\b(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b\.?\)?,?)/gi;
const TIME =
  /(?:\s+|T|(?<=日))(\d{1,2})(?::(\d\d)(?::\d\d(?:\.\d+)?)?|時(?:(\d{1,2})分)?)\s*(?:Z|[+-]\d\d:?\d\d)?$/;
const FULL = /^(\d{4})[-/.・年](\d{1,2})[-/.・月](\d{1,2})日?$/;
/** With the month's English name, which says which of the figures is the day. */
const ENGLISH =
  /^(?:([a-z]{3,9})\.?(\d{1,2})(?:st|nd|rd|th)?,|(\d{1,2})(?:st|nd|rd|th)?-?([a-z]{3,9})\.?[-,]?)(\d{4}|\d\d)$/i;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Of other programs: a year of two figures in front of two others. */
const SHORT_YEAR = /^(\d\d)[-/.](\d{1,2})[-/.](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
const ERA = /^(令和|平成|昭和|[RHS])(元|\d{1,2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/i;
const WITHOUT_YEAR = /^(\d{1,2})[-/月](\d{1,2})日?$/;

/** A number of a date or time with two digits; 00 when there is none. */
export function two(text: string | number | undefined): string {
  return String(text ?? 0).padStart(2, '0');
}

const dayOf = (year: number, month = '', date = ''): Day | null =>
  parseDay(`${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);

/**
 * The days among which a date without a year is looked for: it is only plain where there is no more than one; and the
 * hotel's time zone, in which an instant with an offset is a day.
 */
export type DateWindow = { from: Day; days: number; timezone: string };

const LOOK_BACK = 60;
const LOOK_AHEAD = 300;
const LAST_OF_A_YEAR = 364;

/** An instant that says its offset, which is a day only in a time zone. */
const INSTANT =
  /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?[T\s]\s*(\d{1,2}):?(\d\d)(?::?(\d\d(?:\.\d+)?))?\s*(Z|[+-]\d\d):?(\d\d)?$/i;

/** The instant in a cell, in milliseconds since 1970; null when it says no offset. */
export function instantOf(text: string): number | null {
  const [, year, month, date, hour, minute, second = '00', hours = '', minutes = '00'] =
    INSTANT.exec(text) ?? [];
  if (year === undefined) return null;
  const offset = hours.toUpperCase() === 'Z' ? 'Z' : `${hours}:${minutes}`;
  const instant = Date.parse(`${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:${second}${offset}`);
  return Number.isNaN(instant) ? null : instant;
}

/** A date as a spreadsheet stores it: days since 30 December 1899; only those of 2000 to 2099 count as dates. */
const SERIAL = /^(\d{5})(?:\.\d+)?$/;
const FIRST_SERIAL = 36_526;
const LAST_SERIAL = 73_050;
const FIRST_DAY = day('2000-01-01');

function daySerial(text: string): Day | null {
  const serial = Number(SERIAL.exec(text)?.[1] ?? 0);
  return serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? addDays(FIRST_DAY, serial - FIRST_SERIAL) : null;
}

/** The window of stays that are moved in on a day: from two months before to ten months ahead. */
export function windowAround(today: Day, timezone: string): DateWindow {
  return { from: addDays(today, -LOOK_BACK), days: LOOK_BACK + LOOK_AHEAD, timezone };
}

/** The window of a stay that was booked on a day: from then on for a year; without the day there is none. */
export function windowAfter(booked: Day | null, timezone: string): DateWindow {
  return booked ? { from: booked, days: LAST_OF_A_YEAR, timezone } : { from: FIRST_DAY, days: -1, timezone };
}

function withYear(month: string, date: string, { from, days }: DateWindow): Day | null {
  const year = Number(from.slice(0, 4));
  const within = [year, year + 1].flatMap((each) => {
    const found = dayOf(each, month, date);
    if (found === null) return [];
    const after = daysBetween(from, found);
    return after >= 0 && after <= days ? [found] : [];
  });
  const [only = null, another] = within;
  return another === undefined ? only : null;
}

/**
 * The date in a cell in any common Japanese spelling, also with a weekday or a time of day behind it, as the number that a
 * spreadsheet stores, or the hotel's day of an instant with an offset; null when there is none, or no such day, or its
 * year is not plain.
 */
export function readCellDate(cell: string, window: DateWindow): Day | null {
  const instant = instantOf(halfWidth(cell));
  if (instant !== null) return dayIn(window.timezone, new Date(instant));
  const text = withFigures(halfWidth(cell))
    .replace(/^["']|["']$/g, '')
    .replace(WEEKDAY, '')
    .replace(TIME, '')
    .replace(/\s/g, '');
  const serial = daySerial(text);
  if (serial !== null) return serial;
  const full = FULL.exec(text) ?? COMPACT.exec(text);
  if (full) return dayOf(Number(full[1]), full[2], full[3]);
  const [, era, year = '', ofEra, date] = ERA.exec(text) ?? [];
  if (era !== undefined) {
    const first = ERAS[era.toUpperCase()] ?? 0;
    return dayOf(first + (year === '元' ? 1 : Number(year)), ofEra, date);
  }
  const [, name, after, before, other, of = ''] = ENGLISH.exec(text) ?? [];
  const month = MONTHS.indexOf((name ?? other ?? '').slice(0, 3).toUpperCase()) + 1;
  if (month > 0) return dayOf(Number(of) + (of.length === 2 ? 2000 : 0), String(month), after ?? before);
  const [, inCentury, ofYear, at] = SHORT_YEAR.exec(text) ?? [];
  if (inCentury !== undefined) return dayOf(2000 + Number(inCentury), ofYear, at);
  const short = WITHOUT_YEAR.exec(text);
  return short ? withYear(short[1] ?? '', short[2] ?? '', window) : null;
}

/**
 * The time of day behind a date in a cell, as `H:mm`; empty when there is none, and for the midnight that spreadsheets
 * write behind every date, and for an instant with an offset.
 */
export function timeBehindDate(cell: string): string {
  if (instantOf(halfWidth(cell)) !== null) return '';
  const [, hour, minute, spoken] = TIME.exec(withFigures(halfWidth(cell))) ?? [];
  const time = `${hour}:${two(minute ?? spoken)}`;
  return hour === undefined || Number(time.replace(':', '')) === 0 ? '' : time;
}

const NIGHTS = /^(\d{1,3})(?:\.0+)?\s*(?:泊(?:\s*\d+\s*日)?|n(?:ights?)?)?$/i;

/** The number of nights in a cell such as `2`, `2泊` or `2泊3日`; null when there is none. */
export function readNights(cell: string): number | null {
  const [, nights] = NIGHTS.exec(withFigures(halfWidth(cell))) ?? [];
  return nights !== undefined && Number(nights) > 0 && Number(nights) <= MAX_NIGHTS ? Number(nights) : null;
}

const PERIOD = /^(.+?)\s*(?:[~〜～→⇒]|から|\s-\s|(?<=[日)\d])-(?=\d{4}[/年.]|[RH令平])|ー)\s*(.+?)(?:まで)?$/;
const NIGHTS_BEHIND = /[\s(]*(\d{1,3})\s*泊(?:\s*\d+\s*日)?\)?$/;

/** Check-in and check-out in a cell such as `2026/12/14〜12/16`; null when there are none. */
export function readPeriod(cell: string, window: DateWindow): { start: Day; end: Day } | null {
  const text = cell.normalize('NFKC').trim();
  const nights = readNights(NIGHTS_BEHIND.exec(text)?.[1] ?? '');
  const dates = text.replace(NIGHTS_BEHIND, '').trim();
  const [, first = dates, last = ''] = PERIOD.exec(dates) ?? [];
  const start = readCellDate(first, window);
  if (start === null) return null;
  if (last === '') return nights === null ? null : { start, end: addDays(start, nights) };
  const end = readCellDate(last, { ...window, from: start, days: LOOK_BACK + LOOK_AHEAD });
  return end && { start, end };
}

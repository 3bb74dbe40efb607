import { weekdayName } from '@domain/calendar/day-kind.js';
import { yenText } from '@domain/calendar/stay-text.js';
import { parseDay } from '@domain/dates.js';
import type { FieldValue } from './event-record.js';

/** What stands for no value. */
export const NOTHING = '—';

/** How a value that is there is told; `Context` is what must be known beside it, such as master data. */
export type ValueText<Context = unknown> = (value: NonNullable<FieldValue>, context: Context) => string;

/** What a field is called, and how its values are told when not as they stand. */
export type FieldText<Context = unknown> = { label: string; text?: ValueText<Context> };

/** Whole yen as `¥8,000`. */
export const money: ValueText = (value) => (typeof value === 'number' ? yenText(value) : String(value));

/** A number of people, as `2名`. */
export const people: ValueText = (value) => `${value}名`;

/** Points, as `300pt`. */
export const points: ValueText = (value) =>
  typeof value === 'number' ? `${value.toLocaleString('en-US')}pt` : `${value}pt`;

/** A date as `2026/11/21(土)`; what is none stands as it is. */
export const date: ValueText = (value) => {
  const day = parseDay(value);
  return day ? `${day.replaceAll('-', '/')}(${weekdayName(day)})` : String(value);
};

/** A value by a table of words; one that the table does not know stands as it is. */
export const oneOf =
  (words: Readonly<Record<string, string>>): ValueText =>
  (value) =>
    words[String(value)] ?? String(value);

/** A flag in two words. */
export const flag = (set: string, unset: string): ValueText => oneOf({ 1: set, 0: unset });

/** An id by the name of what it stands for, `#12` when that is not known, and words for ids that mean none. */
export const named =
  <Context>(
    nameOf: (id: number, context: Context) => string | undefined,
    none: Readonly<Record<number, string>> = {},
  ): ValueText<Context> =>
  (value, context) =>
    none[Number(value)] ?? nameOf(Number(value), context) ?? `#${value}`;

/** Several values, each in words. */
export const each =
  (text: ValueText): ValueText =>
  (value, context) =>
    (Array.isArray(value) ? value : [value]).map((item) => text(item, context)).join('、');

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timezone: string): Intl.DateTimeFormat {
  const kept = formats.get(timezone);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(timezone, format);
  return format;
}

/** An instant by the clocks of a zone, as `2026/11/21 15:04:05`; what is none stands as it is. */
export function instantText(instant: string, timezone: string): string {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? instant : formatIn(timezone).format(milliseconds).replaceAll('-', '/');
}

/** A field's value in words. */
export function valueText<Context>(field: FieldText<Context>, value: FieldValue, context: Context): string {
  const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing) return NOTHING;
  return field.text ? field.text(value, context) : String(value);
}

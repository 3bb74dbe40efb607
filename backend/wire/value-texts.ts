import { countText, weekdayName, yenText } from '@domain/calendar/stay-text.js';
import { parseDay } from '@domain/dates.js';
import type { FieldValue } from './event-record.js';

/** Shown for no value. */
export const NOTHING = '—';

/** Formats a value; `Context` is what it needs besides, such as master data. */
export type ValueText<Context = unknown> = (value: NonNullable<FieldValue>, context: Context) => string;

/** The label of a field, and the format of its values if they are not shown as they are. */
export type FieldText<Context = unknown> = { label: string; text?: ValueText<Context> };

/** Whole yen as `¥8,000`. */
export const money: ValueText = (value) => (typeof value === 'number' ? yenText(value) : String(value));

/** A number of people, as `2名`. */
export const people: ValueText = (value) => `${value}名`;

/** Points, as `300pt`. */
export const points: ValueText = (value) =>
  typeof value === 'number' ? `${countText(value)}pt` : `${value}pt`;

/** A date as `2026/11/21(土)`; anything else unchanged. */
export const date: ValueText = (value) => {
  const day = parseDay(value);
  return day ? `${day.replaceAll('-', '/')}(${weekdayName(day)})` : String(value);
};

/** A value by a table of texts; unknown values unchanged. */
export const oneOf =
  (words: Readonly<Record<string, string>>): ValueText =>
  (value) =>
    words[String(value)] ?? String(value);

/** A flag as one of two texts. */
export const flag = (set: string, unset: string): ValueText => oneOf({ 1: set, 0: unset });

/** An id as the name of its record, `#12` when unknown; `none` has texts for ids that mean none. */
export const named =
  <Context>(
    nameOf: (id: number, context: Context) => string | undefined,
    none: Readonly<Record<number, string>> = {},
  ): ValueText<Context> =>
  (value, context) =>
    none[Number(value)] ?? nameOf(Number(value), context) ?? `#${value}`;

/** Several values, each formatted. */
export const each =
  (text: ValueText): ValueText =>
  (value, context) =>
    (Array.isArray(value) ? value : [value]).map((item) => text(item, context)).join('、');

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timezone: string): Intl.DateTimeFormat {
  const cached = formats.get(timezone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(timezone, format);
  return format;
}

/** An instant in a time zone as `2026/11/21 15:04:05`; anything else unchanged. */
export function instantText(instant: string, timezone: string): string {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? instant : formatIn(timezone).format(milliseconds).replaceAll('-', '/');
}

/** The text of a field's value. */
export function valueText<Context>(field: FieldText<Context>, value: FieldValue, context: Context): string {
  const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing) return NOTHING;
  return field.text ? field.text(value, context) : String(value);
}

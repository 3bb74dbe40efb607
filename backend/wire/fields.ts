import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { countText } from '@domain/calendar/stay-text.js';
import { day, monthOf, parseDay } from '@domain/dates.js';
import { keysOf, recordOf } from '@domain/records.js';
import { z } from 'zod';

const MAX_ID = 2_147_483_647;

const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINE_BREAKS = /[^\P{Cc}\n]|\p{Cs}/u;

/** A text of which nothing can be seen. */
const UNSEEN = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Normalizes free text: trimmed, NFC, LF line breaks (contract 1); empty where nothing of it can be seen. */
function normalized(text: string): string {
  return UNSEEN.test(text) ? '' : text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/**
 * A text of one or many lines without control characters. `missing` is the message for anything but a string.
 */
export function text(
  label: string,
  max: number,
  lines: 'one line' | 'many lines' = 'one line',
  missing = `${label}は文字で入力してください。`,
) {
  const forbidden = lines === 'one line' ? CONTROL : CONTROL_BUT_LINE_BREAKS;
  return z
    .string({ error: missing })
    .meta({ title: label, maxLength: max })
    .transform(normalized)
    .refine((value) => [...value].length <= max, { error: `${label}は${max}文字以内で入力してください。` })
    .refine((value) => !forbidden.test(value), { error: `${label}に使用できない文字が含まれています。` });
}

/** A text of one or many lines that must not be empty. */
export function requiredText(label: string, max: number, lines: 'one line' | 'many lines' = 'one line') {
  const error = `${label}を入力してください。`;
  return text(label, max, lines).refine((value) => value !== '', { error });
}

/** A calendar date; `missing` is the message for a missing one. */
export function dayField(label: string, missing = `${label}を入力してください。`) {
  return z
    .string({ error: missing })
    .meta({ title: label, format: 'date' })
    .min(1, { error: missing, abort: true })
    .refine((value) => parseDay(value) !== null, {
      error: `${label}は正しい日付（YYYY-MM-DD）で入力してください。`,
    })
    .transform(day);
}

/** A month as its first day. */
export function monthField(label: string) {
  return dayField(label)
    .refine((value) => value.endsWith('-01'), {
      error: `${label}は月の初日（YYYY-MM-01）で指定してください。`,
    })
    .transform(monthOf);
}

const DIGITS = /^\d{1,15}$/;
const SIGNED_DIGITS = /^-?\d{1,15}$/;

/** Also accepts numbers as strings of half-width digits, as older clients send them (contract 1). */
function orDigits<Schema extends z.ZodType>(schema: Schema, digits = DIGITS) {
  return z.preprocess(
    (sent: z.input<Schema>): unknown => (typeof sent === 'string' && digits.test(sent) ? Number(sent) : sent),
    schema,
  );
}

/** Fields that a save may repeat from the record and that it does not set (contract 1). */
export function readOnly<Name extends string>(names: Record<Name, true>) {
  const ignored = z
    .unknown()
    .transform((): undefined => undefined)
    .optional()
    .meta({ readOnly: true });
  return recordOf(keysOf(names), () => ignored);
}

/** A whole number within bounds; `wrong` is the message for anything but a number. */
export function wholeNumber(
  label: string,
  min: number,
  max: number,
  wrong = `${label}は数値で入力してください。`,
) {
  const range = `${label}は${countText(min)}以上${countText(max)}以下の整数で入力してください。`;
  const schema = z
    .number({ error: wrong })
    .meta({ title: label })
    .int({ error: range })
    .min(min, { error: range })
    .max(max, { error: range });
  return orDigits(schema, min < 0 ? SIGNED_DIGITS : DIGITS);
}

/** A flag on the wire: the number 0 or 1. */
export function flag(label: string) {
  const error = `${label}は0か1で指定してください。`;
  return orDigits(z.literal([0, 1], { error }).meta({ title: label }));
}

/** The id of a record, a positive integer. */
export function idField(label: string) {
  return wholeNumber(label, 1, MAX_ID, `${label}の指定が正しくありません。`);
}

/** One of a list of choices. */
export function choice<const Choices extends readonly string[]>(label: string, choices: Choices) {
  return z.enum(choices, { error: `${label}の選択が正しくありません。` }).meta({ title: label });
}

/** The readable fields of a body, and a broken rule for each unreadable one. */
export type Decoded<T> = { values: Partial<T>; unreadable: BrokenRule[] };

/** Words for a value whose schema has none of its own, such as one deep within a list. */
const wrongValue: z.core.$ZodErrorMap = ({ code }) =>
  code === 'unrecognized_keys' ? '指定できない項目が含まれています。' : '入力内容の指定が正しくありません。';

function brokenOf(issues: z.core.$ZodIssue[], field: string): BrokenRule[] {
  return issues.map((issue) => invalid(`bad_${field}`, field, issue.message)).slice(0, 1);
}

/** Most unknown fields of a body that are named. */
const MOST_UNKNOWN = 20;

const objects = new WeakMap<z.ZodRawShape, z.ZodType<Record<string, unknown>>>();

/** The values of a body in which every field is known and readable, parsed at once; null for any other. */
function wholeValues(shape: z.ZodRawShape, body: Record<string, unknown>): Record<string, unknown> | null {
  if (!Object.keys(body).every((field) => Object.hasOwn(shape, field))) return null;
  const schema = objects.get(shape) ?? z.strictObject(shape);
  objects.set(shape, schema);
  const { data } = schema.safeParse(body);
  return data ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) : null;
}

/**
 * Decodes each field of a body on its own, so that all errors are reported at once (contract 1). Absent fields stay absent
 * unless their schema has a default; unknown ones are refused, and the first twenty named.
 */
export function decodeFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  body: Record<string, unknown>,
): Decoded<z.output<z.ZodObject<Shape>>> {
  const typed = (read: Record<string, unknown>) => read as Partial<z.output<z.ZodObject<Shape>>>;
  const whole = wholeValues(shape, body);
  if (whole) return { values: typed(whole), unreadable: [] };
  const values: Record<string, unknown> = {};
  const unreadable: BrokenRule[] = [];
  for (const [field, schema] of Object.entries(shape)) {
    const sent = Object.hasOwn(body, field) ? body[field] : undefined;
    const read = z.safeParse(schema, sent, { error: wrongValue });
    if (!read.success) unreadable.push(...brokenOf(read.error.issues, field));
    else if (read.data !== undefined) values[field] = read.data;
  }
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(shape, name));
  for (const field of unknown.slice(0, MOST_UNKNOWN)) {
    const shown = field.slice(0, 50).replace(/[\p{Cc}\p{Cs}]/gu, '?');
    unreadable.push(invalid('unknown_field', shown, `項目「${shown}」は指定できません。`));
  }
  return { values: typed(values), unreadable };
}

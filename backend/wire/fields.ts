import { type Day, type Month, parseDay } from '@domain/dates.js';
import { z } from 'zod';

const MAX_ID = 2_147_483_647;

const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINE_BREAKS = /[^\P{Cc}\n]|\p{Cs}/u;

/** Free text as it is stored: trimmed, Unicode NFC, line breaks as LF (contract 1). */
function tidied(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/**
 * A text of one line, or of several where line breaks are allowed; refuses control characters. `missing` is said
 * when it is no text at all.
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
    .transform(tidied)
    .refine((value) => [...value].length <= max, { error: `${label}は${max}文字以内で入力してください。` })
    .refine((value) => !forbidden.test(value), { error: `${label}に使用できない文字が含まれています。` });
}

/** A calendar date; `missing` is said when there is none. */
export function dayField(label: string, missing = `${label}を入力してください。`) {
  return z
    .string({ error: missing })
    .meta({ title: label, format: 'date' })
    .min(1, { error: missing, abort: true })
    .refine((value) => parseDay(value) !== null, {
      error: `${label}は正しい日付（YYYY-MM-DD）で入力してください。`,
    })
    .transform((value) => value as Day);
}

/** A month as its first day. */
export function monthField(label: string) {
  return dayField(label)
    .refine((value) => value.endsWith('-01'), {
      error: `${label}は月の初日（YYYY-MM-01）で指定してください。`,
    })
    .transform((value) => value as Day as Month);
}

const DIGITS = /^\d{1,15}$/;
const SIGNED_DIGITS = /^-?\d{1,15}$/;

/** Reads half-width digits as the number that they spell, as older clients send it (contract 1); the rest is as sent. */
function orDigits<Schema extends z.ZodType>(schema: Schema, digits = DIGITS) {
  return z.preprocess(
    (sent: z.input<Schema>): unknown => (typeof sent === 'string' && digits.test(sent) ? Number(sent) : sent),
    schema,
  );
}

/** Fields of a record that was read: a save may carry them, and does not set them (contract 1). */
export function readOnly<Name extends string>(names: Record<Name, true>) {
  const ignored = z
    .unknown()
    .transform((): undefined => undefined)
    .optional()
    .meta({ readOnly: true });
  return Object.fromEntries(Object.keys(names).map((name) => [name, ignored])) as Record<
    Name,
    typeof ignored
  >;
}

/** A whole number within bounds; `wrong` is said when it is no number at all. */
export function wholeNumber(
  label: string,
  min: number,
  max: number,
  wrong = `${label}は数値で入力してください。`,
) {
  const range = `${label}は${min.toLocaleString('en')}以上${max.toLocaleString('en')}以下の整数で入力してください。`;
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

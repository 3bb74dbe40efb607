import { brokenRangeRule } from '@domain/calendar/default-range.js';
import { type Day, type Month, monthOf, parseDay } from '@domain/dates.js';
import { decodeFields } from '@wire/fields.js';
import type { z } from 'zod';
import { RefusedError, refusal, unreadable } from '../errors.js';

const LARGEST_ID = 2_147_483_647;

/** Reads a path id (contract 1: a bad one is 400). */
export function readId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= LARGEST_ID)) throw unreadable('id', 'IDの指定が正しくありません。');
  return id;
}

/** Reads a day from the query. */
export function readDay(value: unknown, field: string): Day {
  const day = parseDay(value);
  if (!day) throw unreadable(field, `${field}は正しい日付（YYYY-MM-DD）で指定してください。`);
  return day;
}

/** Reads `start_date` and `end_date`, both included, from the query. */
export function readRange(query: Record<string, unknown>): { start: Day; end: Day } {
  const start = readDay(query.start_date, 'start_date');
  const end = readDay(query.end_date, 'end_date');
  const broken = brokenRangeRule(start, end);
  if (broken) throw unreadable('end_date', broken.message);
  return { start, end };
}

/** Reads a switch from the query, 1 or 0; left out is 0. */
export function readSwitch(value: unknown, field: string): boolean {
  if (value === undefined || value === '0') return false;
  if (value === '1') return true;
  throw unreadable(field, `${field}は1か0で指定してください。`);
}

/** Reads one of several words from the query, undefined when it is left out. */
export function readChoice<Word extends string>(
  value: unknown,
  field: string,
  words: readonly Word[],
): Word | undefined {
  const word = words.find((known) => known === value);
  if (word || value === undefined) return word;
  throw unreadable(field, `${field}は${words.join('、')}のいずれかで指定してください。`);
}

/** Reads a position of the log from the query; left out is before its first event. */
export function readPosition(value: unknown, field: string): number {
  if (value === undefined) return 0;
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw unreadable(field, `${field}は位置の番号で指定してください。`);
}

/** Reads a month from the query as its first day. */
export function readMonth(value: unknown, field: string): Month {
  const day = readDay(value, field);
  if (day === monthOf(day)) return monthOf(day);
  throw unreadable(field, `${field}は月の初日（YYYY-MM-01）で指定してください。`);
}

/** Reads a whole body by its shape; refuses with every field that is wrong or missing (422). */
export function readBody<Shape extends z.ZodRawShape>(
  shape: Shape,
  body: Record<string, unknown>,
): z.output<z.ZodObject<Shape>> {
  const { values, unreadable: broken } = decodeFields(shape, body);
  if (broken.length > 0) throw refusal(broken);
  return whole(values);
}

/** Reads a whole query by its shape; refuses with every parameter that is wrong or missing (400). */
export function readQuery<Shape extends z.ZodRawShape>(
  shape: Shape,
  query: Record<string, unknown>,
): z.output<z.ZodObject<Shape>> {
  const { values, unreadable: broken } = decodeFields(shape, query);
  if (broken.length > 0) throw new RefusedError(400, broken);
  return whole(values);
}

/** Returns what was decoded without a fault is whole. */
const whole = <Values>(values: Partial<Values>): Values => values as Values;

import { dayField, flag, monthField, wholeNumber } from '@wire/fields.js';
import { z } from 'zod';

/** The fields of a body: those of one shape, or of one among several. */
export type Body = z.ZodRawShape | readonly z.ZodRawShape[];

/** Values that may be sent with a call; the rest is known from its route. */
export type Sent = {
  /** Parameters of the query, as they are read. */
  query?: z.ZodRawShape;
  /** The shape that reads the JSON body. */
  body?: Body;
  /** Fields beside `file` of a form that is uploaded. */
  form?: z.ZodRawShape;
  /** True if the answer is not remembered for an `Idempotency-Key`. */
  isNotRemembered?: true;
  /** True if the record has a version: unless said otherwise, one that an id names has. */
  hasVersion?: boolean;
};

/** Purpose of a call, in Japanese for the page and in English for `.docs/api.md`, and the values that may be sent with it. */
export type Call = readonly [japanese: string, english: string, sent?: Sent];

/** Calls about one thing, by method and path as Nest has them. */
export type CallGroup = { name: string; title: string; calls: Readonly<Record<string, Call>> };

/** A range of days, both included. */
export const days = { start_date: dayField('開始日'), end_date: dayField('終了日') };

export const month = { year_month: monthField('月') };

/** A moment of the log. */
export const moment = z.string().meta({ title: '時点（位置・日時・日付）' }).optional();

export const text = (title: string) => z.string().meta({ title }).optional();

export const number = (title: string, least: number, most: number) =>
  wholeNumber(title, least, most).optional();

export const onOff = (title: string) => flag(title).optional();

/** The cursor of a page, as the answer before has it. */
export const pageCursor = z
  .string()
  .regex(/^[\d-]{10}_\d{1,10}$/)
  .meta({ title: '続き（前の回答のnext）' })
  .optional();

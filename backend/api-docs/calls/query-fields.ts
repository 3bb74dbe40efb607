import { dayField, flag, monthField, wholeNumber } from '@wire/fields.js';
import { z } from 'zod';

/** A range of days, both included. */
export const days = { start_date: dayField('開始日'), end_date: dayField('終了日') };

export const month = { year_month: monthField('月') };

/** A moment of the log. */
export const moment = z.string().meta({ title: '時点（位置・日時・日付）' }).optional();

export const text = (title: string) => z.string().meta({ title }).optional();

export const number = (title: string, least: number, most: number) =>
  wholeNumber(title, least, most).optional();

export const onOff = (title: string) => flag(title).optional();

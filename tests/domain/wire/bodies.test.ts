import { describe, expect, it } from '@jest/globals';
import { checkInShape, paymentShape } from '@wire/booking-batch.js';
import { decodeFields, monthField } from '@wire/fields.js';
import { holidayCreateShape, holidayUpdateShape, weatherWriteShape } from '@wire/weather-record.js';

const told = (shape: Parameters<typeof decodeFields>[0], body: Record<string, unknown>) =>
  decodeFields(shape, body).unreadable.map(({ field, message }) => `${field}: ${message}`);

describe('weather and holiday bodies', () => {
  const date = '2026-11-21';

  it('have a date and what is set', () => {
    expect(decodeFields(weatherWriteShape, { date, weather: ' 晴れ ' }).values).toEqual({
      date,
      weather: '晴れ',
    });
    expect(decodeFields(weatherWriteShape, { date, weather: '' }).values).toEqual({ date, weather: '' });
    expect(decodeFields(holidayUpdateShape, { date, holiday_flag: 0 }).values).toEqual({
      date,
      holiday_flag: 0,
    });
  });

  it('set the holiday by default on creation', () => {
    expect(decodeFields(holidayCreateShape, { date }).values).toEqual({ date, holiday_flag: 1 });
    expect(decodeFields(holidayCreateShape, { date, holiday_flag: 0 }).values).toEqual({
      date,
      holiday_flag: 0,
    });
  });

  it('are refused field by field', () => {
    expect(told(weatherWriteShape, {})).toEqual([
      'date: 日付を入力してください。',
      'weather: 天気は文字で入力してください。',
    ]);
    expect(told(weatherWriteShape, { date, weather: '晴'.repeat(101) })).toEqual([
      'weather: 天気は100文字以内で入力してください。',
    ]);
    expect(told(holidayUpdateShape, { date: 'x', holiday_flag: true, ids: 1 })).toEqual([
      'date: 日付は正しい日付（YYYY-MM-DD）で入力してください。',
      'holiday_flag: 休日は0か1で指定してください。',
      'ids: 項目「ids」は指定できません。',
    ]);
    const read = { id: 1, version: 2, date, weather: '雪', holiday_flag: 1 };
    expect(decodeFields(weatherWriteShape, read)).toEqual({
      values: { date, weather: '雪' },
      unreadable: [],
    });
    expect(decodeFields(holidayUpdateShape, { ...read, holiday_flag: '1' })).toEqual({
      values: { date, holiday_flag: 1 },
      unreadable: [],
    });
  });
});

describe('check-in, check-out and payment bodies', () => {
  it('may leave out the day, not misspell it', () => {
    expect(decodeFields(checkInShape, {})).toEqual({ values: {}, unreadable: [] });
    expect(decodeFields(checkInShape, { date: '2026-11-21' }).values).toEqual({ date: '2026-11-21' });
    expect(told(checkInShape, { date: '11/21' })).toHaveLength(1);
    expect(told(checkInShape, { date: null })).toEqual(['date: 日付を入力してください。']);
  });

  it('have a way of paying or none, and the flag', () => {
    expect(decodeFields(paymentShape, { payment_type: null, payment_flag: 0 }).unreadable).toEqual([]);
    expect(decodeFields(paymentShape, { payment_type: 2, payment_flag: 1 }).unreadable).toEqual([]);
    expect(told(paymentShape, {})).toHaveLength(2);
    expect(told(paymentShape, { payment_type: 0, payment_flag: 'x' })).toHaveLength(2);
  });
});

describe('a month', () => {
  const shape = { year_month: monthField('年月') };
  it('is its first day', () => {
    expect(decodeFields(shape, { year_month: '2026-11-01' }).values).toEqual({ year_month: '2026-11-01' });
    expect(told(shape, { year_month: '2026-11-02' })).toEqual([
      'year_month: 年月は月の初日（YYYY-MM-01）で指定してください。',
    ]);
    for (const value of ['2026-11', '2026-13-01', '', null])
      expect(told(shape, { year_month: value })).toHaveLength(1);
  });
});

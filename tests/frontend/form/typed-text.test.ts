import { day } from '@domain/dates.js';
import { toKatakana } from '@domain/typed-text.js';
import { describe, expect, test } from '@jest/globals';
import { parseDateText } from '../../../frontend/form/date-text.js';
import { parseNumberText } from '../../../frontend/form/number-text.js';
import { parseTimeText } from '../../../frontend/form/time-text.js';

const TODAY = day('2026-11-21');

describe('a typed date', () => {
  test.each([
    ['2026-11-23', '2026-11-23'],
    ['1123', '2026-11-23'],
    ['11/23', '2026-11-23'],
    ['１１／２３', '2026-11-23'],
    [' 11月23日 ', '2026-11-23'],
    ['2026年2月28日', '2026-02-28'],
    ['20270105', '2027-01-05'],
    ['明日', '2026-11-22'],
    ['明後日', '2026-11-23'],
    ['+1', '2026-11-22'],
    ['＋３', '2026-11-24'],
    ['-1', '2026-11-20'],
  ])('%s is %s', (typed, expected) => {
    expect(parseDateText(typed, TODAY)).toBe(expected);
  });

  test('without a year is the nearest coming one, but lately past days stay past', () => {
    expect(parseDateText('0105', TODAY)).toBe('2027-01-05');
    expect(parseDateText('11/1', TODAY)).toBe('2026-11-01');
    expect(parseDateText('0229', day('2027-11-21'))).toBe('2028-02-29');
  });

  test('counts +2 from the check-in', () => {
    expect(parseDateText('+2', TODAY, day('2026-12-30'))).toBe('2027-01-01');
  });

  test.each(['', '2026-02-30', '13/1', '0', 'abc', '1899-12-31', '11/0', '+'])('%p is none', (typed) => {
    expect(parseDateText(typed, TODAY)).toBeNull();
  });
});

test.each([
  ['15', '15:00'],
  ['1530', '15:30'],
  ['930', '09:30'],
  ['１５：２０', '15:20'],
  ['25:00', '25:00'],
  ['29:50', '29:50'],
  ['30:00', null],
  ['15:05', null],
  ['15:70', null],
  ['', null],
])('the time %s is %s', (typed, expected) => {
  expect(parseTimeText(typed)).toBe(expected);
});

test.each([
  ['8000', 8000],
  ['８，０００円', 8000],
  ['¥8,000', 8000],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['八千', null],
])('the number %s is %s', (typed, expected) => {
  expect(parseNumberText(typed)).toBe(expected);
});

test.each([
  ['やまだ たろう', 'ヤマダ タロウ'],
  ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ'],
  ['ヤマダ　ジョー', 'ヤマダ ジョー'],
  ['Smith', 'Smith'],
])('the kana of %s is %s', (typed, expected) => {
  expect(toKatakana(typed)).toBe(expected);
});

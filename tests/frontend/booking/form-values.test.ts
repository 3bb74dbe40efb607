import { day } from '@domain/dates.js';
import { toKatakana } from '@domain/typed-text.js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fieldText, parseNumberText, roundedTimeText } from '#frontend/booking/field-texts.js';
import {
  BLANK_FORM,
  changedFields,
  conflictingFields,
  type FormField,
  type FormValues,
  firstFieldOf,
  formFieldOf,
  mergedValues,
} from '#frontend/booking/form-values.js';
import { splitPayloads, tidiedText } from '#frontend/booking/parse-draft.js';
import { parseDateText, parseStayEnd } from '#frontend/shared/ui/date-text.js';

const TODAY = day('2026-11-21');

test.each([
  ['2泊', '2026-11-23', '2026-11-25'],
  ['２泊', '2026-12-30', '2027-01-01'],
  ['1泊', '2028-02-28', '2028-02-29'],
  ['366泊', '2026-11-23', '2027-11-24'],
  ['+1', '2026-11-23', '2026-11-24'],
  ['1225', '2026-11-23', '2026-12-25'],
  ['明日', '2026-12-23', '2026-11-22'],
  ['0泊', '2026-11-23', null],
  ['2泊', null, null],
  ['+2', null, '2026-11-23'],
])('a check-out of %s after a check-in on %s is %s', (typed, start, expected) => {
  expect(parseStayEnd(typed, TODAY, start === null ? null : day(start))).toBe(expected);
});

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

  test.each([
    ['0105', TODAY, null, '2027-01-05'],
    ['11/1', TODAY, null, '2026-11-01'],
    ['0229', day('2027-11-21'), null, '2028-02-29'],
    ['+2', TODAY, day('2026-12-30'), '2027-01-01'],
  ])(
    '%s on %s is the nearest coming one, lately past days stay past, + counts from the check-in %s',
    (text, today, checkIn, expected) => {
      expect(parseDateText(text, today, checkIn ?? undefined)).toBe(expected);
    },
  );

  test.each(['', '2026-02-30', '13/1', '0', 'abc', '1899-12-31', '11/0', '+'])('%p is none', (text) => {
    expect(parseDateText(text, TODAY)).toBeNull();
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
  ['15:05', '15:00'],
  ['15:70', null],
  ['', null],
])('the time %s is %s', (typed, expected) => {
  expect(roundedTimeText(typed)).toBe(expected);
});

test.each([
  ['1535', '15:30'],
  ['15:05', '15:00'],
  ['２５：５９', '25:50'],
  ['930', '09:30'],
  ['15:70', '15:70'],
  ['30:00', '30:00'],
])('the time %s is written as %s once its field is left', (typed, expected) => {
  expect(tidiedText('checkinTime', typed)).toBe(expected);
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

const OPENED: FormValues = { ...BLANK_FORM, guestName1: '山田 太郎', tel: '090-0000-0001', totalFee: '8000' };
const HERE: FormValues = { ...OPENED, tel: '090-0000-0002', notes: '高層階希望' };
const ELSEWHERE: FormValues = { ...OPENED, tel: '090-0000-0003', totalFee: '9000' };

test('what was changed since the form was opened', () => {
  expect(changedFields(OPENED, OPENED)).toEqual([]);
  expect(changedFields(HERE, OPENED)).toEqual(['tel', 'notes']);
});

describe('what was typed here, merged with what was saved elsewhere', () => {
  test.each([
    ['mine', '090-0000-0002'],
    ['theirs', '090-0000-0003'],
  ] as const)('keeps the fields that only one side changed; a field in conflict is %s', (onConflict, tel) => {
    const merged = mergedValues(HERE, OPENED, ELSEWHERE, onConflict);
    expect(merged).toEqual({ ...OPENED, totalFee: '9000', tel, notes: '高層階希望' });
  });

  test('names the fields in conflict: none where both sides typed the same', () => {
    expect(conflictingFields(HERE, OPENED, ELSEWHERE)).toEqual(['tel']);
    expect(conflictingFields(HERE, OPENED, { ...ELSEWHERE, tel: HERE.tel })).toEqual([]);
    expect(conflictingFields(HERE, OPENED, { ...ELSEWHERE, tel: OPENED.tel })).toEqual([]);
  });
});

describe('a field as staff read it', () => {
  const names = { corporate: (id: number) => `法人${id}`, payment: (id: number) => `支払${id}` };
  const values: FormValues = {
    ...BLANK_FORM,
    stayStart: '2026-11-21',
    stayEnd: '明日',
    mensCount: 2,
    corporateId: 3,
    paymentType: 4,
    totalFee: '12000',
    usedPoints: '500',
    coupon: 1,
    checkinTime: '15:00',
  };
  test.each<[FormField, string]>([
    ['stayStart', '11/21(土)'],
    ['stayEnd', '明日'],
    ['mensCount', '2名'],
    ['corporateId', '法人3'],
    ['paymentType', '支払4'],
    ['totalFee', '¥12,000'],
    ['usedPoints', '500pt'],
    ['coupon', '有'],
    ['nextdayOut', '無'],
    ['checkinTime', '15:00'],
    ['notes', '(なし)'],
  ])('%s: %s', (field, text) => expect(fieldText(field, values, names)).toBe(text));

  test('an id that names nothing', () => {
    expect(fieldText('corporateId', BLANK_FORM, names)).toBe('(なし)');
    expect(fieldText('paymentType', BLANK_FORM, names)).toBe('(なし)');
  });
});

test.each([
  ['guest_name1_kana', 'guestName1Kana'],
  ['csv_notes', 'usedPoints'],
  ['nextday_out_flag', 'nextdayOut'],
  ['is_day_before_same_flag', 'sameAsDayBefore'],
  ['blacklist_id', undefined],
  ['csv_reservation_id', undefined],
  [null, undefined],
])('a rule of %s leads to the form’s field %s', (wire, field) => expect(formFieldOf(wire)).toBe(field));

test('of several fields the first in the form is wrong first', () => {
  expect(firstFieldOf(['total_fee', 'room_id', 'guest_name_1', null])).toBe('roomId');
  expect(firstFieldOf(['gender_1'])).toBeUndefined();
});

const PARTS: Parameters<typeof splitPayloads>[1] = [
  { room_number: '1003', room_id: 3, stay_start: day('2026-11-21'), stay_end: day('2026-11-23') },
  { room_number: '1005', room_id: 5, stay_start: day('2026-11-23'), stay_end: day('2026-11-24') },
];

describe('a stay in two rooms as two bookings', () => {
  test('shares the fee by nights, to the yen', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), (total_fee) => {
        const [first, second] = splitPayloads({ total_fee }, PARTS);
        expect(Number(first.total_fee) + Number(second.total_fee)).toBe(total_fee);
        expect(second.total_fee).toBe(Math.floor(total_fee / 3));
      }),
    );
  });

  test('counts points and coupon once, and marks 翌OUT on the last night only', () => {
    const body = { csv_notes: '500', coupon: 1 as const, nextday_out_flag: 1 as const, notes: '角部屋 ' };
    const [first, second] = splitPayloads({ ...body, is_day_before_same_flag: 1 }, PARTS);
    const flags = (nextday_out_flag: 0 | 1, is_day_before_same_flag: 0 | 1) => {
      return { nextday_out_flag, is_day_before_same_flag };
    };
    expect(first).toMatchObject({ csv_notes: '500', coupon: 1, ...flags(0, 1) });
    expect(second).toMatchObject({ csv_notes: '0', coupon: 0, ...flags(1, 0) });
    expect(first.notes).toBe('角部屋\n11/23(月)に1005号室へ移動');
    expect(second.notes).toBe('角部屋\n11/23(月)に1003号室から移動');
    expect([first.room_id, second.room_id]).toEqual([3, 5]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { fieldText } from '../../../frontend/form/field-texts.js';
import { BLANK_FORM, type FormField, type FormValues } from '../../../frontend/form/form-values.js';
import { changedFields, mergedValues } from '../../../frontend/form/merged-values.js';

const OPENED: FormValues = { ...BLANK_FORM, guestName1: '山田 太郎', tel: '090-0000-0001', totalFee: '8000' };
const HERE: FormValues = { ...OPENED, tel: '090-0000-0002', notes: '高層階希望' };
const ELSEWHERE: FormValues = { ...OPENED, tel: '090-0000-0003', totalFee: '9000' };

test('what was changed since the form was opened', () => {
  expect(changedFields(OPENED, OPENED)).toEqual([]);
  expect(changedFields(HERE, OPENED)).toEqual(['tel', 'notes']);
});

test('what was typed here goes before what was saved elsewhere; the rest is taken over', () => {
  expect(mergedValues(HERE, OPENED, ELSEWHERE)).toEqual({
    ...OPENED,
    totalFee: '9000',
    tel: '090-0000-0002',
    notes: '高層階希望',
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

import { expect, test } from '@jest/globals';
import { firstFieldOf, formFieldOf } from '../../../frontend/form/wire-fields.js';

test('a rule leads to the form’s field, whatever the wire calls it', () => {
  expect(formFieldOf('guest_name1_kana')).toBe('guestName1Kana');
  expect(formFieldOf('csv_notes')).toBe('usedPoints');
  expect(formFieldOf('nextday_out_flag')).toBe('nextdayOut');
  expect(formFieldOf('is_day_before_same_flag')).toBe('sameAsDayBefore');
});

test('a rule of no field that is shown leads nowhere', () => {
  for (const field of ['blacklist_id', 'csv_reservation_id', null])
    expect(formFieldOf(field)).toBeUndefined();
});

test('of several fields the first in the form is wrong first', () => {
  expect(firstFieldOf(['total_fee', 'room_id', 'guest_name_1', null])).toBe('roomId');
  expect(firstFieldOf(['gender_1'])).toBeUndefined();
});

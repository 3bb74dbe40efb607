import { addDays, day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { partyText, recordName, stayTexts, waitingText } from '#frontend/imports/record-texts.js';

test.each([
  ['12:00:30Z', '1分未満'],
  ['11:59:00Z', '2分'],
  ['11:02:00Z', '59分'],
  ['11:01:00Z', '1時間'],
])('a record that waits since %s says at 12:01 that it waits for %s', (since, text) => {
  expect(waitingText(`2026-11-21T${since}`, Date.parse('2026-11-21T12:01:00Z'))).toBe(text);
});

test.each([
  [24, '1日'],
  [23, '23時間'],
  [49, '2日'],
])('a record that waits for %d hours says %s', (hours, text) => {
  expect(waitingText('2026-11-01T00:00:00Z', Date.parse('2026-11-01T00:00:00Z') + hours * 3_600_000)).toBe(
    text,
  );
});

test.each([
  [1, 2, '男1 女2'],
  [0, 1, '女1'],
  [0, 0, '人数なし'],
])('a party of %d men and %d women is told as %s', (mens_count, womens_count, text) => {
  expect(partyText({ mens_count, womens_count })).toBe(text);
});

test.each([
  ['山田太郎', 'R1', '山田太郎 R1'],
  ['', 'R1', 'R1'],
  ['', '', '#7'],
])('the record of guest %s and number %s is called %s', (guest_name_1, booking_number, name) => {
  expect(recordName({ id: 7, guest_name_1, booking_number })).toBe(name);
});

test.each([
  ['2026-12-31', '12/31(木)'],
  ['2027-01-03', '2027/1/3(日)'],
  ['2025-01-03', '2025/1/3(金)'],
])('a stay from %s is shown with its year where that is not this one', (start, text) => {
  const stay = { stay_start: day(start), stay_end: addDays(day(start), 2) };
  expect(stayTexts(stay, day('2026-11-21'))).toEqual({ start: text, nights: '2泊' });
});

import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { monthOfText } from '#frontend/masters/rooms/MonthField.js';

const TODAY = day('2026-11-22');

test.each([
  ['2026/11', '2026-11-01'],
  ['２０２７年３月', '2027-03-01'],
  ['202702', '2027-02-01'],
  ['12', '2026-12-01'],
  ['6月', '2026-06-01'],
  ['4', '2027-04-01'],
  ['13', null],
  ['2026/00', null],
  ['来月', null],
])('%s means %s', (text, month) => {
  expect(monthOfText(text, TODAY)).toBe(month);
});

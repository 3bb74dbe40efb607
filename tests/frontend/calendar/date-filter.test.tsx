import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { DateFilter } from '#frontend/calendar/DateFilter.js';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { aCalendar } from '../support/records.js';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const shown = () => [field('開始日').value, field('終了日').value];
const showRange = (first: string, last: string) =>
  act(() => placeCalendar({ ...aCalendar([]), range: { first: day(first), last: day(last) } }));

test('a range that comes while somebody types leaves what was typed; later ones are shown again', () => {
  render(<DateFilter />);
  showRange('2026-11-19', '2026-12-08');
  expect(shown()).toEqual(['2026-11-19', '2026-12-08']);
  act(() => field('開始日').focus());
  fireEvent.change(field('開始日'), { target: { value: '2027-08' } });
  showRange('2026-11-20', '2026-12-09');
  expect(shown()).toEqual(['2027-08', '2026-12-09']);
  act(() => field('開始日').blur());
  showRange('2026-11-21', '2026-12-10');
  expect(shown()).toEqual(['2026-11-21', '2026-12-10']);
});

import { expect, test } from '@jest/globals';
import type { ReportFigures } from '@wire/report.js';
import { differenceText, formerFigure, OCCUPANCY, REVENUE } from '#frontend/reports/figures.js';

test.each([
  [REVENUE, 9_000, 8_000, '+¥1,000'],
  [REVENUE, 8_000, 9_000, '−¥1,000'],
  [OCCUPANCY, 0.8, 0.815, '−1.5pt'],
  [OCCUPANCY, 0.8, 0.80001, ''],
  [OCCUPANCY, 0.8, null, ''],
  [OCCUPANCY, null, 0.8, ''],
])('%j: %p against %p is %p', (spec, now, former, text) => {
  expect(differenceText(spec, now, former)).toBe(text);
});

test('a period without rooms or bookings has no figures, not figures of 0', () => {
  const figures = { rooms: 0, nights: 3, arrivals: 0, revenue: 0, occupancy: 0 } as ReportFigures;
  expect(formerFigure(OCCUPANCY, { ...figures, rooms: 10, nights: 0 })).toBeNull();
  expect(formerFigure(REVENUE, figures)).toBeNull();
  expect(formerFigure(REVENUE, undefined)).toBeNull();
  expect(formerFigure(REVENUE, { ...figures, rooms: 10 })).toBe(0);
});

import { day } from '@domain/dates.js';
import { leadBands, medianLead } from '@domain/reports/figures.js';
import { moved, periodOf, slicesOf, usualGrain, yearBefore } from '@domain/reports/periods.js';
import { describe, expect, it } from '@jest/globals';

const days = (first: string, last: string) => ({ first: day(first), last: day(last) });

describe('periods of reports', () => {
  it.each([
    ['today', '2026-11-22', '2026-11-22', '2026-11-22'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['month', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['year', '2026-11-22', '2026-01-01', '2026-12-31'],
  ] as const)('%s on %s is from %s to %s', (period, today, first, last) => {
    expect(periodOf(period, day(today))).toEqual({ first, last });
  });

  it.each([
    ['2026-11-22', '2026-11-22', -1, '2026-11-21', '2026-11-21'],
    ['2026-11-16', '2026-11-22', 1, '2026-11-23', '2026-11-29'],
    ['2026-03-01', '2026-03-31', -1, '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-12-31', -1, '2025-01-01', '2025-12-31'],
    ['2026-11-01', '2026-12-31', 1, '2027-01-01', '2027-02-28'],
    ['2026-11-02', '2026-11-30', -1, '2026-10-04', '2026-11-01'],
  ])('%s to %s moved by %i is %s to %s', (from, to, steps, first, last) => {
    expect(moved(days(from, to), steps)).toEqual({ first, last });
  });

  it.each([
    ['2026-11-16', '2026-11-22', '2025-11-16', '2025-11-22'],
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ])('a year before %s to %s is %s to %s', (from, to, first, last) => {
    expect(yearBefore(days(from, to))).toEqual({ first, last });
  });

  it.each([
    ['2026-11-01', '2026-12-31', 'day'],
    ['2026-11-01', '2027-01-02', 'week'],
    ['2026-01-01', '2026-07-09', 'week'],
    ['2026-01-01', '2026-07-10', 'month'],
  ])('%s to %s is divided by %s', (from, to, grain) => {
    expect(usualGrain(days(from, to))).toBe(grain);
  });
});

it.each([
  ['day', '2026-02-27 2026-02-27, 2026-02-28 2026-02-28, 2026-03-01 2026-03-01'],
  ['week', '2026-11-21 2026-11-22, 2026-11-23 2026-11-29, 2026-11-30 2026-12-01'],
  ['month', '2025-12-31 2025-12-31, 2026-01-01 2026-01-31, 2026-02-01 2026-02-03'],
] as const)(
  'the slices of a period by %s are cut off at both ends, weeks begin on Monday: %s',
  (grain, slices) => {
    const whole = days(slices.slice(0, 10), slices.slice(-10));
    expect(slicesOf(whole, grain).map(({ first, last }) => `${first} ${last}`)).toEqual(slices.split(', '));
  },
);

const counts = (...leads: number[]) => leads.map((lead) => ({ lead, stays: 1 }));

it.each([
  [[], null],
  [[3], 3],
  [[9, 1, 2], 2],
  [[9, 1, 2, 5], 3.5],
])('the median of %j is %s', (leads, median) => {
  expect(medianLead(counts(...leads))).toBe(median);
});

it('counts each stay once for the median', () => {
  const twice = { lead: 40, stays: 2 };
  expect(medianLead([twice, { lead: 0, stays: 3 }])).toBe(0);
});

it('has each lead time in exactly one band, also at the edges', () => {
  const bands = leadBands(counts(0, 1, 2, 3, 4, 7, 8, 14, 15, 30, 31, 60, 61, 400));
  expect(bands.map(({ from, to, stays }) => [from, to, stays])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
    [2, 3, 2],
    [4, 7, 2],
    [8, 14, 2],
    [15, 30, 2],
    [31, 60, 2],
    [61, null, 2],
  ]);
});

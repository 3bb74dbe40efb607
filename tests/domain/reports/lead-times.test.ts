import { leadBands, medianLead } from '@domain/reports/lead-times.js';
import { expect, it } from '@jest/globals';

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
  expect(
    medianLead([
      { lead: 40, stays: 2 },
      { lead: 0, stays: 3 },
    ]),
  ).toBe(0);
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

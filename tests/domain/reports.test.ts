import { day } from '@domain/dates.js';
import {
  arrivalRates,
  arrivalsOf,
  leadBands,
  medianLead,
  nightsForSale,
  salesOf,
  salesRates,
} from '@domain/reports/figures.js';
import { moved, periodOf, slicesOf, usualGrain, yearBefore } from '@domain/reports/periods.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomOf } from '../support/builders.js';

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

it.each([
  ['2026-11-10', '2026-11-10', 1],
  ['2026-11-01', '2026-11-30', 30],
  ['2026-11-10', '2026-12-03', 24],
  ['2026-10-31', '2026-12-01', 32],
])('rooms are for sale every night from %s to %s: %i of each room', (first, last, nights) => {
  const smoking = { smokingStatus: '喫煙' } as const;
  const rooms = roomDirectory([...aRoomOf('101'), ...aRoomOf('102'), ...aRoomOf('103', smoking)]);
  const sold = nightsForSale(rooms, days(first, last));
  expect([sold.normal_non_smoking, sold.normal_smoking]).toEqual([2 * nights, nights]);
});

it('the sales of rows are summed, and nights in rooms that are not for sale are counted apart', () => {
  const row = { slice: '2026-11-01', source: '自社' } as const;
  const rows = [
    { ...row, category: 'normal_smoking' as const, nights: 2, revenue: 9000 },
    { ...row, category: null, nights: 1, revenue: 500 },
  ];
  expect(salesOf(rows, 7)).toEqual({ rooms: 7, nights: 3, outside: 1, revenue: 9500 });
});

it('the arrivals of rows are summed', () => {
  const row = { slice: '2026-11-01', source: '自社' } as const;
  const rows = [
    { ...row, arrivals: 2, cancelled: 1, lead: 9, cancellation_fees: 0 },
    { ...row, arrivals: 1, cancelled: 3, lead: 5, cancellation_fees: 0 },
  ];
  expect(arrivalsOf(rows)).toEqual({ arrivals: 3, cancelled: 4, lead: 14, cancellation_fees: 0 });
});

it.each([
  [
    { rooms: 8, nights: 3, outside: 1, revenue: 20_000 },
    { occupancy: 0.25, adr: 6667, revpar: 2500 },
  ],
  [
    { rooms: 0, nights: 0, outside: 0, revenue: 0 },
    { occupancy: null, adr: null, revpar: null },
  ],
])('the rates of the sales %j are %j', (sales, rates) => {
  expect(salesRates(sales)).toEqual(rates);
});

it.each([
  [
    { arrivals: 3, cancelled: 1, lead: 9, cancellation_fees: 0 },
    { cancellation: 0.25, notice: 3 },
  ],
  [
    { arrivals: 0, cancelled: 0, lead: 0, cancellation_fees: 0 },
    { cancellation: null, notice: null },
  ],
])('the rates of the arrivals %j are %j', (arrivals, rates) => {
  expect(arrivalRates(arrivals)).toEqual(rates);
});

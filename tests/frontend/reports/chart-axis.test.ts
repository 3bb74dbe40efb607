import { expect, test } from '@jest/globals';
import { type ChartBar, labelled, roundTicks } from '#frontend/reports/charts/ChartFrame.js';

const bar = (value: number | null, before: number | null = null): ChartBar => ({
  name: '',
  tick: '',
  value,
  before,
  isAhead: false,
});

test.each([
  [[0.89], [0, 0.25, 0.5, 0.75, 1]],
  [
    [0.15, 0.02],
    [0, 0.04, 0.08, 0.12, 0.16],
  ],
  [[26], [0, 7, 14, 21, 28]],
  [[980_000], [0, 250_000, 500_000, 750_000, 1_000_000]],
  [[25_300_000], [0, 6_500_000, 13_000_000, 19_500_000, 26_000_000]],
  [[4], [0, 1, 2, 3, 4]],
  [
    [0, null],
    [0, 1, 2, 3, 4],
  ],
  [[], [0, 1, 2, 3, 4]],
])('bars of %j stand beside ticks of %j', (values, ticks) => {
  expect(
    roundTicks(
      values.map((value) => bar(value)),
      false,
    ),
  ).toEqual(ticks);
});

test('what is compared makes the axis longer only where it is drawn', () => {
  expect(roundTicks([bar(4, 8)], true).at(-1)).toBe(8);
  expect(roundTicks([bar(4, 8)], false).at(-1)).toBe(4);
});

test.each([
  [13, [false, false, true, false, false, true]],
  [20, [false, true, false, true, false, true]],
  [40, [true, true, true, true, true, true]],
])('labels of bars %i pixels apart do not overlap, and the last one is there', (distance, shown) => {
  const labels = ['11/5', '11/6', '11/7', '11/8', '11/9', '11/10'];
  expect(labels.map((_, index) => labelled(labels, distance)(index))).toEqual(shown);
});

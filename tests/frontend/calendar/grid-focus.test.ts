import { expect, test } from '@jest/globals';
import { placeNow } from '#frontend/calendar/use-grid-keys.js';

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'];
const ROWS = ['header date', 'header weather', '1001', '1002', '1003'];
const LAST = { row: 4, column: 2 };
const on = (row: number, column: number) => ({ row, column, name: ROWS[row], date: DAYS[column] });

test.each([
  ['stays where it is', on(3, 1), ROWS, DAYS, { row: 3, column: 1 }, false],
  [
    'follows its room when another one goes',
    on(3, 1),
    ROWS.filter((row) => row !== '1001'),
    DAYS,
    { row: 2, column: 1 },
    false,
  ],
  [
    'follows its room when header rows are folded',
    on(4, 0),
    ROWS.slice(1),
    DAYS,
    { row: 3, column: 0 },
    false,
  ],
  [
    'follows its date when days come before it',
    on(3, 1),
    ROWS,
    ['2026-11-19', ...DAYS],
    { row: 3, column: 2 },
    false,
  ],
  [
    'is on no guest when its room goes',
    on(3, 1),
    ROWS.filter((row) => row !== '1002'),
    DAYS,
    { row: 3, column: 1 },
    true,
  ],
  ['stays on the head of its room', on(3, -1), ROWS.slice(1), DAYS, { row: 2, column: -1 }, false],
  ['stays within fewer days', on(3, 2), ROWS, DAYS.slice(0, 2), { row: 3, column: 1 }, false],
] as const)('the focus %s', (_, moved, rows, days, focus, isGone) => {
  const last = { row: Math.min(LAST.row, rows.length - 1), column: days.length - 1 };
  expect(placeNow(moved, rows, days, last)).toEqual({ focus, isGone });
});

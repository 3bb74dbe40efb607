import { bookingLines, columnsOfLines } from '@domain/move-in/booking-lines.js';
import { isTotalRow } from '@domain/move-in/total-row.js';
import { expect, test } from '@jest/globals';

const line = (
  line: number,
  fee: string,
  more: Partial<{ number: string; room: string; status: string }> = {},
) => ({
  line,
  number: 'N1',
  room: '201',
  start: '2026/12/14',
  fee,
  status: '',
  ...more,
});

test('the first line of a booking has the fees of all, in the order of the file; the others name it', () => {
  expect([...bookingLines([line(2, '9,000'), line(3, '12,000'), line(4, '1', { number: 'N2' })])]).toEqual([
    [2, { fees: ['9,000', '12,000'], rooms: 1, isNightly: true, first: null }],
    [3, { fees: [], rooms: 1, isNightly: true, first: 2 }],
  ]);
});

test('the same fee on each line says nothing of nights; cancelled lines and those without a number are none', () => {
  const lines = [
    line(2, '1', { status: 'キャンセル' }),
    line(3, '18000'),
    line(4, '¥18,000'),
    line(5, '7', { number: '' }),
    line(6, '8', { number: ' ' }),
  ];
  expect([...bookingLines(lines)]).toEqual([
    [3, { fees: ['18000', '¥18,000'], rooms: 1, isNightly: false, first: null }],
    [4, { fees: [], rooms: 1, isNightly: false, first: 3 }],
  ]);
});

test('rooms of one number have lines of their own', () => {
  expect([...bookingLines([line(2, '9000'), line(3, '9000', { room: '202' })])]).toEqual([
    [2, { fees: [], rooms: 2, isNightly: false, first: null }],
    [3, { fees: [], rooms: 2, isNightly: false, first: null }],
  ]);
});

test('the columns that say which booking a line is of', () => {
  expect(columnsOfLines(['roomNumber', null, 'period', 'nightlyFee', 'sourceNumber'])).toEqual({
    ...{ source: 4, number: null, room: 0, start: 2, fee: 3, status: null },
  });
});

test.each([
  [['合計', '', '', '', '¥120,000'], true],
  [['', '', '総合計', '', '120000'], true],
  [['【小計】', '13件', '', '', '120000'], true],
  [['合計：', '', '', '', '1'], true],
  [['Total', '', '', '', '1'], true],
  [['1', '合計 太郎', '201', '2026/12/14', '9800'], false],
  [['1', '計 一郎', '', '2026/12/14', '9800'], false],
  [['合計', '', '201', '2026/12/14', '9800'], false],
  [['', '', '', '', ''], false],
])('%j is a sum below the bookings: %s', (row, isTotal) => {
  expect(isTotalRow(row, ['bookingNumber', 'guestName1', 'roomNumber', 'stayStart', 'totalFee'])).toBe(
    isTotal,
  );
});

import { day, instantIn } from '@domain/dates.js';
import {
  NO_REVISION,
  readAmount,
  readCount,
  readMoment,
  readRevision,
} from '@domain/imports/channel-cells.js';
import { describe, expect, it } from '@jest/globals';
import { cells } from '#tests/support/builders.js';
import { type ChannelRow, channelReservation } from '#tests/support/channel-file.js';

describe('a moment', () => {
  it.each([
    ['2026-10-01 01:21:21', '2026-10-01T01:21:21'],
    ['2026/10/1 1:21', '2026-10-01T01:21:00'],
    ['2026-10-01T01:21:21', '2026-10-01T01:21:21'],
    ['20261001 23:59:59', '2026-10-01T23:59:59'],
    ['2026年10月1日　9:05', '2026-10-01T09:05:00'],
    ['2026/10/01  01:21', '2026-10-01T01:21:00'],
    ['２０２６/１０/０１ ０１：２１：２１', '2026-10-01T01:21:21'],
    ['2026-10-01', '2026-10-01T00:00:00'],
    ['20261001', '2026-10-01T00:00:00'],
    ['2026-10-01T01:21:21Z', '2026-10-01T10:21:21'],
    ['2026-09-30T16:21:21+00:00', '2026-10-01T01:21:21'],
    ['2026.10.1(木) 1:21', '2026-10-01T01:21:00'],
    ['令和8年10月1日 1:21', '2026-10-01T01:21:00'],
    ['2026年10月1日 1時21分', '2026-10-01T01:21:00'],
    ['2026年10月1日13時5分9秒', '2026-10-01T13:05:09'],
    ['2026/10/1 午後1:21', '2026-10-01T13:21:00'],
    ['2026/10/1 12:21:21 AM', '2026-10-01T00:21:21'],
    ['20261001012121', '2026-10-01T01:21:21'],
    ['46296.5', '2026-10-01T12:00:00'],
    ['46296.99999999', '2026-10-01T23:59:59'],
  ])('is read from 「%s」', (cell, moment) => {
    expect(readMoment(cell, 'Asia/Tokyo')).toBe(
      instantIn('Asia/Tokyo', day(moment.slice(0, 10)), moment.slice(11)),
    );
  });

  it.each(
    cells('|01:21|2026-10-01 24:00|2026-10-01 10:60|2026-10-01 10:00:60|2026-10-01 10|2026-02-30 10:00'),
  )('is not read from 「%s」', (cell) => expect(readMoment(cell, 'Asia/Tokyo')).toBeNull());
});

describe('the revision', () => {
  it('is the latest moment in UTC, in whatever column', () => {
    const moments = ['2026-10-01 01:21:21', '2026/11/2 8:59', '2026-10-31'];
    for (const order of [moments, [...moments].reverse()]) {
      expect(readRevision(order, 'Asia/Tokyo')).toBe('2026-11-01T23:59:00.000Z');
      expect(readRevision(order, 'Europe/London')).toBe('2026-11-02T08:59:00.000Z');
    }
  });

  it('leaves out what cannot be read, and is the epoch when nothing can', () => {
    const moments = ['2026-10-01 01:21:21', '', '2027-99-99 00:00'];
    expect(readRevision(moments, 'UTC')).toBe('2026-10-01T01:21:21.000Z');
    expect(readRevision(['', '?', ''], 'Asia/Tokyo')).toBe(NO_REVISION);
    expect(NO_REVISION).toBe(new Date(0).toISOString());
  });
});

describe('an amount', () => {
  it.each([
    ...cells('11000|11,000|¥11,000|\\11,000|￥１１，０００|１１０００円| 11 000 円 ').map(
      (cell) => [cell, 11_000] as const,
    ),
    ...cells('0||　').map((cell) => [cell, 0] as const),
    ['99999999', 99_999_999],
  ])('in 「%s」 is %i', (cell, yen) => expect(readAmount(cell)).toBe(yen));

  it.each(cells('-1|100000000|1e3|1.5|無料|¥|11000税込|0x10|NaN|=1'))('is not in 「%s」', (cell) => {
    expect(readAmount(cell)).toBeNull();
  });
});

describe('a count', () => {
  it.each([
    ...cells('2|２| 02 |2.0').map((cell) => [cell, 2] as const),
    ...cells('|　').map((cell) => [cell, 1] as const),
    ['0', 0],
    ['999', 999],
  ])('in 「%s」 is %i', (cell, count) => expect(readCount(cell, 1)).toBe(count));

  it.each(['-1', '1.5', '1名', '1000', '9'.repeat(400), 'x'])('is not in 「%s」', (cell) => {
    expect(readCount(cell, 1)).toBeNull();
  });
});

describe('金額不一致', () => {
  const warningsOf = (row: Partial<ChannelRow>) =>
    channelReservation({ 合計料金: '20000', ポイント: '500', ...row }).warnings;

  it.each<Partial<ChannelRow>>([
    {},
    { 請求料金: '19500' },
    { 請求料金: '￥１９，５００' },
    { 請求料金: '不明' },
    { 連泊情報: '[2026-12-15][\\11000][2026-12-16][\\9000]' },
    { 連泊情報: '[2026-12-15][¥11,000] [2026-12-16][9000円]' },
    { 連泊情報: '[2026-12-15][\\11000][2026-12-16][\\未定]' },
    { 連泊情報: '2泊' },
    { 連泊情報: '[2026-12-15][\\11000][2026-12-16]' },
    { ポイント: '20500', 請求料金: '-500' },
    { 請求料金: '19500', 連泊情報: '[2026-12-15][\\20000]' },
    { 合計料金: '?', 請求料金: '1' },
  ])('is not said of %j', (row) => expect(warningsOf(row)).toEqual([]));

  it.each<Partial<ChannelRow>>([
    { 請求料金: '20000' },
    { 請求料金: '0' },
    { 連泊情報: '[2026-12-15][\\11000]' },
    { 請求料金: '19500', 連泊情報: '[2026-12-15][\\19500]' },
    { 合計料金: '', ポイント: '', 請求料金: '8000' },
  ])('is said of %j, and keeps nothing from being registered', (row) => {
    expect(warningsOf(row)).toEqual(['金額不一致']);
    expect(channelReservation({ 合計料金: '20000', ポイント: '500', ...row }).fault).toBeNull();
  });
});

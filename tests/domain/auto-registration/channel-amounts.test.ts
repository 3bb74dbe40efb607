import { readAmount, readCount } from '@domain/auto-registration/channel-amounts.js';
import { describe, expect, it } from '@jest/globals';
import type { ChannelRow } from '../../support/channel-file.js';
import { channelReservation } from '../../support/channel-file.js';

describe('an amount', () => {
  it.each([
    ['11000', 11_000],
    ['11,000', 11_000],
    ['¥11,000', 11_000],
    ['\\11,000', 11_000],
    ['￥１１，０００', 11_000],
    ['１１０００円', 11_000],
    [' 11 000 円 ', 11_000],
    ['0', 0],
    ['', 0],
    ['　', 0],
    ['99999999', 99_999_999],
  ])('in 「%s」 is %i', (cell, yen) => {
    expect(readAmount(cell)).toBe(yen);
  });

  it.each(['-1', '100000000', '1e3', '1.5', '無料', '¥', '11000税込', '0x10', 'NaN', '=1'])(
    'is not in 「%s」',
    (cell) => {
      expect(readAmount(cell)).toBeNull();
    },
  );
});

describe('a count', () => {
  it.each([
    ['2', 2],
    ['２', 2],
    [' 02 ', 2],
    ['', 1],
    ['　', 1],
    ['0', 0],
    ['999', 999],
  ])('in 「%s」 is %i', (cell, count) => {
    expect(readCount(cell, 1)).toBe(count);
  });

  it.each(['-1', '1.0', '1名', '1000', '9'.repeat(400), 'x'])('is not in 「%s」', (cell) => {
    expect(readCount(cell, 1)).toBeNull();
  });
});

describe('金額不一致', () => {
  const warningsOf = (cells: Partial<ChannelRow>) =>
    channelReservation({ 合計料金: '20000', ポイント: '500', ...cells }).warnings;

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
  ])('is not said of %j', (cells) => {
    expect(warningsOf(cells)).toEqual([]);
  });

  it.each<Partial<ChannelRow>>([
    { 請求料金: '20000' },
    { 請求料金: '0' },
    { 連泊情報: '[2026-12-15][\\11000]' },
    { 請求料金: '19500', 連泊情報: '[2026-12-15][\\19500]' },
    { 合計料金: '', ポイント: '', 請求料金: '8000' },
  ])('is said of %j, and keeps nothing from being registered', (cells) => {
    expect(warningsOf(cells)).toEqual(['金額不一致']);
    expect(channelReservation({ 合計料金: '20000', ポイント: '500', ...cells }).fault).toBeNull();
  });

  it('is not said where the fee itself cannot be read', () => {
    expect(warningsOf({ 合計料金: '?', 請求料金: '1' })).toEqual([]);
  });
});

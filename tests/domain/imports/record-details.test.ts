import { type ChannelReservation, shareRooms } from '@domain/imports/channel-reservation.js';
import { recordDetails, soldRoom } from '@domain/imports/record-details.js';
import type { Category } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChannelRow, channelReservation } from '#tests/support/channel-file.js';

const mapping = (id: number, roomType: string, ...categories: Category[]) =>
  [id, { id, version: 1, roomType, categories }] as const;
const roomTypeMappings = new Map([
  mapping(1, 'NS', 'normal_non_smoking'),
  mapping(2, 'SS', 'normal_smoking'),
  mapping(3, '喫煙ダブル', 'normal_smoking', 'twin_smoking'),
  mapping(4, 'ANY', 'normal_smoking', 'normal_non_smoking'),
]);
const corporates = new Map([
  [7, { id: 7, version: 1, corporateShortName: '㈱見本商事', corporateFlag: 0 as const }],
]);
const masters = { roomTypeMappings, corporates };

const share = { mensCount: 1, womensCount: 0, totalFee: 5000, usedPoints: 10, fault: null };
const reservation: ChannelReservation = {
  ...channelReservation({ 予約区分: '予約変更', 会員会社名: '(株)見本商事' }),
  warnings: ['金額不一致'],
  rooms: [share, { ...share, mensCount: 0, fault: '必須項目欠落' }],
};

describe('what a room type means', () => {
  it.each([
    ['NS', '喫煙シングル', ['normal_non_smoking'], '禁煙'],
    ['ＳＳ', '', ['normal_smoking'], '喫煙'],
    ['XX', '喫煙 ダブル', ['normal_smoking', 'twin_smoking'], '喫煙'],
    ['ANY', '喫煙シングル', ['normal_smoking', 'normal_non_smoking'], '喫煙'],
    ['ANY', 'シングル', ['normal_smoking', 'normal_non_smoking'], '禁煙'],
    ['XX', '喫煙スイート', [], '喫煙'],
    ['', '', [], '禁煙'],
  ])('symbol %j, name %j', (roomSymbol, roomName, soldCategories, smokingStatus) => {
    expect(soldRoom({ roomSymbol, roomName }, roomTypeMappings)).toEqual({ soldCategories, smokingStatus });
  });
});

describe('the record of a room', () => {
  it('has its share and the values from the masters', () => {
    expect(recordDetails(reservation, 1, masters)).toMatchObject({
      roomIndex: 1,
      kind: '予約変更',
      fault: null,
      mensCount: 1,
      totalFee: 5000,
      corporateId: 7,
      soldCategories: ['normal_non_smoking'],
      warnings: ['金額不一致'],
      coupon: 0,
    });
  });

  it.each([
    ['知らない会社', 0],
    ['', 0],
    ['　', 0],
    ['㈱見本商事', 7],
    ['二度の会社', 9],
    ['前の会社', 10],
  ])('is of the company 「%s」 by its name, rather one in use: %i', (companyName, corporateId) => {
    const company = (id: number, corporateShortName: string, retired: { isRetired?: true } = {}) =>
      [id, { id, version: 1, corporateShortName, corporateFlag: 0 as const, ...retired }] as const;
    const known = new Map([
      ...corporates,
      company(8, '二度の会社', { isRetired: true }),
      company(9, '二度の会社'),
      company(10, '前の会社', { isRetired: true }),
      company(11, ''),
    ]);
    const record = recordDetails({ ...reservation, companyName }, 1, { roomTypeMappings, corporates: known });
    expect(record.corporateId).toBe(corporateId);
  });

  it('fails with the row, or else with its own share; a cancel needs neither', () => {
    expect(recordDetails(reservation, 2, masters).fault).toBe('必須項目欠落');
    expect(recordDetails({ ...reservation, fault: '日付不正' }, 2, masters).fault).toBe('日付不正');
    const cancel = { ...reservation, kind: 'キャンセル' } as const;
    expect(recordDetails(cancel, 2, masters).fault).toBeNull();
  });

  it('beyond the rooms of the row is surplus: cancelled, without a share, else like the first', () => {
    const surplus = recordDetails(reservation, 3, masters);
    expect(surplus).toEqual({
      ...recordDetails(reservation, 1, masters),
      roomIndex: 3,
      kind: 'キャンセル',
      mensCount: 0,
      totalFee: 0,
      usedPoints: 0,
    });
  });
});

const roomsOf = (cells: Partial<ChannelRow>) =>
  channelReservation({ 合計料金: '', ...cells }).rooms.map(
    ({ mensCount, womensCount, fault }) => `${mensCount}+${womensCount}${fault ?? ''}`,
  );

describe('the guests of the rooms', () => {
  it.each([
    ['1', '1', '0', ['1+0']],
    ['', '1', '1', ['1+1']],
    ['２', '２', '', ['1+0', '1+0']],
    ['2', '3', '1', ['2+0', '1+1']],
    ['2', '1', '3', ['1+1', '0+2']],
    ['3', '1', '3', ['1+1', '0+1', '0+1']],
    ['3', '2', '3', ['1+1', '1+1', '0+1']],
    ['2', '1', '0', ['1+0', '0+0人数不明']],
    ['2', '0', '1', ['0+1', '0+0人数不明']],
    ['1', '3', '1', ['3+1定員超過']],
    ['2', '5', '0', ['3+0定員超過', '2+0']],
    ['1', '0', '0', ['1+0']],
  ])('%s rooms with %s men and %s women are %j', (count, men, women, rooms) => {
    expect(roomsOf({ 部屋数: count, 男性人数: men, 女性人数: women })).toEqual(rooms);
  });

  it.each([
    ['レディースシングル', '0', '0', ['0+2']],
    ['ﾚﾃﾞｨｰｽ禁煙', '', '', ['0+2']],
    ['女性専用', '0', '', ['0+2']],
    ['禁煙シングル', '0', '0', ['2+0']],
    ['レディースシングル', '1', '0', ['1+0']],
    ['レディースシングル', 'x', '0', ['0+2']],
  ])('in 「%s」 with %s men and %s women of 2 adults are %j', (name, men, women, rooms) => {
    expect(roomsOf({ 部屋名称: name, 男性人数: men, 女性人数: women, 大人人数: '2' })).toEqual(rooms);
  });

  it('are the fault of their room alone', () => {
    expect(channelReservation({ 部屋数: '2', 男性人数: '1' }).fault).toBeNull();
    expect(channelReservation({ 男性人数: '3' }).fault).toBeNull();
  });
});

it('the money of the rooms is shared evenly, the remainder first', () => {
  const { rooms } = channelReservation({ 部屋数: '3', 男性人数: '3', 合計料金: '10,001', ポイント: '500' });
  expect(rooms.map(({ totalFee }) => totalFee)).toEqual([3334, 3334, 3333]);
  expect(rooms.map(({ usedPoints }) => usedPoints)).toEqual([167, 167, 166]);
});

it('the shares of any reservation add up, and no room has more than one more than another', () => {
  const amount = fc.nat(99_999_999);
  const rooms = fc.integer({ min: 1, max: 20 });
  const whole = fc.record({
    rooms,
    men: fc.nat(60),
    women: fc.nat(60),
    totalFee: amount,
    usedPoints: amount,
  });
  fc.assert(
    fc.property(whole, (reservation) => {
      const shares = shareRooms(reservation);
      const { men, women, totalFee, usedPoints } = reservation;
      const spread = (of: (share: (typeof shares)[number]) => number, expected: number) => {
        const parts = shares.map(of);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(expected);
        return Math.max(...parts) - Math.min(...parts);
      };
      expect(shares).toHaveLength(reservation.rooms);
      expect(spread(({ mensCount, womensCount }) => mensCount + womensCount, men + women)).toBeLessThan(2);
      expect(spread((share) => share.totalFee, totalFee)).toBeLessThan(2);
      expect(spread((share) => share.usedPoints, usedPoints)).toBeLessThan(2);
      spread(({ mensCount }) => mensCount, men);
    }),
  );
});

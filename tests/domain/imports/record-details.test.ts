import { day } from '@domain/dates.js';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { recordDetails, soldRoom } from '@domain/imports/record-details.js';
import type { Category } from '@domain/room/category.js';
import { describe, expect, it } from '@jest/globals';

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
  site: '楽天トラベル',
  bookingNumber: 'RY1',
  kind: '予約変更',
  revision: '2026-11-20T01:00:00.000Z',
  digest: 'd',
  fault: null,
  warnings: ['金額不一致'],
  roomSymbol: 'NS',
  roomName: '禁煙シングル',
  companyName: '(株)見本商事',
  bookingSource: '楽天',
  reserverName: '山田 花子',
  reserverNameKana: '',
  guestName1: '山田 太郎',
  guestName1Kana: '',
  tel: '',
  notes: '',
  stayStart: day('2026-12-01'),
  stayEnd: day('2026-12-02'),
  checkinTime: '15:00',
  paymentFlag: 1,
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
    expect(recordDetails({ ...reservation, companyName: '知らない会社' }, 1, masters).corporateId).toBe(0);
  });

  it('fails with the row, or else with its own share; a cancel needs neither', () => {
    expect(recordDetails(reservation, 2, masters).fault).toBe('必須項目欠落');
    expect(recordDetails({ ...reservation, fault: '日付不正' }, 2, masters).fault).toBe('日付不正');
    expect(
      recordDetails({ ...reservation, kind: 'キャンセル', fault: '日付不正' }, 2, masters).fault,
    ).toBeNull();
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

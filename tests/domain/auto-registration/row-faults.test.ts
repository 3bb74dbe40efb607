import { NO_REVISION } from '@domain/auto-registration/channel-dates.js';
import { readRow } from '@domain/auto-registration/read-row.js';
import { describe, expect, it } from '@jest/globals';
import type { ChannelRow } from '../../support/channel-file.js';
import { channelReservation } from '../../support/channel-file.js';

const faultOf = (cells: Partial<ChannelRow>) => channelReservation(cells).fault;

describe('必須項目欠落', () => {
  it.each<[string, Partial<ChannelRow>]>([
    ['no site', { 予約サイト名: ' ' }],
    ['no number', { 予約番号: '' }],
    ['a number of 65 characters', { 予約番号: '9'.repeat(65) }],
    ['no kind', { 予約区分: '' }],
    ['another kind', { 予約区分: '仮予約' }],
    ['no check-in date', { チェックイン日: '' }],
    ['no check-out date', { チェックアウト日: '　' }],
    ['no guest', { 宿泊者氏名: '' }],
    ['a guest of one character', { 宿泊者氏名: '髙' }],
    ['a guest who is only a mark', { 宿泊者氏名: '【精算不要】' }],
    ['a booker of one character', { 会員氏名: '髙' }],
    ['a name of 101 characters', { 宿泊者氏名: '髙'.repeat(101) }],
    ['a kana of 101 characters', { 会員氏名カナ: 'ア'.repeat(101) }],
    ['neither room name nor symbol', { 部屋名称: '', 部屋記号: ' ' }],
    ['half a room', { 部屋数: '1.5' }],
    ['no rooms', { 部屋数: '0' }],
    ['21 rooms', { 部屋数: '21' }],
    ['unreadable men', { 男性人数: '一' }],
    ['unreadable women', { 女性人数: '-1' }],
    ['an unreadable fee', { 合計料金: '別途' }],
    ['unreadable points', { ポイント: '1.5' }],
  ])('is said of %s', (_what, cells) => {
    expect(faultOf(cells)).toBe('必須項目欠落');
  });

  it('goes before 日付不正', () => {
    expect(faultOf({ チェックイン日: '', チェックアウト日: 'soon' })).toBe('必須項目欠落');
    expect(faultOf({ 宿泊者氏名: '', チェックアウト日: '2026-12-15' })).toBe('必須項目欠落');
  });

  it('is not said of a room with a symbol or a name only', () => {
    expect(faultOf({ 部屋名称: '' })).toBeNull();
    expect(faultOf({ 部屋記号: '' })).toBeNull();
  });

  it('leaves what is read as it is, cut to what can be stored', () => {
    const { guestName1, bookingNumber, kind, rooms } = channelReservation({
      宿泊者氏名: '𠮷'.repeat(101),
      予約番号: '9'.repeat(65),
      予約区分: '',
      部屋数: '21',
    });
    expect({ guestName1, bookingNumber, kind }).toEqual({
      guestName1: '𠮷'.repeat(100),
      bookingNumber: '',
      kind: '予約',
    });
    expect(rooms).toHaveLength(1);
  });

  it('takes 64 characters of a number and 100 of a name', () => {
    expect(faultOf({ 予約番号: '9'.repeat(64), 宿泊者氏名: '髙'.repeat(100) })).toBeNull();
  });

  it('is what an empty row comes to', () => {
    expect(readRow(new Map(), { digest: 'd', timezone: 'Asia/Tokyo' })).toEqual({
      site: '',
      bookingNumber: '',
      kind: '予約',
      revision: NO_REVISION,
      digest: 'd',
      fault: '必須項目欠落',
      warnings: [],
      roomSymbol: '',
      roomName: '',
      companyName: '',
      bookingSource: 'その他',
      reserverName: '',
      reserverNameKana: '',
      guestName1: '',
      guestName1Kana: '',
      tel: '',
      notes: '',
      stayStart: null,
      stayEnd: null,
      checkinTime: '15:00',
      paymentFlag: 0,
      rooms: [{ mensCount: 0, womensCount: 0, totalFee: 0, usedPoints: 0, fault: '必須項目欠落' }],
    });
  });
});

describe('日付不正', () => {
  it.each([
    ['2026-12-16', '2026-12-16', '2026-12-16', '2026-12-16'],
    ['2026-12-16', '2026-12-15', '2026-12-16', '2026-12-15'],
    ['2026-02-30', '2026-03-02', null, '2026-03-02'],
    ['2026-12-15', '未定', '2026-12-15', null],
    ['2026-12-15', '2027-12-17', '2026-12-15', '2027-12-17'],
  ])('is said of %s to %s', (from, to, stayStart, stayEnd) => {
    const reservation = channelReservation({ チェックイン日: from, チェックアウト日: to });
    expect(reservation).toMatchObject({ fault: '日付不正', stayStart, stayEnd });
  });

  it('is not said of 366 nights', () => {
    expect(faultOf({ チェックイン日: '2026-12-15', チェックアウト日: '2027-12-16' })).toBeNull();
  });
});

describe('a cancel', () => {
  const CANCEL: Partial<ChannelRow> = { 予約区分: 'キャンセル', キャンセル日時: '2026-11-21 08:18:00' };

  it('needs only its site and its number', () => {
    const cancel = channelReservation({
      ...CANCEL,
      チェックイン日: '',
      チェックアウト日: '?',
      宿泊者氏名: '',
      部屋名称: '',
      部屋記号: '',
      男性人数: '9',
      部屋数: 'x',
      合計料金: '-1',
      請求料金: '1',
    });
    expect(cancel).toMatchObject({ kind: 'キャンセル', fault: null, warnings: [], stayStart: null });
    expect(cancel.rooms.map(({ fault }) => fault)).toEqual([null]);
    expect(cancel.revision).toBe('2026-11-20T23:18:00.000Z');
  });

  it('is not warned about', () => {
    expect(channelReservation({ 請求料金: '1' }).warnings).toEqual(['金額不一致']);
    expect(channelReservation({ ...CANCEL, 請求料金: '1' }).warnings).toEqual([]);
  });

  it('can do nothing without them', () => {
    expect(faultOf({ ...CANCEL, 予約番号: '' })).toBe('必須項目欠落');
    expect(faultOf({ ...CANCEL, 予約サイト名: '' })).toBe('必須項目欠落');
  });
});

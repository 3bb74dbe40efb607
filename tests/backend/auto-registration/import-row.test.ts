import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cells, type ChannelHotel, openChannelHotel, row } from './channel-hotel.js';

let hotel: ChannelHotel;

beforeEach(async () => {
  hotel = await openChannelHotel();
});
afterEach(() => hotel.close());

describe('a new row', () => {
  it('becomes a record and a booking in the room that the guest was sold', async () => {
    const [result] = await hotel.take(row());
    expect(result).toMatchObject({
      outcome: 'new',
      reason: null,
      booking_number: 'RY00000001',
      warnings: [],
    });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'registered', bookingId: result?.booking_id });
    expect(await hotel.booking(result?.booking_id)).toMatchObject({
      roomNumber: '1001',
      csvReservationId: result?.csv_reservation_id,
      stayStart: '2026-12-15',
      stayEnd: '2026-12-16',
    });
  });

  it.each([
    ['SS', { 部屋記号: 'SS', 部屋名称: '喫煙シングル' }, '401'],
    ['LS', { 部屋記号: 'LS', 男性人数: '0', 女性人数: '1' }, '905'],
    ['NT', { 部屋記号: 'NT', 男性人数: '1', 女性人数: '1' }, '501'],
    ['a flagged corporate', { 会員会社名: '青葉建設㈱' }, '702'],
    ['a name without symbol', { 部屋記号: '', 部屋名称: 'NS' }, '1001'],
  ])('finds its room: %s', async (_, cells, room) => {
    const [result] = await hotel.take(row(cells as Cells));
    expect(await hotel.roomOf(result)).toBe(room);
  });

  it.each([
    ['部屋タイプ未定義', { 部屋記号: 'ND', 部屋名称: '禁煙ダブル' }, 'ND 禁煙ダブル'],
    ['定員超過', { 男性人数: '2', 女性人数: '1' }, ''],
    ['必須項目欠落', { 宿泊者氏名: '', 会員氏名: '' }, ''],
    ['日付不正', { チェックアウト日: '2026-12-15' }, ''],
    ['ブラックリスト一致', { 会員氏名: '鬼塚 洋平', 宿泊者氏名: '鬼塚 洋平' }, ''],
    ['空室なし', { 男性人数: '2' }, '2名で利用できるツインの部屋がありません。'],
  ])('fails with %s and books nothing', async (reason, cells, detail) => {
    const [result] = await hotel.take(row(cells as Cells));
    expect(result).toMatchObject({ outcome: 'failed', reason, detail, booking_id: null });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'failed', reason, detail });
    expect(await hotel.bookings()).toEqual([]);
  });

  it('takes the room whose gap fits tightest, then the first in display order', async () => {
    const at = (number: string, from: string, to: string) =>
      row({ 予約番号: number, チェックイン日: from, チェックアウト日: to });
    await hotel.take(at('A', '2026-12-10', '2026-12-12'), at('B', '2026-12-10', '2026-12-14'));
    const [between] = await hotel.take(at('C', '2026-12-14', '2026-12-15'));
    expect(await hotel.roomOf(between)).toBe('1002');
    const [after] = await hotel.take(at('D', '2026-12-20', '2026-12-21'));
    expect(await hotel.roomOf(after)).toBe('1002');
  });

  it('takes each of several rooms, and all rooms of a batch apart', async () => {
    const [two] = await hotel.take(row({ 部屋数: '2', 男性人数: '2', 合計料金: '15001', ポイント: '3' }));
    expect(two?.rooms).toMatchObject([{ outcome: 'new' }, { outcome: 'new' }]);
    expect(await hotel.bookings()).toMatchObject([
      { roomNumber: '1001', totalFee: 7501, usedPoints: 2, mensCount: 1 },
      { roomNumber: '1002', totalFee: 7500, usedPoints: 1, mensCount: 1 },
    ]);
    const results = await hotel.takeTogether(row({ 予約番号: 'X' }), row({ 予約番号: 'Y' }));
    expect(results.map(({ reason }) => reason)).toEqual(['空室なし', '空室なし']);
  });

  it('points out the same guest, dates and phone under another number, and is registered all the same', async () => {
    await hotel.take(row());
    const [twin] = await hotel.take(
      row({ 予約サイト名: 'じゃらんnet', 予約番号: 'J1', 宿泊者氏名: '髙橋太郎' }),
    );
    expect(twin).toMatchObject({ outcome: 'new', warnings: ['重複の疑い: 楽天トラベル RY00000001'] });
    const [other] = await hotel.take(row({ 予約番号: 'J2', 電話番号: '090-9999-9999' }));
    expect(other?.warnings).toEqual([]);
  });

  it('tells of a sum that does not agree', async () => {
    const [result] = await hotel.take(row({ 請求料金: '7000' }));
    expect(result).toMatchObject({ outcome: 'new', warnings: ['金額不一致'] });
  });
});

describe('a row without a number', () => {
  it('fails, and is the same one when it comes again', async () => {
    const [failed] = await hotel.take(row({ 予約番号: '' }), row({ 予約番号: '', 宿泊者氏名: '別人 一郎' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '必須項目欠落' });
    const [again] = await hotel.take(row({ 予約番号: '' }));
    expect(again).toMatchObject({ outcome: 'unchanged', csv_reservation_id: failed?.csv_reservation_id });
    expect(await hotel.records()).toHaveLength(2);
  });
});

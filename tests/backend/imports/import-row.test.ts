import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChannelHotel, cancel, change, openChannelHotel, row } from './channel-hotel.js';

// What becomes of a record is decided in tests/domain/imports, here it is done.
let hotel: ChannelHotel;

beforeEach(async () => {
  hotel = await openChannelHotel();
});
afterEach(() => hotel.close());

const FLAGGED = { 会員会社名: '青葉建設㈱' };
const LISTED = { 宿泊者氏名: '鬼塚 洋平' };
const TWO_ROOMS = { 部屋数: '2', 男性人数: '2' };
const statuses = async () => (await hotel.bookings()).map(({ status }) => status);

describe('a new row', () => {
  it('becomes a record and a booking, in the first room that suits', async () => {
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

  it('that fails reports its reason and books nothing', async () => {
    const told = { reason: '空室なし', detail: '2名で利用できるツインの部屋がありません。' };
    const [result] = await hotel.take(row({ 男性人数: '2' }));
    expect(result).toMatchObject({ outcome: 'failed', ...told, booking_id: null });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'failed', ...told });
    expect(await hotel.bookings()).toEqual([]);
  });

  it('takes the room whose gap fits tightest, then the first in display order', async () => {
    const at = (number: string, from: string, to: string) =>
      row({ 予約番号: number, チェックイン日: from, チェックアウト日: to });
    await hotel.take(at('A', '2026-12-10', '2026-12-12'), at('B', '2026-12-10', '2026-12-14'));
    const [between, after] = await hotel.take(
      at('C', '2026-12-14', '2026-12-15'),
      at('D', '2026-12-20', '2026-12-21'),
    );
    expect([await hotel.roomOf(between), await hotel.roomOf(after)]).toEqual(['1002', '1002']);
  });

  it('takes each of several rooms, and all rooms of a batch apart', async () => {
    const [two] = await hotel.take(row({ ...TWO_ROOMS, 合計料金: '15001', ポイント: '3' }));
    expect(two?.rooms).toMatchObject([{ outcome: 'new' }, { outcome: 'new' }]);
    expect(await hotel.bookings()).toMatchObject([
      { roomNumber: '1001', totalFee: 7501, usedPoints: 2, mensCount: 1 },
      { roomNumber: '1002', totalFee: 7500, usedPoints: 1, mensCount: 1 },
    ]);
    const results = await hotel.takeTogether(row({ 予約番号: 'X' }), row({ 予約番号: 'Y' }));
    expect(results.map(({ reason }) => reason)).toEqual(['空室なし', '空室なし']);
  });

  it('points out the same guest, dates and phone under another number, and is registered all the same', async () => {
    const twin = { 予約サイト名: 'じゃらんnet', 予約番号: 'J1', 宿泊者氏名: '髙橋太郎' };
    expect(
      await hotel.take(row(), row(twin), row({ 予約番号: 'J2', 電話番号: '090-9999-9999' })),
    ).toMatchObject([
      { outcome: 'new', warnings: [] },
      { outcome: 'new', warnings: ['重複の疑い: 楽天トラベル RY00000001'] },
      { warnings: [] },
    ]);
  });

  it('without a number fails, and is the same one when it comes again', async () => {
    const [failed] = await hotel.take(row({ 予約番号: '' }), row({ 予約番号: '', 宿泊者氏名: '別人 一郎' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '必須項目欠落' });
    const [again] = await hotel.take(row({ 予約番号: '' }));
    expect(again).toMatchObject({ outcome: 'unchanged', csv_reservation_id: failed?.csv_reservation_id });
    expect(await hotel.records()).toHaveLength(2);
  });
});

describe('a change', () => {
  it('applies what differs from the last one that was applied; what staff edited stays', async () => {
    const [made] = await hotel.take(row());
    const id = made?.booking_id as number;
    await hotel.desk.amend(id, { notes: 'フロントより', tel: '03-0000-0000' });
    const longer = { 合計料金: '9000', チェックアウト日: '2026-12-17', 支払方法: '事前決済' };
    expect(await hotel.take(change('10:00', longer))).toMatchObject([{ outcome: 'changed', booking_id: id }]);
    const left = { roomNumber: '1001', stayEnd: '2026-12-17', paymentFlag: 1, tel: '03-0000-0000' };
    expect(await hotel.booking(id)).toMatchObject({ ...left, totalFee: 9000, notes: 'フロントより' });
    await hotel.desk.amend(id, { total_fee: 8500 });
    await hotel.take(change('11:00', { ...longer, 備考: '遅れます' }));
    expect(await hotel.booking(id)).toMatchObject({
      ...left,
      totalFee: 8500,
      notes: expect.stringMatching('遅れ'),
    });
  });

  it('moves to another room when its own is taken', async () => {
    await hotel.take(
      row(),
      row({ 予約番号: 'N', チェックイン日: '2026-12-16', チェックアウト日: '2026-12-17' }),
    );
    expect((await hotel.bookings()).map(({ roomNumber }) => roomNumber)).toEqual(['1001', '1001']);
    const [moved] = await hotel.take(change('10:00', { チェックアウト日: '2026-12-17' }));
    expect(await hotel.booking(moved?.booking_id)).toMatchObject({ roomNumber: '1002', changedRoom: 1 });
  });

  it('that failed leaves the booking, and is still applied by a later one', async () => {
    const [made] = await hotel.take(row());
    const [failed] = await hotel.take(change('10:00', { チェックアウト日: '2026-12-14' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '日付不正', booking_id: made?.booking_id });
    const stay = { チェックイン日: '2026-12-20', チェックアウト日: '2026-12-22' };
    await hotel.take(change('12:00', { ...stay, 合計料金: '16000' }));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({
      stayStart: '2026-12-20',
      stayEnd: '2026-12-22',
      totalFee: 16_000,
    });
  });

  it('or cancel of a guest who has checked in is left to staff', async () => {
    const [made] = await hotel.take(row());
    const booking_id = made?.booking_id as number;
    await hotel.desk.change(booking_id, { type: 'check-in', date: undefined });
    expect(await hotel.take(change('10:00', { 合計料金: '1' }), cancel('11:00'))).toMatchObject([
      { outcome: 'failed', reason: 'チェックイン済みの変更', booking_id },
      { outcome: 'failed', reason: 'チェックイン済みの取消', booking_id },
    ]);
    expect(await hotel.booking(booking_id)).toMatchObject({ status: 'active', totalFee: 8000 });
  });

  it('of a record that staff returned waits for staff', async () => {
    const [made] = await hotel.take(row());
    await hotel.desk.returnToAutoFail(made?.booking_id as number);
    const [changed] = await hotel.take(change('10:00', { 合計料金: '9000' }));
    expect(changed).toMatchObject({ outcome: 'failed', reason: '自動登録失敗に戻し' });
    expect(await hotel.onlyRecord()).toMatchObject({ totalFee: 9000, status: 'failed' });
  });

  it('without what it changes is new; to fewer rooms it cancels the surplus, to more it takes them', async () => {
    expect(await hotel.take(change('09:00', TWO_ROOMS))).toMatchObject([{ outcome: 'new' }]);
    const [fewer] = await hotel.take(change('10:00', { 部屋数: '1' }));
    expect(fewer).toMatchObject({
      outcome: 'changed',
      rooms: [{ outcome: 'changed' }, { outcome: 'cancelled' }],
    });
    expect(await statuses()).toEqual(['active', 'cancelled']);
    const [more] = await hotel.take(change('11:00', TWO_ROOMS));
    expect(more?.rooms.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect((await statuses()).filter((status) => status === 'active')).toHaveLength(2);
  });
});

describe('a cancel', () => {
  it('cancels the booking and frees the room for the next in the same batch', async () => {
    await hotel.take(row(), row({ 予約番号: 'B' }));
    const results = await hotel.takeTogether(cancel('10:00'), row({ 予約番号: 'C' }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['cancelled', 'new']);
    expect((await hotel.bookings()).map(({ status, roomNumber }) => [status, roomNumber])).toEqual([
      ['cancelled', '1001'],
      ['active', '1002'],
      ['active', '1001'],
    ]);
  });

  it('that is not known fails, and becomes cancelled when its older row arrives', async () => {
    const results = await hotel.take(cancel('10:00'), row());
    expect(results).toMatchObject([{ outcome: 'failed', reason: '元予約なし' }, { outcome: 'superseded' }]);
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'cancelled', reason: null });
    expect(await hotel.bookings()).toEqual([]);
  });

  it('is not undone by an older row, but by a newer one; also where staff had cancelled already', async () => {
    const [made] = await hotel.take(row());
    await hotel.desk.change(made?.booking_id as number, { type: 'cancel' });
    const results = await hotel.take(cancel('10:00'), change('09:00', { 合計料金: '1' }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['cancelled', 'superseded']);
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'cancelled', totalFee: 8000 });
    const [newer] = await hotel.take(change('11:00'));
    expect(newer).toMatchObject({ outcome: 'changed' });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'registered', bookingId: newer?.booking_id });
  });
});

// Which of them is taken: tests/domain/imports/row-standing.test.ts.
describe('another row of the same instant and kind', () => {
  it('corrects a reservation that failed, and the report names what differs', async () => {
    await hotel.take(row({ 宿泊者氏名: '別人 一郎', チェックアウト日: '2026-12-14' }));
    const [corrected] = await hotel.take(row());
    expect(corrected).toMatchObject({
      outcome: 'changed',
      reason: null,
      warnings: ['同じ更新日時の訂正: 宿泊者名, チェックアウト日, 取込内容の不備'],
    });
    expect(await hotel.booking(corrected?.booking_id)).toMatchObject({ stayEnd: '2026-12-16' });
  });

  it('corrects the number of rooms, and what is pointed out about it', async () => {
    await hotel.take(row({ 男性人数: '2' }));
    const [corrected] = await hotel.take(row({ ...TWO_ROOMS, 請求料金: '1' }));
    expect(corrected).toMatchObject({
      outcome: 'changed',
      rooms: [{ outcome: 'changed' }, { outcome: 'new' }],
    });
    expect(corrected?.warnings).toEqual([
      '金額不一致',
      expect.stringMatching(/^同じ更新日時の訂正: .*部屋数.*注意|^同じ更新日時の訂正: .*注意.*部屋数/),
    ]);
  });

  it('leaves a registered reservation unchanged and reports it unless nothing differs', async () => {
    await hotel.take(row());
    expect(await hotel.take(row({ 合計料金: '9000' }), row({ 泊数: '9', 施設名: '別館' }))).toMatchObject([
      {
        outcome: 'superseded',
        warnings: ['同じ更新日時で内容が異なるため取り込みませんでした: 合計料金'],
      },
      { outcome: 'unchanged', warnings: [] },
    ]);
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'registered', totalFee: 8000 });
  });

  it('with more rooms reports them each time, and a newer row adds them', async () => {
    const differing = '同じ更新日時で内容が異なるため取り込みませんでした: 合計料金, 部屋数';
    const warnings = async () =>
      (await hotel.takeTogether(row(), row(TWO_ROOMS))).map((result) => result.warnings);
    expect(await warnings()).toEqual([[], [differing]]);
    const { position } = await hotel.current();
    const records = await hotel.records();
    expect(records).toMatchObject([
      { roomIndex: 1, status: 'registered', mensCount: 1 },
      { roomIndex: 2, status: 'cancelled', bookingId: null },
    ]);
    expect(await warnings()).toEqual([[], [differing]]);
    expect((await hotel.current()).position).toBe(position);
    const [newer] = await hotel.take(change('11:00', TWO_ROOMS));
    expect(newer?.rooms).toMatchObject(
      records.map(({ id }) => ({ outcome: 'changed', csv_reservation_id: id })),
    );
    expect(await statuses()).toEqual(['active', 'active']);
  });
});

describe('a master that was retired', () => {
  it('is chosen for no booking, but stays where it was chosen before', async () => {
    const [made, plain] = await hotel.take(row(FLAGGED), row({ 予約番号: 'P' }));
    const { corporateId } = await hotel.booking(made?.booking_id);
    expect(corporateId).toBeGreaterThan(0);
    await hotel.retireCorporate('青葉建設㈱');
    const dearer = { ...FLAGGED, 合計料金: '9000' };
    const [, , fresh] = await hotel.take(
      change('10:00', dearer),
      change('10:00', { ...dearer, 予約番号: 'P' }),
      row({ ...FLAGGED, 予約番号: 'N' }),
    );
    const kept = { corporateId, totalFee: 9000, roomNumber: '702' };
    expect(await hotel.booking(made?.booking_id)).toMatchObject(kept);
    expect(await hotel.booking(plain?.booking_id)).toMatchObject({ corporateId: 0, totalFee: 9000 });
    expect(await hotel.booking(fresh?.booking_id)).toMatchObject({ corporateId: 0, roomNumber: '1002' });
    const corporate = await hotel.defineCorporate('青葉建設㈱', 1);
    const later = { チェックイン日: '2026-12-20', チェックアウト日: '2026-12-21' };
    const [newest] = await hotel.take(row({ ...FLAGGED, ...later, 予約番号: 'M' }));
    expect(await hotel.booking(newest?.booking_id)).toMatchObject({
      corporateId: corporate,
      roomNumber: '702',
    });
  });

  it('keeps no guest out who was lifted from the blacklist', async () => {
    expect(await hotel.take(row(LISTED))).toMatchObject([{ reason: 'ブラックリスト一致' }]);
    await hotel.retireBlacklistEntry('鬼塚 洋平');
    expect(await hotel.take(row({ ...LISTED, 予約番号: 'N' }))).toMatchObject([{ outcome: 'new' }]);
  });
});

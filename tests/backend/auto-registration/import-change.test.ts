import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChannelHotel, cancel, change, openChannelHotel, row } from './channel-hotel.js';

let hotel: ChannelHotel;

beforeEach(async () => {
  hotel = await openChannelHotel();
});
afterEach(() => hotel.close());

describe('a change', () => {
  it('applies only what differs, keeps the room and what staff edited', async () => {
    const [made] = await hotel.take(row());
    const id = made?.booking_id as number;
    await hotel.desk.amend(id, { notes: 'フロントより', tel: '03-0000-0000' });
    const [changed] = await hotel.take(change('10:00', { 合計料金: '9000', チェックアウト日: '2026-12-17' }));
    expect(changed).toMatchObject({ outcome: 'changed', booking_id: id });
    expect(await hotel.booking(id)).toMatchObject({
      roomNumber: '1001',
      totalFee: 9000,
      stayEnd: '2026-12-17',
      notes: 'フロントより',
      tel: '03-0000-0000',
    });
  });

  it('is held against the last one that was applied, not against the first', async () => {
    const [made] = await hotel.take(row());
    await hotel.take(change('10:00', { 合計料金: '9000' }));
    await hotel.desk.amend(made?.booking_id as number, { total_fee: 8500 });
    await hotel.take(change('11:00', { 合計料金: '9000', 備考: '遅れます' }));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({
      totalFee: 8500,
      notes: expect.stringMatching('遅れ'),
    });
  });

  it('keeps the room that staff chose, whatever its kind, while it is free', async () => {
    const [made] = await hotel.take(row());
    const smoking = await hotel.roomMonth('401');
    await hotel.desk.amend(made?.booking_id as number, { room_id: smoking });
    await hotel.take(change('10:00', { チェックアウト日: '2026-12-18' }));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ roomNumber: '401', stayEnd: '2026-12-18' });
  });

  it('moves to another room when its own is taken, unless the room is locked', async () => {
    const [made] = await hotel.take(row());
    await hotel.take(row({ 予約番号: 'N', チェックイン日: '2026-12-16', チェックアウト日: '2026-12-17' }));
    const next = await hotel.bookings();
    expect(next.map(({ roomNumber }) => roomNumber)).toEqual(['1001', '1001']);
    const [moved] = await hotel.take(change('10:00', { チェックアウト日: '2026-12-17' }));
    expect(await hotel.booking(moved?.booking_id)).toMatchObject({ roomNumber: '1002', changedRoom: 1 });
    await hotel.desk.amend(made?.booking_id as number, { room_move_lock: 1 });
    const [locked] = await hotel.take(change('11:00', { 部屋記号: 'SS', 部屋名称: '喫煙シングル' }));
    expect(locked).toMatchObject({ outcome: 'failed', reason: '部屋移動不可', booking_id: made?.booking_id });
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ roomNumber: '1002' });
  });

  it('that failed is still applied by a later one', async () => {
    const [made] = await hotel.take(row());
    const [failed] = await hotel.take(change('10:00', { チェックアウト日: '2026-12-14' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '日付不正', booking_id: made?.booking_id });
    const stay = { チェックイン日: '2026-12-20', チェックアウト日: '2026-12-22' };
    await hotel.take(change('11:00', { ...stay, 男性人数: '2' }));
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'failed', reason: '空室なし' });
    await hotel.take(change('12:00', { ...stay, 合計料金: '16000' }));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({
      stayStart: '2026-12-20',
      stayEnd: '2026-12-22',
      totalFee: 16_000,
      mensCount: 1,
    });
  });

  it('or cancel of a guest who has checked in is left to staff', async () => {
    const [made] = await hotel.take(row());
    const id = made?.booking_id as number;
    await hotel.desk.change(id, { type: 'check-in', date: undefined });
    const [changed] = await hotel.take(change('10:00', { 合計料金: '1' }));
    expect(changed).toMatchObject({ outcome: 'failed', reason: 'チェックイン済みの変更', booking_id: id });
    const [cancelled] = await hotel.take(cancel('11:00'));
    expect(cancelled).toMatchObject({ outcome: 'failed', reason: 'チェックイン済みの取消', booking_id: id });
    expect(await hotel.booking(id)).toMatchObject({ status: 'active', totalFee: 8000 });
  });

  it('brings the payment along when the source says something new of it', async () => {
    const [made] = await hotel.take(row());
    await hotel.take(change('10:00', { 支払方法: '事前決済' }));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ paymentFlag: 1 });
  });

  it('of a record that staff returned waits for staff', async () => {
    const [made] = await hotel.take(row());
    await hotel.desk.returnToAutoFail(made?.booking_id as number);
    const [changed] = await hotel.take(change('10:00', { 合計料金: '9000' }));
    expect(changed).toMatchObject({ outcome: 'failed', reason: '自動登録失敗に戻し' });
    expect(await hotel.onlyRecord()).toMatchObject({ totalFee: 9000, status: 'failed' });
  });

  it('without what it changes is new', async () => {
    const [result] = await hotel.take(change('10:00'));
    expect(result).toMatchObject({ outcome: 'new' });
  });

  it('to fewer rooms cancels the surplus, to more takes them', async () => {
    await hotel.take(row({ 部屋数: '2', 男性人数: '2' }));
    const [fewer] = await hotel.take(change('10:00', { 部屋数: '1' }));
    expect(fewer).toMatchObject({
      outcome: 'changed',
      rooms: [{ outcome: 'changed' }, { outcome: 'cancelled' }],
    });
    expect((await hotel.bookings()).map(({ status }) => status)).toEqual(['active', 'cancelled']);
    const [more] = await hotel.take(change('11:00', { 部屋数: '2', 男性人数: '2' }));
    expect(more?.rooms.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    const active = (await hotel.bookings()).filter(({ status }) => status === 'active');
    expect(active).toHaveLength(2);
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
    const [unknown] = await hotel.take(cancel('10:00'));
    expect(unknown).toMatchObject({ outcome: 'failed', reason: '元予約なし' });
    const [older] = await hotel.take(row());
    expect(older).toMatchObject({ outcome: 'superseded' });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'cancelled', reason: null });
    expect(await hotel.bookings()).toEqual([]);
  });

  it('is not undone by an older row, but by a newer one', async () => {
    await hotel.take(row(), cancel('10:00'));
    const [older] = await hotel.take(change('09:00', { 合計料金: '1' }));
    expect(older).toMatchObject({ outcome: 'superseded' });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'cancelled', totalFee: 8000 });
    const [newer] = await hotel.take(change('11:00'));
    expect(newer).toMatchObject({ outcome: 'changed' });
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'registered', bookingId: newer?.booking_id });
  });

  it('also of a booking that staff cancelled already', async () => {
    const [made] = await hotel.take(row());
    await hotel.desk.change(made?.booking_id as number, { type: 'cancel' });
    const [cancelled] = await hotel.take(cancel('10:00'));
    expect(cancelled).toMatchObject({ outcome: 'cancelled' });
  });
});

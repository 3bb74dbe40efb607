import type { ChannelReservation } from '@domain/auto-registration/channel-reservation.js';
import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RowResult } from '../../../backend/auto-registration/import-row.js';
import { defineHotel, importRows, storedBookings, storedRecords } from '../../support/channel-desk.js';
import type { ChannelRow } from '../../support/channel-file.js';
import { channelReservation } from '../../support/channel-reservation.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type Desk, openDesk } from '../../support/hotel-desk.js';
import { rawQuery } from '../../support/log-rows.js';
import { openNode, type StoreNode } from '../../support/store-node.js';

const NOW = '2026-12-16T03:00:00Z';
let database: TestDatabase;
let node: StoreNode;
let desk: Desk;

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  desk = openDesk(node, NOW);
  await defineHotel(node.store, [
    { roomNumber: '1001' },
    { roomNumber: '1002' },
    { roomNumber: '401', smokingStatus: '喫煙' },
    { roomNumber: '501', roomType: 'ツイン' },
    { roomNumber: '702', corporate: 1 },
    { roomNumber: '905', priority: '女性' },
  ]);
});

afterEach(async () => {
  await node.close();
  await database.drop();
});

type Cells = Partial<ChannelRow>;
const take = (...rows: ChannelReservation[]): Promise<RowResult[]> =>
  importRows(node.store, rows, 'one by one');
const row = (cells: Cells = {}) => channelReservation(cells);
const change = (at: string, cells: Cells = {}) =>
  row({ 予約区分: '予約変更', 変更日時: `2026-11-20 ${at}:00`, ...cells });
const cancel = (at: string, cells: Cells = {}) =>
  row({ 予約区分: 'キャンセル', キャンセル日時: `2026-11-20 ${at}:00`, ...cells });
const onlyRecord = async (): Promise<CsvReservation> =>
  (await storedRecords(database.url))[0] as CsvReservation;
const booking = async (id: number | null | undefined): Promise<Reservation> =>
  (await storedBookings(database.url)).find((one) => one.id === id) as Reservation;
const roomOf = async (result: RowResult | undefined): Promise<string> =>
  (await booking(result?.booking_id)).roomNumber;

const roomMonth = async (roomNumber: string): Promise<number> => {
  const months = `select id from room_months where room_number = '${roomNumber}' and month = '2026-12-01'`;
  return Number((await rawQuery(database.url, months))[0]?.id);
};

describe('a new row', () => {
  it('becomes a record and a booking in the room that the guest was sold', async () => {
    const [result] = await take(row());
    expect(result).toMatchObject({
      outcome: 'new',
      reason: null,
      booking_number: 'RY00000001',
      warnings: [],
    });
    expect(await onlyRecord()).toMatchObject({ status: 'registered', bookingId: result?.booking_id });
    expect(await booking(result?.booking_id)).toMatchObject({
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
    const [result] = await take(row(cells as Cells));
    expect(await roomOf(result)).toBe(room);
  });

  it.each([
    ['部屋タイプ未定義', { 部屋記号: 'ND', 部屋名称: '禁煙ダブル' }, 'ND 禁煙ダブル'],
    ['定員超過', { 男性人数: '2', 女性人数: '1' }, ''],
    ['必須項目欠落', { 宿泊者氏名: '', 会員氏名: '' }, ''],
    ['日付不正', { チェックアウト日: '2026-12-15' }, ''],
    ['ブラックリスト一致', { 会員氏名: '鬼塚 洋平', 宿泊者氏名: '鬼塚 洋平' }, ''],
    ['空室なし', { 男性人数: '2' }, '2名で利用できるツインの部屋がありません。'],
  ])('fails with %s and books nothing', async (reason, cells, detail) => {
    const [result] = await take(row(cells as Cells));
    expect(result).toMatchObject({ outcome: 'failed', reason, detail, booking_id: null });
    expect(await onlyRecord()).toMatchObject({ status: 'failed', reason, detail });
    expect(await storedBookings(database.url)).toEqual([]);
  });

  it('takes the room whose gap fits tightest, then the first in display order', async () => {
    const at = (number: string, from: string, to: string) =>
      row({ 予約番号: number, チェックイン日: from, チェックアウト日: to });
    await take(at('A', '2026-12-10', '2026-12-12'), at('B', '2026-12-10', '2026-12-14'));
    const [between] = await take(at('C', '2026-12-14', '2026-12-15'));
    expect(await roomOf(between)).toBe('1002');
    const [after] = await take(at('D', '2026-12-20', '2026-12-21'));
    expect(await roomOf(after)).toBe('1002');
  });

  it('takes each of several rooms, and all rooms of a batch apart', async () => {
    const [two] = await take(row({ 部屋数: '2', 男性人数: '2', 合計料金: '15001', ポイント: '3' }));
    expect(two?.rooms).toMatchObject([{ outcome: 'new' }, { outcome: 'new' }]);
    expect(await storedBookings(database.url)).toMatchObject([
      { roomNumber: '1001', totalFee: 7501, usedPoints: 2, mensCount: 1 },
      { roomNumber: '1002', totalFee: 7500, usedPoints: 1, mensCount: 1 },
    ]);
    const results = await importRows(node.store, [row({ 予約番号: 'X' }), row({ 予約番号: 'Y' })]);
    expect(results.map(({ reason }) => reason)).toEqual(['空室なし', '空室なし']);
  });

  it('points out the same guest, dates and phone under another number, and is registered all the same', async () => {
    await take(row());
    const [twin] = await take(row({ 予約サイト名: 'じゃらんnet', 予約番号: 'J1', 宿泊者氏名: '髙橋太郎' }));
    expect(twin).toMatchObject({ outcome: 'new', warnings: ['重複の疑い: 楽天トラベル RY00000001'] });
    const [other] = await take(row({ 予約番号: 'J2', 電話番号: '090-9999-9999' }));
    expect(other?.warnings).toEqual([]);
  });

  it('tells of a sum that does not agree', async () => {
    const [result] = await take(row({ 請求料金: '7000' }));
    expect(result).toMatchObject({ outcome: 'new', warnings: ['金額不一致'] });
  });
});

describe('a row without a number', () => {
  it('fails, and is the same one when it comes again', async () => {
    const [failed] = await take(row({ 予約番号: '' }), row({ 予約番号: '', 宿泊者氏名: '別人 一郎' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '必須項目欠落' });
    const [again] = await take(row({ 予約番号: '' }));
    expect(again).toMatchObject({ outcome: 'unchanged', csv_reservation_id: failed?.csv_reservation_id });
    expect(await storedRecords(database.url)).toHaveLength(2);
  });
});

describe('a change', () => {
  it('applies only what differs, keeps the room and what staff edited', async () => {
    const [made] = await take(row());
    const id = made?.booking_id as number;
    await desk.amend(id, { notes: 'フロントより', tel: '03-0000-0000' });
    const [changed] = await take(change('10:00', { 合計料金: '9000', チェックアウト日: '2026-12-17' }));
    expect(changed).toMatchObject({ outcome: 'changed', booking_id: id });
    expect(await booking(id)).toMatchObject({
      roomNumber: '1001',
      totalFee: 9000,
      stayEnd: '2026-12-17',
      notes: 'フロントより',
      tel: '03-0000-0000',
    });
  });

  it('is held against the last one that was applied, not against the first', async () => {
    const [made] = await take(row());
    await take(change('10:00', { 合計料金: '9000' }));
    await desk.amend(made?.booking_id as number, { total_fee: 8500 });
    await take(change('11:00', { 合計料金: '9000', 備考: '遅れます' }));
    expect(await booking(made?.booking_id)).toMatchObject({
      totalFee: 8500,
      notes: expect.stringMatching('遅れ'),
    });
  });

  it('keeps the room that staff chose, whatever its kind, while it is free', async () => {
    const [made] = await take(row());
    const smoking = await roomMonth('401');
    await desk.amend(made?.booking_id as number, { room_id: smoking });
    await take(change('10:00', { チェックアウト日: '2026-12-18' }));
    expect(await booking(made?.booking_id)).toMatchObject({ roomNumber: '401', stayEnd: '2026-12-18' });
  });

  it('moves to another room when its own is taken, unless the room is locked', async () => {
    const [made] = await take(row());
    await take(row({ 予約番号: 'N', チェックイン日: '2026-12-16', チェックアウト日: '2026-12-17' }));
    const next = await storedBookings(database.url);
    expect(next.map(({ roomNumber }) => roomNumber)).toEqual(['1001', '1001']);
    const [moved] = await take(change('10:00', { チェックアウト日: '2026-12-17' }));
    expect(await booking(moved?.booking_id)).toMatchObject({ roomNumber: '1002', changedRoom: 1 });
    await desk.amend(made?.booking_id as number, { room_move_lock: 1 });
    const [locked] = await take(change('11:00', { 部屋記号: 'SS', 部屋名称: '喫煙シングル' }));
    expect(locked).toMatchObject({ outcome: 'failed', reason: '部屋移動不可', booking_id: made?.booking_id });
    expect(await booking(made?.booking_id)).toMatchObject({ roomNumber: '1002' });
  });

  it('that failed is still applied by a later one', async () => {
    const [made] = await take(row());
    const [failed] = await take(change('10:00', { チェックアウト日: '2026-12-14' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '日付不正', booking_id: made?.booking_id });
    const stay = { チェックイン日: '2026-12-20', チェックアウト日: '2026-12-22' };
    await take(change('11:00', { ...stay, 男性人数: '2' }));
    expect(await onlyRecord()).toMatchObject({ status: 'failed', reason: '空室なし' });
    await take(change('12:00', { ...stay, 合計料金: '16000' }));
    expect(await booking(made?.booking_id)).toMatchObject({
      stayStart: '2026-12-20',
      stayEnd: '2026-12-22',
      totalFee: 16_000,
      mensCount: 1,
    });
  });

  it('or cancel of a guest who has checked in is left to staff', async () => {
    const [made] = await take(row());
    const id = made?.booking_id as number;
    await desk.change(id, { type: 'check-in', date: undefined });
    const [changed] = await take(change('10:00', { 合計料金: '1' }));
    expect(changed).toMatchObject({ outcome: 'failed', reason: 'チェックイン済みの変更', booking_id: id });
    const [cancelled] = await take(cancel('11:00'));
    expect(cancelled).toMatchObject({ outcome: 'failed', reason: 'チェックイン済みの取消', booking_id: id });
    expect(await booking(id)).toMatchObject({ status: 'active', totalFee: 8000 });
  });

  it('brings the payment along when the source says something new of it', async () => {
    const [made] = await take(row());
    await take(change('10:00', { 支払方法: '事前決済' }));
    expect(await booking(made?.booking_id)).toMatchObject({ paymentFlag: 1 });
  });

  it('of a record that staff returned waits for staff', async () => {
    const [made] = await take(row());
    await desk.returnToAutoFail(made?.booking_id as number);
    const [changed] = await take(change('10:00', { 合計料金: '9000' }));
    expect(changed).toMatchObject({ outcome: 'failed', reason: '自動登録失敗に戻し' });
    expect(await onlyRecord()).toMatchObject({ totalFee: 9000, status: 'failed' });
  });

  it('without what it changes is new', async () => {
    const [result] = await take(change('10:00'));
    expect(result).toMatchObject({ outcome: 'new' });
  });

  it('to fewer rooms cancels the surplus, to more takes them', async () => {
    await take(row({ 部屋数: '2', 男性人数: '2' }));
    const [fewer] = await take(change('10:00', { 部屋数: '1' }));
    expect(fewer).toMatchObject({
      outcome: 'changed',
      rooms: [{ outcome: 'changed' }, { outcome: 'cancelled' }],
    });
    expect((await storedBookings(database.url)).map(({ status }) => status)).toEqual(['active', 'cancelled']);
    const [more] = await take(change('11:00', { 部屋数: '2', 男性人数: '2' }));
    expect(more?.rooms.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    const active = (await storedBookings(database.url)).filter(({ status }) => status === 'active');
    expect(active).toHaveLength(2);
  });
});

describe('a cancel', () => {
  it('cancels the booking and frees the room for the next in the same batch', async () => {
    await take(row(), row({ 予約番号: 'B' }));
    const results = await importRows(node.store, [cancel('10:00'), row({ 予約番号: 'C' })]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['cancelled', 'new']);
    expect(
      (await storedBookings(database.url)).map(({ status, roomNumber }) => [status, roomNumber]),
    ).toEqual([
      ['cancelled', '1001'],
      ['active', '1002'],
      ['active', '1001'],
    ]);
  });

  it('that is not known fails, and becomes cancelled when its older row arrives', async () => {
    const [unknown] = await take(cancel('10:00'));
    expect(unknown).toMatchObject({ outcome: 'failed', reason: '元予約なし' });
    const [older] = await take(row());
    expect(older).toMatchObject({ outcome: 'superseded' });
    expect(await onlyRecord()).toMatchObject({ status: 'cancelled', reason: null });
    expect(await storedBookings(database.url)).toEqual([]);
  });

  it('is not undone by an older row, but by a newer one', async () => {
    await take(row(), cancel('10:00'));
    const [older] = await take(change('09:00', { 合計料金: '1' }));
    expect(older).toMatchObject({ outcome: 'superseded' });
    expect(await onlyRecord()).toMatchObject({ status: 'cancelled', totalFee: 8000 });
    const [newer] = await take(change('11:00'));
    expect(newer).toMatchObject({ outcome: 'changed' });
    expect(await onlyRecord()).toMatchObject({ status: 'registered', bookingId: newer?.booking_id });
  });

  it('also of a booking that staff cancelled already', async () => {
    const [made] = await take(row());
    await desk.change(made?.booking_id as number, { type: 'cancel' });
    const [cancelled] = await take(cancel('10:00'));
    expect(cancelled).toMatchObject({ outcome: 'cancelled' });
  });
});

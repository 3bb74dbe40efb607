import { addDays, day } from '@domain/dates.js';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { GENESIS_HASH } from '#backend/event-store/hash-chain.js';
import { requireStream, UnitOfWork } from '#backend/event-store/unit-of-work.js';
import { requirementsOfRow } from '#backend/imports/import-facts.loader.js';
import type { RowResult } from '#backend/imports/import-row.js';
import { ChangeMaster, ChangeMasterHandler } from '#backend/masters/change-master.handler.js';
import { BLACKLIST, CORPORATES } from '#backend/masters/master-kinds.js';
import { csvReservationStream } from '#backend/streams/csv-reservation.stream.js';
import { defineHotel, importRows, storedBookings, storedRecords } from '#tests/support/channel-desk.js';
import { type ChannelRow, channelReservation } from '#tests/support/channel-file.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { nodesOfEachTest, sharedNodes } from '#tests/support/shared.js';
import {
  AT_DESK,
  aWork,
  bookUnchecked,
  type Desk,
  openDesk,
  type StoreNode,
} from '#tests/support/store-node.js';

type Cells = Partial<ChannelRow>;

// What becomes of a record is decided in tests/domain/imports, here it is done.
const { database, here: node } = sharedNodes();
let desk: Desk;

const defineRooms = ({ store }: StoreNode) =>
  defineHotel(store, [
    { roomNumber: '1001' },
    { roomNumber: '1002' },
    { roomNumber: '401', smokingStatus: '喫煙' },
    { roomNumber: '501', roomType: 'ツイン' },
    { roomNumber: '702', corporate: 1 },
    { roomNumber: '905', priority: '女性' },
  ]);

beforeAll(async () => {
  desk = openDesk(node, '2027-02-28T03:00:00Z');
  await defineRooms(node);
});

/** Each test has reservations, a phone number and four nights of its own. */
let round = 0;
beforeEach(() => {
  round += 1;
});
const night = (number: number) => addDays(day('2026-11-01'), 4 * round + number);
const tel = () => `090-${round}`;

/** A row that makes a reservation of one night; one that can be registered, with some of its cells replaced. */
const row = ({ 予約番号, ...cells }: Cells = {}): ChannelReservation =>
  channelReservation({
    予約番号: 予約番号 ?? `R${round}`,
    電話番号: tel(),
    チェックイン日: night(0),
    チェックアウト日: night(1),
    ...cells,
  });
/** The change, or the cancel, of that reservation at a time of 2026-11-20. */
const change = (at: string, cells: Cells = {}) =>
  row({ 予約区分: '予約変更', 変更日時: `2026-11-20 ${at}:00`, ...cells });
const cancel = (at: string, cells: Cells = {}) =>
  row({ 予約区分: 'キャンセル', キャンセル日時: `2026-11-20 ${at}:00`, ...cells });

const take = (...rows: ChannelReservation[]) => importRows(node.store, rows, 'one by one');
const takeTogether = (...rows: ChannelReservation[]) => importRows(node.store, rows);
const records = async () => (await storedRecords(database.url)).filter((one) => one.tel === tel());
const onlyRecord = async () => (await records())[0] as CsvReservation;
const bookings = async () => (await storedBookings(database.url)).filter((one) => one.tel === tel());
const booking = async (result: RowResult | undefined) =>
  (await storedBookings(database.url)).find(({ id }) => id === result?.booking_id) as Reservation;
const TWO_ROOMS = { 部屋数: '2', 男性人数: '2' };

describe('a change of guest and both days', () => {
  it.each([
    ['of all three', true, true, true],
    ['of the days', false, true, false],
    ['of the guest', true, false, false],
  ] as const)(
    'warns that it may be another guest %s',
    async (_what, hasOtherGuest, hasOtherDays, isWarned) => {
      const cells = {
        ...(hasOtherGuest && { 宿泊者氏名: '佐藤 次郎' }),
        ...(hasOtherDays && { チェックイン日: night(2), チェックアウト日: night(3) }),
      };
      const [, result] = await importRows(node.store, [row(), change('12:00', cells)], 'one by one');
      expect(result?.warnings.includes('別人の可能性')).toBe(isWarned);
    },
  );
});

describe('a cancellation that does not say when', () => {
  const untimed = (cells: Cells = {}) => cancel('', { キャンセル日時: '', ...cells });

  it('cancels what came before it, whenever that was changed, and not what is booked anew afterwards', async () => {
    const again = untimed();
    const rows = [row(), change('12:00', { チェックアウト日: night(2) }), again];
    await importRows(node.store, rows, 'one by one');
    const ours = async () =>
      (await storedRecords(database.url)).filter(({ bookingNumber }) => bookingNumber === `R${round}`);
    expect(await ours()).toMatchObject([{ status: 'cancelled' }]);
    const anew = change('13:00', { チェックアウト日: night(2) });
    await importRows(node.store, [anew], 'one by one');
    expect(await ours()).toMatchObject([{ status: 'registered' }]);
    // The same file once more.
    const [repeated] = await importRows(node.store, [again], 'one by one');
    expect(repeated?.outcome).toBe('superseded');
    expect(await ours()).toMatchObject([{ status: 'registered' }]);
  });

  it('is left to staff where the reservation was booked anew after another such one', async () => {
    await take(row(), untimed(), change('13:00'));
    const later = untimed({ メモ: '再送' });
    const [failed] = await take(later);
    const unknown = { outcome: 'failed', reason: 'キャンセル日時不明', detail: 'キャンセル日時' };
    expect(failed).toMatchObject(unknown);
    expect(await bookings()).toMatchObject([{ status: 'cancelled' }, { status: 'active' }]);
    expect(await take(later)).toMatchObject([{ outcome: 'unchanged' }]);
    // What says when it was made counts.
    expect(await take(cancel('14:00'))).toMatchObject([{ outcome: 'cancelled' }]);
    expect((await bookings()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it.each([
    ['an unreadable time', { キャンセル日時: '昨日' }],
    ['no time at all', { キャンセル日時: '', 予約日時: '', 変更日時: '' }],
    ['an impossible time', { キャンセル日時: '2026-11-31 25:00' }],
  ])('is one with %s as well', async (_what, cells) => {
    await take(row(), change('12:00'));
    expect(await take(untimed(cells))).toMatchObject([{ outcome: 'cancelled' }]);
  });
});

describe('a new row', () => {
  it('becomes a record and a booking, in a room that suits', async () => {
    const [result] = await take(row());
    const wanted = { outcome: 'new', reason: null, booking_number: `R${round}`, warnings: [] };
    expect(result).toMatchObject(wanted);
    expect(await onlyRecord()).toMatchObject({ status: 'registered', bookingId: result?.booking_id });
    expect(await booking(result)).toMatchObject({
      roomNumber: expect.stringMatching(/^100[12]$/),
      csvReservationId: result?.csv_reservation_id,
      stayStart: night(0),
      stayEnd: night(1),
    });
  });

  it('that fails reports its reason and books nothing', async () => {
    const failure = { reason: '空室なし', detail: '2名で利用できるツインの部屋がありません。' };
    const [result] = await take(row({ 男性人数: '2' }));
    expect(result).toMatchObject({ outcome: 'failed', ...failure, booking_id: null });
    expect(await onlyRecord()).toMatchObject({ status: 'failed', ...failure });
    expect(await bookings()).toEqual([]);
  });

  it('takes each of several rooms, and all rooms of a batch apart', async () => {
    const [two] = await take(row({ ...TWO_ROOMS, 合計料金: '15001', ポイント: '3' }));
    expect(two?.rooms).toMatchObject([{ outcome: 'new' }, { outcome: 'new' }]);
    const made = await bookings();
    expect(made).toMatchObject([
      { totalFee: 7501, usedPoints: 2, mensCount: 1 },
      { totalFee: 7500, usedPoints: 1, mensCount: 1 },
    ]);
    // Which comes first depends on the gaps that other tests have left.
    expect(made.map(({ roomNumber }) => roomNumber).sort()).toEqual(['1001', '1002']);
    const next = { チェックイン日: night(1), チェックアウト日: night(2) };
    const several = ['X', 'Y', 'Z'].map((name) => row({ 予約番号: name + round, ...next }));
    expect((await takeTogether(...several)).map(({ reason }) => reason)).toEqual([null, null, '空室なし']);
  });

  it('points out the same guest, dates and phone under another number, and is registered all the same', async () => {
    const twin = { 予約サイト名: 'じゃらんnet', 予約番号: 'J1', 宿泊者氏名: '髙橋太郎' };
    const others = { 予約番号: 'J2', 電話番号: '090-9999-9999' };
    expect(await take(row(), row(twin), row(others))).toMatchObject([
      { outcome: 'new', warnings: [] },
      { outcome: 'new', warnings: [`重複の疑い: 楽天トラベル R${round}`] },
      { warnings: [] },
    ]);
  });

  it('without a number fails, and is the same one when it comes again', async () => {
    const [failed] = await take(row({ 予約番号: '' }), row({ 予約番号: '', 宿泊者氏名: '別人 一郎' }));
    expect(failed).toMatchObject({ outcome: 'failed', reason: '必須項目欠落' });
    const [again] = await take(row({ 予約番号: '' }));
    expect(again).toMatchObject({ outcome: 'unchanged', csv_reservation_id: failed?.csv_reservation_id });
    expect(await records()).toHaveLength(2);
  });
});

describe('a change', () => {
  it('applies what differs from the last one that was applied; what staff edited stays', async () => {
    const [made] = await take(row());
    const id = made?.booking_id as number;
    await desk.amend(id, { notes: 'フロントより', tel: '03-0000-0000' });
    const longer = { 合計料金: '9000', チェックアウト日: night(2), 支払方法: '事前決済' };
    const { roomNumber } = await booking(made);
    expect(await take(change('10:00', longer))).toMatchObject([{ outcome: 'changed', booking_id: id }]);
    const left = { roomNumber, stayEnd: night(2), paymentFlag: 1, tel: '03-0000-0000' };
    expect(await booking(made)).toMatchObject({ ...left, totalFee: 9000, notes: 'フロントより' });
    await desk.amend(id, { total_fee: 8500 });
    await take(change('11:00', { ...longer, 備考: '遅れます' }));
    expect(await booking(made)).toMatchObject({
      ...left,
      totalFee: 8500,
      notes: expect.stringMatching('遅れ'),
    });
  });

  it('moves to another room when its own is taken', async () => {
    const [made] = await take(row());
    const { roomNumber } = await booking(made);
    await node.store.execute(bookUnchecked(roomNumber, night(1), night(2)));
    const [moved] = await take(change('10:00', { チェックアウト日: night(2) }));
    expect(await booking(moved)).toMatchObject({ changedRoom: 1, stayEnd: night(2) });
    expect((await booking(moved)).roomNumber).not.toBe(roomNumber);
  });

  it('or cancel of a guest who has checked in is left to staff', async () => {
    const [made] = await take(row());
    const booking_id = made?.booking_id as number;
    await desk.change(booking_id, { type: 'check-in', date: night(0) });
    expect(await take(change('10:00', { 合計料金: '1' }), cancel('11:00'))).toMatchObject([
      { outcome: 'failed', reason: 'チェックイン済みの変更', booking_id },
      { outcome: 'failed', reason: 'チェックイン済みの取消', booking_id },
    ]);
    expect(await booking(made)).toMatchObject({ status: 'active', totalFee: 8000 });
  });

  it('of a record that staff returned waits for staff', async () => {
    const [made] = await take(row());
    await desk.returnToAutoFail(made?.booking_id as number);
    const [changed] = await take(change('10:00', { 合計料金: '9000' }));
    expect(changed).toMatchObject({ outcome: 'failed', reason: '自動登録失敗に戻し' });
    expect(await onlyRecord()).toMatchObject({ totalFee: 9000, status: 'failed' });
  });

  it('without what it changes is new; to fewer rooms it cancels the surplus, to more it takes them', async () => {
    expect(await take(change('09:00', TWO_ROOMS))).toMatchObject([{ outcome: 'new' }]);
    const [fewer] = await take(change('10:00', { 部屋数: '1' }));
    const rooms = [{ outcome: 'changed' }, { outcome: 'cancelled' }];
    expect(fewer).toMatchObject({ outcome: 'changed', rooms });
    expect((await bookings()).map(({ status }) => status)).toEqual(['active', 'cancelled']);
    const [more] = await take(change('11:00', TWO_ROOMS));
    expect(more?.rooms.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect((await bookings()).filter(({ status }) => status === 'active')).toHaveLength(2);
  });
});

describe('a cancel', () => {
  it('cancels the booking and frees the room for the next in the same batch', async () => {
    await take(row());
    await take(row({ 予約番号: `B${round}` }));
    const [first, second] = (await bookings()).map(({ roomNumber }) => roomNumber);
    const results = await takeTogether(cancel('10:00'), row({ 予約番号: `C${round}` }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['cancelled', 'new']);
    const left = (await bookings()).map(({ status, roomNumber }) => `${status} ${roomNumber}`);
    expect(left).toEqual([`cancelled ${first}`, `active ${second}`, `active ${first}`]);
  });

  it('leaves a room as tight as it was between its other stays for the next in the same batch', async () => {
    await node.store.execute(bookUnchecked('1002', night(0), night(1)));
    const next = { チェックイン日: night(1), チェックアウト日: night(2) };
    const other = { ...next, 予約番号: `B${round}` };
    await take(row(next), row(other));
    expect((await bookings()).map(({ roomNumber }) => roomNumber)).toEqual(['1002', '1001']);
    const [, , third] = await takeTogether(
      ...[cancel('10:00', next), cancel('10:00', other), row({ ...next, 予約番号: `C${round}` })],
    );
    expect(await booking(third)).toMatchObject({ roomNumber: '1002' });
  });

  it('that is not known fails, and becomes cancelled when its older row arrives', async () => {
    const results = await take(cancel('10:00'), row());
    expect(results).toMatchObject([{ outcome: 'failed', reason: '元予約なし' }, { outcome: 'superseded' }]);
    expect(await onlyRecord()).toMatchObject({ status: 'cancelled', reason: null });
    expect(await bookings()).toEqual([]);
  });

  it('is not undone by an older row, but by a newer one; also where staff had cancelled already', async () => {
    const [made] = await take(row());
    await desk.change(made?.booking_id as number, { type: 'cancel' });
    const results = await take(cancel('10:00'), change('09:00', { 合計料金: '1' }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['cancelled', 'superseded']);
    expect(await onlyRecord()).toMatchObject({ status: 'cancelled', totalFee: 8000 });
    const [newer] = await take(change('11:00'));
    expect(newer).toMatchObject({ outcome: 'changed' });
    expect(await onlyRecord()).toMatchObject({ status: 'registered', bookingId: newer?.booking_id });
  });
});

// Which of them is taken: tests/domain/imports/row-standing.test.ts.
describe('another row of the same instant and kind', () => {
  it('corrects a reservation that failed, also its number of rooms, and the report names what differs', async () => {
    await take(row({ 宿泊者氏名: '別人 一郎', 男性人数: '2' }));
    const [corrected] = await take(row({ ...TWO_ROOMS, 請求料金: '1' }));
    const rooms = [{ outcome: 'changed' }, { outcome: 'new' }];
    expect(corrected).toMatchObject({ outcome: 'changed', reason: null, rooms });
    const [warning, correction] = corrected?.warnings ?? [];
    expect(warning).toBe('金額不一致');
    for (const part of ['同じ更新日時の訂正: ', '宿泊者名', '部屋数', '注意'])
      expect(correction).toContain(part);
  });

  it('leaves the booking of a registered one to staff, once, unless nothing differs; a newer row is applied', async () => {
    const unchanged = row({ 泊数: '9', 施設名: '別館' });
    const taken = async () => (await take(row(), row(TWO_ROOMS), unchanged)).map(({ outcome }) => outcome);
    expect(await taken()).toEqual(['new', 'failed', 'superseded']);
    const before = await records();
    const contradiction = { reason: '内容の矛盾', detail: '合計料金, 部屋数' };
    expect(before).toMatchObject([
      { roomIndex: 1, status: 'failed', ...contradiction },
      { roomIndex: 2, status: 'failed', ...contradiction, bookingId: null },
    ]);
    expect(await bookings()).toMatchObject([{ status: 'active', totalFee: 8000 }]);
    const { position } = await node.store.current();
    expect(await taken()).toEqual(['superseded', 'unchanged', 'superseded']);
    // A row that came too late has no reason to fail, whatever its reservation has.
    const [late] = await take(row());
    expect(late).toMatchObject({ outcome: 'superseded', reason: null, detail: '' });
    expect((await node.store.current()).position).toBe(position);
    const [newer] = await take(change('11:00', TWO_ROOMS));
    const changed = before.map(({ id }) => ({ outcome: 'changed', csv_reservation_id: id }));
    expect(newer?.rooms).toMatchObject(changed);
  });

  it('does not reopen one that staff dismissed', async () => {
    const [failed] = await take(row({ 男性人数: '2' }));
    const data = { dismissalReason: '電話で確認' };
    const id = failed?.csv_reservation_id as number;
    await node.store.execute(
      aWork(
        (unit) => unit.append(csvReservationStream, id, { type: 'CsvReservationDismissed', data }, AT_DESK),
        {
          requirements: [requireStream(csvReservationStream, id)],
        },
      ),
    );
    const [other] = await take(row());
    expect(other).toMatchObject({
      outcome: 'superseded',
      warnings: ['同じ更新日時で内容が異なるため取り込みませんでした: 男性'],
    });
    expect(await onlyRecord()).toMatchObject({ status: 'dismissed' });
  });
});

describe('the masters', () => {
  const masters = () => new ChangeMasterHandler(node.store);
  const request = { write: AT_DESK, idempotency: null, expectedVersion: null };
  const define = async (corporateShortName: string) => {
    const details = { corporateShortName, corporateFlag: 1 as const };
    return (await masters().execute(new ChangeMaster(CORPORATES, null, { type: 'define', details }, request)))
      .id;
  };

  it('choose a corporate for no booking once it was retired, but it stays where it was chosen before', async () => {
    const flagged = { 会員会社名: 'わかば商事' };
    const first = await define(flagged.会員会社名);
    const [made, plain] = await take(row(flagged), row({ 予約番号: `P${round}` }));
    expect(await booking(made)).toMatchObject({ corporateId: first, roomNumber: '702' });
    await masters().execute(new ChangeMaster(CORPORATES, first, { type: 'retire' }, request));
    const dearer = { ...flagged, 合計料金: '9000' };
    await take(change('10:00', dearer), change('10:00', { ...dearer, 予約番号: `P${round}` }));
    expect(await booking(made)).toMatchObject({ corporateId: first, totalFee: 9000, roomNumber: '702' });
    expect(await booking(plain)).toMatchObject({ corporateId: 0, totalFee: 9000 });
    const second = await define(flagged.会員会社名);
    const later = { 予約番号: `M${round}`, チェックイン日: night(2), チェックアウト日: night(3) };
    const [newest] = await take(row({ ...flagged, ...later }));
    expect(await booking(newest)).toMatchObject({ corporateId: second, roomNumber: '702' });
  });

  it('keep out a guest on the blacklist until the entry is retired', async () => {
    const listed = { 宿泊者氏名: '鬼塚 洋平' };
    expect(await take(row(listed))).toMatchObject([{ reason: 'ブラックリスト一致' }]);
    const select = `select id from blacklist_entries where state::text like '%${listed.宿泊者氏名}%'`;
    const id = Number((await rawQuery(database.url, select))[0]?.id);
    await masters().execute(new ChangeMaster(BLACKLIST, id, { type: 'retire' }, request));
    expect(await take(row({ ...listed, 予約番号: `N${round}` }))).toMatchObject([{ outcome: 'new' }]);
  });
});

describe('the occupancy', () => {
  const { database, here: node } = nodesOfEachTest();
  beforeEach(() => defineRooms(node));

  const take = (...rows: ChannelReservation[]) => importRows(node.store, rows, 'one by one');
  /** Stores active bookings of some nights each in a room, one after another. */
  const fill = (room: string, from: string, nights: number, count: number) =>
    rawQuery(
      database.url,
      `with stay as (
         select 100000 * ${round} + ${Number(room)} * 1000 + n as id, date '${from}' + n * ${nights} as first_day
         from generate_series(0, ${count - 1}) n
       ), booking as (
         insert into bookings (id, version, position, group_id, room_number, stay_start, stay_end, is_cancelled,
                               search_text, state)
         select id, 1, 1, id, '${room}', first_day, first_day + ${nights}, false, '', '{}' from stay
       )
       insert into room_claims select '${room}', first_day + n, id from stay, generate_series(0, ${nights - 1}) n`,
    );

  /** Number of stays read to decide about a row of the channel. */
  async function staysRead(channelRow: ChannelReservation): Promise<number> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let read = 0;
    const counting = {
      query: async (query: string | pg.QueryConfig) => {
        const result = await client.query(query as pg.QueryConfig);
        read += result.rows.length;
        return result;
      },
    };
    const { position, reference } = await node.store.current();
    const now = new Date(0).toISOString();
    const head = {
      position,
      hash: GENESIS_HASH,
      referencePosition: position,
      readModels: 0,
      clock: now,
      now,
    };
    const { loader, request } = requirementsOfRow(channelRow);
    await loader(counting, [request], Promise.resolve(new UnitOfWork(head, reference)));
    await client.end();
    return read;
  }

  it('is none in an empty hotel: a row takes the first room that suits', async () => {
    await take(row());
    expect(await storedBookings(database.url)).toMatchObject([{ roomNumber: '1001' }]);
  });

  it('is read for the nights that a row touches, however many stays follow, and of stays that began long before', async () => {
    const dates = { チェックイン日: '2027-02-10', チェックアウト日: '2027-02-12' };
    await fill('1001', '2027-02-05', 1, 900);
    await fill('1002', '2027-02-12', 2, 400);
    // In 1001 two nights, one before and one after; in 1002 one after.
    expect(await staysRead(row(dates))).toBeLessThan(10);
    const [made] = await take(row(dates));
    const stored = await storedBookings(database.url);
    expect(stored.find(({ id }) => id === made?.booking_id)).toMatchObject({ roomNumber: '1002' });
    await fill('401', '2026-01-20', 388, 1);
    const smoking = { ...dates, 予約番号: `N${round}`, 部屋記号: 'SS', 部屋名称: '喫煙シングル' };
    expect(await take(row(smoking))).toMatchObject([{ reason: '空室なし' }]);
  });
});

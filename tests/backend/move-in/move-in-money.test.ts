import { addDays } from '@domain/dates.js';
import { describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { MoveInFile } from '@wire/move-in.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { csvOf, endOfRun, rowsOf, runMoveIn, uploadMoveIn } from '#tests/support/move-in.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
let number = 0;

const take = async (rows: string[][]): Promise<MoveInFile> =>
  (await uploadMoveIn(hotel.url, csvOf(rows))).body;
const booking = async (id: number | null | undefined) =>
  (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
/** The outcome and reasons of each line. */
const toldOf = async (file: MoveInFile) =>
  (await rowsOf(hotel.api, file.id)).map(({ outcome, faults, warnings }) => [
    outcome,
    ...faults.map(({ message }) => message),
    ...warnings,
  ]);
const takeBack = async (file: MoveInFile) => {
  const started = await hotel.api.post(`/api/move-in/files/${file.id}/take-back`, {});
  expect(started.status).toBe(202);
  return endOfRun(hotel.api, file.id);
};

const OLD_LEDGER = ['受付No', 'お客様名', '到着日', '泊数', '部屋No', '内訳', '宿泊料', '前受金', '摘要'];
const ledgerRow = (cells: Record<string, string> = {}): string[] => {
  number += 1;
  const row: Record<string, string> = {
    受付No: `L${number}`,
    お客様名: '移行 太郎',
    到着日: '96/1/10',
    泊数: '2',
    部屋No: cells.部屋No ?? hotel.newRoom(),
    内訳: '男1女1',
    宿泊料: '¥9,800',
    前受金: '¥3,000',
    摘要: '窓側',
    ...cells,
  };
  return OLD_LEDGER.map((name) => row[name] ?? '');
};

describe('nothing is lost unseen', () => {
  test('a column of money that nobody uses keeps the file from being run until it is decided', async () => {
    const header = OLD_LEDGER.with(0, '受付番号');
    const file = await take([header, ledgerRow()]);
    expect(file.mapping.slice(5)).toEqual(['partyText', 'totalFee', '', 'notes']);
    expect(file.looks[7]).toBe('money');
    const run = (mapping: MoveInFile['mapping'], dry_run: 0 | 1) =>
      hotel.api.post<{ error: string }>(`/api/move-in/files/${file.id}/runs`, {
        ...{ mapping, dry_run, system: '', past: 'as_is' },
      });
    for (const dry_run of [1, 0] as const) {
      const { status, body } = await run(file.mapping, dry_run);
      expect([status, body.error]).toEqual([
        422,
        'H列「前受金」は金額のようです。どう使うか、使わないかを選んでください。',
      ]);
    }
    const kept = await runMoveIn(hotel.api, file, { mapping: file.mapping.with(7, 'notes'), dry_run: 1 });
    expect(kept).toMatchObject({ new: 1, failed: 0 });
    const [row] = await rowsOf(hotel.api, file.id);
    expect(row?.booking).toMatchObject({
      ...{ guest: '移行 太郎', mens_count: 1, womens_count: 1, total_fee: 9800, payment: null },
      ...{ stay_start: '2096-01-10', stay_end: '2096-01-12', notes: '前受金: ¥3,000\n窓側' },
    });
    const left = await runMoveIn(hotel.api, file, { mapping: file.mapping.with(7, 'left_out') });
    expect(left).toMatchObject({ new: 1, money: { new: 9800, booked: 9800 } });
    const [moved] = await rowsOf(hotel.api, file.id);
    expect(moved?.booking).toBeNull();
    expect(await booking(moved?.booking_id)).toMatchObject({ total_fee: 9800, notes: '窓側' });
    // The decision is remembered as well.
    expect((await take([header, ledgerRow()])).mapping[7]).toBe('left_out');
  });

  test('what only the values tell, far down in the file, is asked for, too', async () => {
    const header = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数', 'X', 'Y'];
    const plain = (line: number, x = '', y = '') => [`V${line}`, '移行 次郎', '9999', '2096/1/10', '1', x, y];
    const rows = Array.from({ length: 700 }, (_, line) => plain(line));
    const file = await take([header, ...rows, plain(700, '¥8,000', '静かな部屋をご希望です')]);
    expect(file.looks.slice(5)).toEqual(['money', 'remarks']);
  });

  test('what a file does not say is unknown in the preview, never 0', async () => {
    const header = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数', '料金'];
    const row = ['U1', '未記 載子', hotel.newRoom(), '2096/1/10', '1', ''];
    const file = await take([header, row]);
    await runMoveIn(hotel.api, file, { dry_run: 1 });
    const [tried] = await rowsOf(hotel.api, file.id);
    expect(tried?.booking).toMatchObject({
      total_fee: null,
      mens_count: null,
      womens_count: null,
      paid: null,
    });
    expect(tried?.warnings).toEqual([
      '料金の記載がないため、¥0で登録します。',
      '人数の記載がないため、1室1名として登録します。',
    ]);
  });

  test('a sum below the bookings is left out and said', async () => {
    const sum = ['合計', '', '', '', '', '', '¥19,600', '', ''];
    const file = await take([OLD_LEDGER, ledgerRow(), ledgerRow(), sum]);
    const done = await runMoveIn(hotel.api, file, { mapping: file.mapping.with(7, 'left_out') });
    expect(done).toMatchObject({ new: 2, skipped: 1, money: { new: 19_600, skipped: 0, booked: 19_600 } });
    expect((await toldOf(file)).at(-1)).toEqual(['skipped', '合計の行です(¥19,600)。予約ではありません。']);
  });

  test('the yen of the file and of its bookings are told by what became of the rows', async () => {
    const rows = [ledgerRow(), ledgerRow({ 宿泊料: '5000' }), ledgerRow({ 部屋No: '9999', 宿泊料: '700' })];
    const file = await take([OLD_LEDGER, ...rows]);
    const done = await runMoveIn(hotel.api, file, { mapping: file.mapping.with(7, 'left_out') });
    expect(done.money).toEqual({ new: 14_800, existing: 0, skipped: 0, failed: 700, booked: 14_800 });
    const [row] = await rowsOf(hotel.api, file.id);
    await hotel.api.put(`/api/booking/${row?.booking_id}`, { total_fee: 10_000 });
    const { body } = await hotel.api.get<MoveInFile>(`/api/move-in/files/${file.id}`);
    expect(body.money).toMatchObject({ new: 14_800, booked: 15_000 });
  });
});

const NEPPAN =
  '予約ID,予約区分,予約番号,泊目,チェックイン日,チェックアウト日,泊数,予約サイト名称,部屋タイプ名称,室数,チェックイン時刻,予約者氏名,宿泊者氏名,電話番号,大人人数計,子供人数計,料金合計額,決済方法,ポイント割引額,備考1'.split(
    ',',
  );
const neppanRow = (cells: Record<string, string>): string[] => {
  const row: Record<string, string> = {
    ...{ 予約ID: '910004', 予約区分: '予約', 泊目: '1', チェックイン日: '2096/02/20', 泊数: '1' },
    ...{
      チェックアウト日: '2096/02/21',
      予約サイト名称: '楽天トラベル',
      室数: '1',
      チェックイン時刻: '18:00',
    },
    ...{ 予約者氏名: '二室 一行', 宿泊者氏名: '二室 一行', 電話番号: '090-0000-9974', 大人人数計: '2' },
    ...{ 子供人数計: '0', 料金合計額: '18000', 決済方法: '現地決済', ポイント割引額: '0', ...cells },
  };
  return NEPPAN.map((name) => row[name] ?? '');
};

describe('a line for several rooms', () => {
  test.each([
    ['2', '11', '18001', '3', [9001, 9000], [2, 1]],
    ['２', '12', '18000', '2', [9000, 9000], [1, 1]],
    ['3室', '13', '10000', '3', [3334, 3333, 3333], [1, 1, 1]],
    ['2部屋', '14', '0', '4', [0, 0], [2, 2]],
  ])('of %s makes them as one party and shares the fee', async (rooms, night, fee, adults, fees, men) => {
    // A night of its own, on which all rooms of the kind are free.
    const stay = { チェックイン日: `2096/02/${night}`, チェックアウト日: `2096/02/${Number(night) + 1}` };
    const kind = { 部屋タイプ名称: hotel.newRoom(), 室数: rooms, 料金合計額: fee, ...stay };
    const cells = { 予約番号: `NR-${rooms}`, ...kind };
    const file = await take([NEPPAN, neppanRow({ ...cells, 大人人数計: adults, 子供人数計: '1' })]);
    expect(file.system).toBe('ねっぱん!');
    const done = await runMoveIn(hotel.api, file);
    expect(done).toMatchObject({ new: 1, failed: 0, money: { new: Number(fee), booked: Number(fee) } });
    const [row] = await rowsOf(hotel.api, file.id);
    const ids = [row?.booking_id, ...(row?.further_booking_ids ?? [])];
    const made = await Promise.all(ids.map(booking));
    expect(made.map(({ total_fee }) => total_fee)).toEqual(fees);
    expect(made.map(({ mens_count }) => mens_count)).toEqual(men);
    expect(made.map(({ notes }) => notes.split('\n')[0])).toEqual(fees.map(() => '子供人数計: 1名'));
    expect(made.map(({ party_id }) => party_id)).toEqual(fees.map((_, index) => (index === 0 ? 0 : ids[0])));
    expect(new Set(made.map(({ room_id }) => room_id)).size).toBe(fees.length);
    expect(row?.warnings[0]).toMatch(/^室数が\d室のため、.*号室も予約します。$/);
    // The same file again makes no more of them.
    const again = await take([NEPPAN, neppanRow({ ...cells, 大人人数計: adults, 子供人数計: '1' })]);
    expect(await runMoveIn(hotel.api, again)).toMatchObject({ new: 0, existing: 1, failed: 0 });
  });

  test('with all its rooms in the cell takes just those', async () => {
    const [one, two] = [hotel.newRoom(), hotel.newRoom()];
    const file = await take([OLD_LEDGER, ledgerRow({ 部屋No: `${one}・${two}`, 前受金: '' })]);
    await runMoveIn(hotel.api, file, { mapping: file.mapping.with(7, 'left_out') });
    const [row] = await rowsOf(hotel.api, file.id);
    const made = await Promise.all([row?.booking_id, ...(row?.further_booking_ids ?? [])].map(booking));
    expect(made.map(({ room_id, total_fee }) => [room_id, total_fee])).toEqual([
      [hotel.roomId(one, '2096-01-10'), 4900],
      [hotel.roomId(two, '2096-01-10'), 4900],
    ]);
  });

  test('for which not enough rooms of its kind are free fails and says so', async () => {
    const cells = { 予約番号: 'NR-ALL', 部屋タイプ名称: '701', 室数: '20', チェックイン日: '2096/02/25' };
    const file = await take([NEPPAN, neppanRow({ ...cells, 大人人数計: '20' })]);
    await runMoveIn(hotel.api, file);
    expect(await toldOf(file)).toEqual([
      ['failed', expect.stringMatching(/^室数は20室ですが、701号室と同じ種類の空室は\d室です。/)],
    ]);
  });
});

describe('the lines of one booking', () => {
  const nights = (fees: readonly string[], more: Record<string, string> = {}) => {
    const room = hotel.newRoom();
    const end = { 泊数: String(fees.length), 部屋タイプ名称: room, ...more };
    return fees.map((fee, index) => neppanRow({ 料金合計額: fee, 泊目: String(index + 1), ...end }));
  };

  test.each([
    ['add up where they differ', ['9000', '12000'], '2', 21_000],
    ['add up where they differ and are fewer than the nights', ['9000', '12000'], '3', 21_000],
    ['are the whole where they are the same', ['18000', '18000'], '2', 18_000],
  ])('%s', async (name, fees, length, fee) => {
    const file = await take([NEPPAN, ...nights(fees, { 予約番号: `NL-${name.length}`, 泊数: length })]);
    const done = await runMoveIn(hotel.api, file);
    expect(done).toMatchObject({
      ...{ new: 1, existing: 1, failed: 0 },
      money: { new: fee, existing: 0, booked: fee },
    });
    const [row] = await rowsOf(hotel.api, file.id);
    expect(await booking(row?.booking_id)).toMatchObject({ total_fee: fee });
  });

  test('add up in the whole file where some of its bookings show that they are nights', async () => {
    const rows = [
      ...nights(['9000', '9000'], { 予約番号: 'NN-1' }),
      ...nights(['9000', '12000'], { 予約番号: 'NN-2' }),
    ];
    const file = await take([NEPPAN, ...rows]);
    const done = await runMoveIn(hotel.api, file);
    expect(done).toMatchObject({ new: 2, existing: 2, money: { new: 39_000, booked: 39_000 } });
  });

  test('fail together when their first one does', async () => {
    const file = await take([
      NEPPAN,
      ...nights(['9000', '12000'], { 予約番号: 'NF', 部屋タイプ名称: '9999' }),
    ]);
    expect(await runMoveIn(hotel.api, file)).toMatchObject({ new: 0, failed: 2 });
    expect((await toldOf(file))[1]?.[1]).toMatch(/^2行目の予約の続きです。/);
  });

  test('a fee of one night counts for each of the stay', async () => {
    const header = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数', '人数', '1泊料金'];
    const file = await take([header, ['NP1', '単価 太郎', hotel.newRoom(), '2096/1/10', '3', '1', '8,000']]);
    await runMoveIn(hotel.api, file);
    const [row] = await rowsOf(hotel.api, file.id);
    expect(await booking(row?.booking_id)).toMatchObject({ total_fee: 24_000 });
    expect(row?.warnings).toEqual(['1泊¥8,000の3泊分を合計料金とします。']);
  });
});

describe('a move-in is taken back as one', () => {
  test('except what was changed since, with why, and can be moved in again', async () => {
    const past = { 到着日: addDays(hotel.today, -3), 泊数: '1' };
    const rows = [ledgerRow(), ledgerRow(), ledgerRow(), ledgerRow(past), ledgerRow()];
    const mapping = (await take([OLD_LEDGER, ...rows])).mapping.with(7, 'left_out');
    const file = await take([OLD_LEDGER, ...rows]);
    await runMoveIn(hotel.api, file, { mapping });
    const [first, changed, checkedIn, over, cancelled] = await rowsOf(hotel.api, file.id);
    await hotel.api.put(`/api/booking/${changed?.booking_id}`, { notes: '電話あり' });
    await hotel.api.post(`/api/booking/${checkedIn?.booking_id}/payment`, {
      payment_type: null,
      payment_flag: 1,
    });
    await hotel.api.put(`/api/booking/${cancelled?.booking_id}/cancel`, {});

    const done = await takeBack(file);
    expect(done).toMatchObject({
      takes_back: 1,
      dry_run: 0,
      taken_back: 2,
      kept: 3,
      moved: 3,
      total: 5,
      done: 5,
    });
    expect(await toldOf(file)).toEqual([
      ['taken_back'],
      ['kept', expect.stringMatching(/号室: 移行の後に「予約変更」がありました。$/)],
      ['kept', expect.stringMatching(/号室: 移行の後に「入金の記録」がありました。$/)],
      ['taken_back'],
      ['kept', expect.stringMatching(/号室: 移行の後に取り消されています。$/)],
    ]);
    expect(await booking(first?.booking_id)).toMatchObject({ is_cancelled: 1 });
    expect(await booking(over?.booking_id)).toMatchObject({ is_cancelled: 1, checkin_date: null });
    expect(await booking(changed?.booking_id)).toMatchObject({ is_cancelled: 0, notes: '電話あり' });
    const { body: history } = await hotel.api.get<{ events: { type: string }[] }>(
      `/api/booking/${over?.booking_id}/history`,
    );
    expect(history.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['CheckOutReverted', 'CheckInReverted', 'ReservationTakenBack']),
    );

    // What was taken back comes again; what stays, and what staff cancelled, does not.
    const again = await take([OLD_LEDGER, ...rows]);
    expect(await runMoveIn(hotel.api, again, { mapping })).toMatchObject({ new: 2, existing: 3, failed: 0 });
    // Nor is anything left for the first file to take back but what it kept.
    expect(await takeBack(file)).toMatchObject({ taken_back: 0, kept: 3 });
  });

  test('with all rooms of a party and the nights that follow each other', async () => {
    const [one, two] = [hotel.newRoom(), hotel.newRoom()];
    const rows = [
      ledgerRow({ 受付No: 'TB', 部屋No: `${one},${two}` }),
      ledgerRow({ 受付No: 'TB', 部屋No: one, 到着日: '96/1/12', 泊数: '1' }),
    ];
    const file = await take([OLD_LEDGER, ...rows]);
    await runMoveIn(hotel.api, file, { mapping: file.mapping.with(7, 'left_out') });
    expect(await takeBack(file)).toMatchObject({ taken_back: 2, kept: 0, moved: 0 });
    const stays = await rawQuery(
      hotel.databaseUrl,
      `select id from bookings where room_number in ('${one}', '${two}') and not is_cancelled`,
    );
    expect(stays).toEqual([]);
  });

  test('is refused where nothing was moved in', async () => {
    const file = await take([OLD_LEDGER, ledgerRow({ 部屋No: '9999' })]);
    const { status, body } = await hotel.api.post(`/api/move-in/files/${file.id}/take-back`, {});
    expect([status, body]).toMatchObject([409, { error: 'このファイルから移行した予約はありません。' }]);
  });
});

describe('the same file with a better mapping', () => {
  const worse = (file: MoveInFile) =>
    file.mapping.with(5, 'left_out').with(6, 'left_out').with(7, 'left_out').with(8, 'left_out');
  const better = (file: MoveInFile) => worse(file).with(5, 'partyText').with(6, 'totalFee').with(8, 'notes');

  test('corrects what differs, shown before and after, except what was changed by hand since', async () => {
    const past = { 到着日: addDays(hotel.today, -3), 泊数: '1' };
    const rows = [ledgerRow(), ledgerRow({ 内訳: '女2' }), ledgerRow(past)];
    const first = await take([OLD_LEDGER, ...rows]);
    await runMoveIn(hotel.api, first, { mapping: worse(first), past: 'completed' });
    const [one, byHand, over] = await rowsOf(hotel.api, first.id);
    await hotel.api.put(`/api/booking/${byHand?.booking_id}`, { notes: '電話あり' });

    const second = await take([OLD_LEDGER, ...rows]);
    const mapping = better(second);
    expect(await runMoveIn(hotel.api, second, { mapping, dry_run: 1, past: 'completed' })).toMatchObject({
      ...{ new: 0, changed: 2, existing: 1, failed: 0 },
    });
    const [shown] = await rowsOf(hotel.api, second.id);
    expect(shown?.changes).toEqual([
      { label: '合計料金', before: '¥0', after: '¥9,800' },
      { label: '女性', before: '0', after: '1' },
      { label: '備考', before: '', after: '窓側' },
    ]);
    expect(await booking(one?.booking_id)).toMatchObject({ total_fee: 0 });

    const done = await runMoveIn(hotel.api, second, { mapping, past: 'completed' });
    expect(done).toMatchObject({ changed: 2, existing: 1, moved: 3 });
    expect(await booking(one?.booking_id)).toMatchObject({ total_fee: 9800, womens_count: 1, notes: '窓側' });
    expect(await booking(byHand?.booking_id)).toMatchObject({ total_fee: 0, notes: '電話あり' });
    expect(await booking(over?.booking_id)).toMatchObject({
      ...{ total_fee: 9800, checkin_date: past.到着日, checkout_date: addDays(hotel.today, -2) },
    });
    expect((await toldOf(second))[1]).toEqual([
      'existing',
      '移行の後に「予約変更」があったため、違うところ(合計料金、男性、女性、備考)を直しません。',
    ]);
    // Once corrected nothing differs any more.
    const third = await take([OLD_LEDGER, ...rows]);
    expect(await runMoveIn(hotel.api, third, { mapping: better(third) })).toMatchObject({
      changed: 0,
      existing: 3,
    });
  });

  test('that now says more rooms than before leaves them, and says what to do', async () => {
    const row = neppanRow({ 予約番号: 'MR', 部屋タイプ名称: hotel.newRoom(), 室数: '2' });
    const first = await take([NEPPAN, row]);
    await runMoveIn(hotel.api, first, { mapping: first.mapping.with(NEPPAN.indexOf('室数'), 'left_out') });
    const second = await take([NEPPAN, row]);
    const mapping = second.mapping.with(NEPPAN.indexOf('室数'), 'roomCount');
    expect(await runMoveIn(hotel.api, second, { mapping })).toMatchObject({ failed: 1, changed: 0 });
    expect((await toldOf(second))[0]?.[1]).toMatch(/^前に移行したときは1室、この行は2室です。/);
  });
});

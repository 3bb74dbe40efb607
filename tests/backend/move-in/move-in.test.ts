import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { MoveInFile, MoveInReason, MoveInRow } from '@wire/move-in.js';
import { MoveInRunner } from '#backend/move-in/move-in-runner.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn } from '#backend/platform/database.js';
import { encodeCp932 } from '#tests/support/cp932.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { csvOf, rowsOf, runMoveIn, uploadMoveIn } from '#tests/support/move-in.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';

const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);

const HEADER = ['受付番号', 'お客様名', 'フリガナ', '客室', 'IN', '泊数', '人数', '料金', '電話', '備考'];
let number = 0;

/** A row of another system's file, in a room of its own. */
function rowOf(cells: Record<string, string> = {}): string[] {
  number += 1;
  const row: Record<string, string> = {
    受付番号: `Y${number}`,
    お客様名: '髙橋 一郎 様',
    フリガナ: 'ﾀｶﾊｼ ｲﾁﾛｳ',
    客室: cells.客室 ?? `0${hotel.newRoom()}号室`,
    IN: '2096年1月10日(火)',
    泊数: '2泊',
    人数: '1名',
    料金: '￥１２，０００',
    電話: '090-1234-5678',
    備考: '窓側①',
    ...cells,
  };
  return HEADER.map((name) => row[name] ?? '');
}

const take = async (rows: string[][], header = HEADER): Promise<MoveInFile> =>
  (await uploadMoveIn(hotel.url, csvOf([header, ...rows]))).body;
const messagesOf = ({ faults }: MoveInRow) => faults.map(({ column, message }) => [column, message]);
const booking = async (id: number | null | undefined) =>
  (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;

describe('a file of another system', () => {
  test('in CP932 and with a title above is understood, tried, and moved in', async () => {
    const row = rowOf();
    const text = `予約一覧表\r\n\r\n${csvOf([HEADER, row])}`;
    const { status, body } = await uploadMoveIn(hotel.url, encodeCp932(text), { name: '予約.csv' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{
        file_name: '予約.csv',
        rows: 1,
        run: 0,
        status: 'idle',
        header: HEADER,
        header_line: 3,
      },
      sample: [{ line: 4, cells: row }],
      mapping: [
        ...['bookingNumber', 'guestName1', 'guestName1Kana', 'roomNumber', 'stayStart', 'nights', 'guests'],
        ...['totalFee', 'tel', 'notes'],
      ],
    });
    const before = await hotel.position();
    const tried = await runMoveIn(hotel.api, body, { dry_run: 1 });
    expect(tried).toMatchObject({ new: 1, failed: 0, total: 1, done: 1, moved: 0, dry_run: 1 });
    expect(await hotel.position()).toBe(before);

    const moved = await runMoveIn(hotel.api, body, { system: '旧台帳' });
    expect(moved).toMatchObject({ new: 1, moved: 1, dry_run: 0, sample: [] });
    const [{ booking_id, cells } = { booking_id: null, cells: [] }] = await rowsOf(hotel.api, body.id);
    expect(cells).toBeNull();
    expect(await booking(booking_id)).toMatchObject({
      ...{ guest_name_1: '髙橋 一郎', reserver_name: '髙橋 一郎', guest_name1_kana: 'タカハシ イチロウ' },
      ...{ stay_start: '2096-01-10', stay_end: '2096-01-12', total_fee: 12_000, mens_count: 1 },
      ...{ booking_number: row[0], tel: '090-1234-5678', notes: '窓側①', checkin_time: '15:00' },
    });
    const { body: history } = await hotel.api.get<{
      events: { type: string; changes: { field: string; after: string }[] }[];
    }>(`/api/booking/${booking_id}/history`);
    const origin = history.events.find(({ type }) => type === 'ReservationMovedIn')?.changes;
    expect(origin).toEqual([
      expect.objectContaining({ field: 'moved_in_from', after: `旧台帳 ${row[0]} (予約.csv 4行目)` }),
    ]);
  });

  test('names every fault by line and column, writes what fits, and gives the rest back to be mended', async () => {
    const taken = hotel.newRoom();
    await hotel.book({ room_id: hotel.roomId(taken, '2096-01-10') });
    const shared = hotel.newRoom();
    const rows = [
      rowOf({ 客室: '9999' }),
      rowOf({ IN: '2096/2/30' }),
      rowOf({ 人数: '3名' }),
      rowOf({ 客室: taken }),
      rowOf({ 客室: shared }),
      rowOf({ 客室: shared, IN: '2096/1/11' }),
      rowOf({ 料金: '時価', お客様名: '一' }),
      rowOf({ IN: '2098/1/10' }),
    ];
    const file = await take(rows);
    const done = await runMoveIn(hotel.api, file);
    expect(done).toMatchObject({ new: 1, failed: 7, moved: 1 });
    const results = await rowsOf(hotel.api, file.id);
    const room = Number(/\d+/.exec(rows[7]?.[3] ?? '')?.[0]);
    expect(results.map(messagesOf)).toEqual([
      [[3, '部屋「9999」はこのホテルにありません。']],
      [[4, '「2096/2/30」は日付として読み取れません。']],
      [[6, '宿泊人数が2名を超えています。']],
      [[3, `${taken}号室は登録済みの予約(1/10(火)～1/12(木))と重なっています。`]],
      [],
      [[3, `${shared}号室は6行目の予約(1/10(火)～1/12(木))と重なっています。`]],
      [
        [7, '「時価」は金額として読み取れません。'],
        [1, '宿泊者名は2文字以上で入力してください。'],
        [1, '予約者名は2文字以上で入力してください。'],
      ],
      [[3, `${room}号室の2098年1月がまだありません。マスタの「部屋」で月を作ってください。`]],
    ]);
    const { body: reasons } = await hotel.api.get<MoveInReason[]>(`/api/move-in/files/${file.id}/reasons`);
    expect(reasons[0]).toMatchObject({ code: 'overlap', rows: 2 });
    const mend = (await hotel.api.get(`/api/move-in/files/${file.id}/failed.csv`)).text;
    expect(mend.split('\r\n')[1]).toMatch(/,9999,.*,2,D列「客室」: 部屋「9999」はこのホテルにありません。$/);

    // The mended file has the same header and two columns more; what was moved in stays once.
    const mended = mend.replace('9999', hotel.newRoom()).replace('2096/2/30', '2096/2/29');
    const again = (await uploadMoveIn(hotel.url, mended)).body;
    expect(await runMoveIn(hotel.api, again)).toMatchObject({ new: 2, failed: 5 });
  });

  test('moved in twice is moved in once, by number or by room, dates and name', async () => {
    const numbered = rowOf();
    const nameless = rowOf({ 受付番号: '' });
    const first = await take([numbered, nameless]);
    await runMoveIn(hotel.api, first);
    const [one] = await rowsOf(hotel.api, first.id);
    // What was moved to another room since is found again.
    const elsewhere = hotel.roomId(hotel.newRoom(), '2096-01-10');
    await hotel.api.put(`/api/booking/${one?.booking_id}`, { room_id: elsewhere });
    const before = await hotel.position();
    const second = await take([numbered, nameless]);
    expect(await runMoveIn(hotel.api, second)).toMatchObject({ new: 0, existing: 2, failed: 0 });
    expect(await hotel.position()).toBe(before);

    const changed = numbered.with(4, '2096/1/20');
    const third = await take([changed]);
    expect(await runMoveIn(hotel.api, third)).toMatchObject({ new: 0, failed: 1 });
    const [row] = await rowsOf(hotel.api, third.id);
    expect(row?.faults[0]?.message).toMatch(/^予約番号Y\d+は前に移行した予約\(.*と部屋か日付が違います。/);
    expect(await runMoveIn(hotel.api, third, { lines: [2] })).toMatchObject({ new: 1, total: 1 });
  });

  test('only chosen rows are moved in; the others stay for later', async () => {
    const file = await take([rowOf(), rowOf(), rowOf()]);
    expect(await runMoveIn(hotel.api, file, { lines: [3] })).toMatchObject({ new: 1, total: 1, moved: 1 });
    expect(await runMoveIn(hotel.api, file)).toMatchObject({ new: 2, total: 2, moved: 3 });
    expect(await runMoveIn(hotel.api, file)).toMatchObject({ total: 0, done: 0, moved: 3 });
  });

  test('rooms with one number are a party, nights with one number follow each other', async () => {
    const room = hotel.newRoom();
    const rows = [rowOf({ 受付番号: 'P1', 客室: room }), rowOf({ 受付番号: 'P1' })];
    const night = rowOf({ 受付番号: 'P1', 客室: room, IN: '2096/1/12', 泊数: '1' });
    const file = await take([...rows, night]);
    await runMoveIn(hotel.api, file);
    const [first, second, third] = await rowsOf(hotel.api, file.id);
    expect(await booking(second?.booking_id)).toMatchObject({ party_id: first?.booking_id });
    expect(await booking(third?.booking_id)).toMatchObject({
      base_booking_id: first?.booking_id,
      group_end_date: '2096-01-13',
    });
  });

  test('past stays come along as checked out and paid, cancelled ones do not', async () => {
    const header = [...HEADER, '状態', '入金'];
    const past = { IN: addDays(hotel.today, -3), 泊数: '1' };
    const inHouse = { IN: addDays(hotel.today, -1), 泊数: '3' };
    const rows = [
      [...rowOf(past), '予約', ''],
      [...rowOf(inHouse), 'チェックイン済', '未'],
      [...rowOf(), 'キャンセル', ''],
    ];
    const file = await take(rows, header);
    expect(await runMoveIn(hotel.api, file)).toMatchObject({ new: 2, skipped: 1, failed: 0 });
    const [left, here] = await rowsOf(hotel.api, file.id);
    expect(await booking(left?.booking_id)).toMatchObject({
      ...{ checkin_date: past.IN, checkout_date: addDays(hotel.today, -2), payment_status: '済' },
    });
    expect(await booking(here?.booking_id)).toMatchObject({
      ...{ checkin_date: inHouse.IN, checkout_date: null, payment_status: '未' },
    });
    const later = await take([rows[0]?.with(0, 'OTHER') ?? []], header);
    expect(await runMoveIn(hotel.api, later, { past: 'skip' })).toMatchObject({ skipped: 1, new: 0 });
  });

  test.each([
    ['checked in before the stay', -2, '', 'チェックイン日は宿泊期間内の日付を入力してください。'],
    ['checked in after today', 1, '', '未来の日付ではチェックイン出来ません。'],
    [
      'checked out before the check-in',
      0,
      -1,
      'チェックアウト日はチェックイン日以降の日付を入力してください。',
    ],
    ['checked out after today', -1, 1, '未来の日付ではチェックアウト出来ません。'],
  ] as const)(
    'a row whose guest %s is refused, and nothing of it is written',
    async (_, came, left, message) => {
      const dayOf = (offset: number | '') => (offset === '' ? '' : addDays(hotel.today, offset));
      const header = [...HEADER, 'チェックインした日', 'チェックアウトした日'];
      const row = [...rowOf({ IN: addDays(hotel.today, -1), 泊数: '3' }), dayOf(came), dayOf(left)];
      const file = await take([row], header);
      const before = await hotel.position();
      for (const dry_run of [1, 0] as const) {
        expect(await runMoveIn(hotel.api, file, { dry_run })).toMatchObject({ new: 0, failed: 1, moved: 0 });
      }
      const [refused] = await rowsOf(hotel.api, file.id);
      expect(refused?.faults.map((fault) => fault.message)).toEqual([message]);
      expect(await hotel.position()).toBe(before);
    },
  );

  test('says on every terminal how far it is, up to its end', async () => {
    const terminal = new LiveTerminal(hotel.url);
    await terminal.until(({ kinds }) => kinds.length > 0);
    const file = await take([rowOf(), rowOf()]);
    await runMoveIn(hotel.api, file);
    const booked = () => terminal.frames.flatMap(({ bookings }) => bookings);
    // The file of the test before, and this one before its run, are idle as well.
    const ended = () =>
      terminal.moveIns.find(({ id, status, done }) => id === file.id && status === 'idle' && done === 2);
    await terminal.until(() => ended() !== undefined && booked().length === 2);
    terminal.close();
    expect(ended()).toMatchObject({ total: 2, new: 2, moved: 2 });
    expect(terminal.moveIns.at(-1)).toBe(ended());
  });

  test('what no master knows is kept in the notes with a warning; a listed guest is marked', async () => {
    const header = [...HEADER, '支払方法', '会社名', '予約経路', '状態'];
    const listed = await hotel.api.post<{ id: number }>('/api/blacklist', {
      guest_name: '要注意 客',
      tel: null,
    });
    const file = await take(
      [[...rowOf({ お客様名: '要注意 客', 備考: '' }), '回数券', '謎商事', '一休', '仮予約']],
      header,
    );
    await runMoveIn(hotel.api, file);
    const [row] = await rowsOf(hotel.api, file.id);
    expect(row?.warnings).toEqual([
      '支払方法: 回数券 はマスタにないため、備考に残します。',
      '法人: 謎商事 はマスタにないため、備考に残します。',
      'ブラックリストに登録されている宿泊者です。',
    ]);
    expect(await booking(row?.booking_id)).toMatchObject({
      ...{
        notes: '予約媒体: 一休\n支払方法: 回数券\n法人: 謎商事',
        booking_source: 'その他',
        payment_type: null,
      },
      blacklist_id: listed.body.id,
    });
  });

  test('keeps its mapping for the next file with this header, on any terminal', async () => {
    const header = ['謎の列', '人', '場所', '日', '泊'];
    const row = ['R1', '山田太郎', hotel.newRoom(), '2096/1/10', '1'];
    const file = await take([row], header);
    expect(file).toMatchObject({ is_remembered: 0 });
    const mapping = ['bookingNumber', 'guestName1', 'roomNumber', 'stayStart', 'nights'];
    await runMoveIn(hotel.api, file, { mapping, system: '帳簿', dry_run: 1 });
    expect(await take([row], header)).toMatchObject({ mapping, system: '帳簿', is_remembered: 1 });
  });
});

test.each([
  ['is kept for 30 days', '29 days 23 hours', 1],
  ['is forgotten after 30 days', '30 days 1 hour', 0],
])('what a row says that became no booking %s', async (_, age, kept) => {
  const file = await take([rowOf({ 客室: '9999' })]);
  await runMoveIn(hotel.api, file);
  const received = `received_at = clock_timestamp() - interval '${age}'`;
  await rawQuery(hotel.databaseUrl, `update move_ins set ${received} where id = ${file.id}`);
  const { store, pool } = node;
  const runner = new MoveInRunner(hotel.databaseUrl, kyselyOn(pool), store, new Clock('Asia/Tokyo'));
  await runner.onApplicationBootstrap();
  await runner.beforeApplicationShutdown();
  const rows = `select cells from move_in_rows where move_in_id = ${file.id}`;
  const said = (await rawQuery(hotel.databaseUrl, rows)).filter(({ cells }) => cells !== null);
  expect(said).toHaveLength(kept);
});

describe('refused is', () => {
  test.each([
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex'), /CSV UTF-8/],
    ['an unknown encoding', Buffer.from([0x41, 0xff, 0xfe, 0xff]), /文字コード/],
    ['an empty file', '', /1行もありません/],
    ['a header alone', csvOf([HEADER]), /1行もありません/],
    ['an open quote', `${csvOf([HEADER])}\r\n"Y1,山田\r\nY2,山田\r\n`, /2行目から始まる引用符/],
  ])('%s, whole and with a reason', async (_, content, told) => {
    const { status, text } = await uploadMoveIn(hotel.url, content);
    expect([status, told.test(text)]).toEqual([422, true]);
  });

  test('a run without the columns that a booking needs, or with one twice', async () => {
    const file = await take([rowOf()]);
    const run = (mapping: (string | number)[]) =>
      hotel.api.post<{ error: string }>(`/api/move-in/files/${file.id}/runs`, {
        mapping,
        system: '',
        past: 'skip',
        dry_run: 1,
      });
    const none = await run(HEADER.map(() => ''));
    expect([none.status, none.body.error]).toEqual([
      422,
      [
        '「宿泊者名」か「予約者名」の列を選んでください。',
        '「部屋番号」の列を選んでください。',
        '「チェックイン日」か「宿泊期間」の列を選んでください。',
        '「チェックアウト日」か「泊数」の列を選んでください。',
        'G列「人数」は人数のようです。どう使うか、使わないかを選んでください。',
        'H列「料金」は金額のようです。どう使うか、使わないかを選んでください。',
        'J列「備考」は備考のようです。どう使うか、使わないかを選んでください。',
      ].join('\n'),
    ]);
    const twice = await run(file.mapping.with(9, 'roomNumber'));
    expect(twice.body.error).toBe('「部屋番号」が2つの列で選ばれています。1つにしてください。');
    expect((await run([...file.mapping, ''])).body.error).toBe('列の数がファイルと違います。');
    expect((await run(['x'])).body.error).toBe('列の選択が正しくありません。');
  });

  test('another file with the same key; the same file with it is one upload', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const content = csvOf([HEADER, rowOf()]);
    const once = await uploadMoveIn(hotel.url, content, { headers });
    expect((await uploadMoveIn(hotel.url, content, { headers })).body.id).toBe(once.body.id);
    expect((await uploadMoveIn(hotel.url, csvOf([HEADER, rowOf()]), { headers })).status).toBe(409);
  });
});

test('more files at once than the server has connections are all taken, and none waits for another in vain', async () => {
  const files = Array.from({ length: 12 }, () => csvOf([HEADER, rowOf({ 客室: '9999' })]));
  const answers = await Promise.all(files.map((file) => uploadMoveIn(hotel.url, file)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
});

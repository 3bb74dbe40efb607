import { readFileSync } from 'node:fs';
import { addDays, day } from '@domain/dates.js';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ImportReport } from '@wire/csv-imports.js';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import { must, upload } from '#tests/support/api-client.js';
import { type ChannelRow, channelFile, channelRow } from '#tests/support/channel-file.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

beforeAll(async () => {
  const mapping = { room_type: 'SS', categories: ['normal_non_smoking'] };
  await must(hotel.api.post('/api/room-type-mappings', mapping));
});

let round = 0;
beforeEach(() => {
  round += 1;
});

type Cells = Partial<ChannelRow>;
/** Each test has nights of its own. */
const night = (number: number) => addDays(day('2096-01-01'), 6 * round + number);
/** A row of this test's reservation. */
const row = (cells: Cells = {}): ChannelRow =>
  channelRow({
    予約番号: `TWO${round}`,
    予約日時: '2095-11-01 10:00:00',
    チェックイン日: night(0),
    チェックアウト日: night(2),
    ...cells,
  });
const NS: Cells = { 宿泊者氏名: '二室 甲', 会員氏名: '二室 甲' };
const SS: Cells = { 部屋名称: '喫煙シングル', 部屋記号: 'SS', 宿泊者氏名: '二室 乙', 会員氏名: '二室 乙' };
const LS: Cells = { 部屋名称: '喫煙シングル', 部屋記号: 'NS', 宿泊者氏名: '二室 丙', 会員氏名: '二室 丙' };
const at = (time: string): Cells => ({ 予約区分: '予約変更', 変更日時: `2095-11-02 ${time}:00` });
const cancelAt = (time: string): Cells => ({
  予約区分: 'キャンセル',
  キャンセル日時: `2095-11-02 ${time}:00`,
});

const take = async (...rows: Cells[]): Promise<ImportReport> =>
  (await upload(hotel.url, channelFile(rows.map(row)))).body;
const outcomes = ({ results }: ImportReport) => results.map(({ outcome }) => outcome);

async function recordsOf(number: string): Promise<CsvRecord[]> {
  const lists = await Promise.all(
    ['failed', 'registered', 'cancelled'].map((status) =>
      hotel.api.get<CsvRecord[]>(`/api/csv-reservations?status=${status}`),
    ),
  );
  const found = lists.flatMap(({ body }) => body).filter(({ booking_number }) => booking_number === number);
  return found.sort((a, b) => a.room_index - b.room_index);
}
const states = async () =>
  (await recordsOf(`TWO${round}`)).map(
    ({ guest_name_1, room_symbol, status }) => `${guest_name_1} ${room_symbol} ${status}`,
  );
const booking = async ({ booking_id }: CsvRecord) =>
  (await hotel.api.get<BookingRecord>(`/api/booking/${booking_id}`)).body;
const ROOM_A = '二室 甲 NS registered';
const ROOM_B = '二室 乙 SS registered';

describe('two rows of one number and instant that differ in room or stay', () => {
  test('are rooms of one reservation, whatever their order; the same file changes nothing', async () => {
    const dry = await upload(hotel.url, channelFile([NS, SS].map(row)), { query: '?dry_run=1' });
    expect(outcomes(dry.body)).toEqual(['new', 'new']);
    expect(outcomes(await take(NS, SS))).toEqual(['new', 'new']);
    expect(await states()).toEqual([ROOM_A, ROOM_B]);
    const records = await recordsOf(`TWO${round}`);
    const form = await hotel.api.get<CsvFormData>(`/api/fetch-csv-reservation-data/${records[1]?.id}`);
    expect(form.body.group).toEqual(records.map(({ id }) => id));
    const bookings = await Promise.all(records.map(booking));
    expect(new Set(bookings.map(({ room_id }) => room_id)).size).toBe(2);
    const before = await hotel.position();
    expect(outcomes(await take(NS, SS))).toEqual(['unchanged', 'unchanged']);
    expect(outcomes(await take(SS, NS))).toEqual(['unchanged', 'unchanged']);
    expect(await hotel.position()).toBe(before);
  });

  test('are changed each by its own row, lose the one that is gone, and win the one that is added', async () => {
    await take(SS, NS);
    const dearer = { ...NS, 合計料金: '9500' };
    expect(outcomes(await take({ ...SS, ...at('10:00') }, { ...dearer, ...at('10:00') }))).toEqual([
      'changed',
      'changed',
    ]);
    const both = await recordsOf(`TWO${round}`);
    expect(both.map(({ guest_name_1, total_fee }) => [guest_name_1, total_fee])).toEqual([
      ['二室 乙', 8000],
      ['二室 甲', 9500],
    ]);
    const fewer = await take({ ...dearer, ...at('11:00') });
    expect(fewer.results[0]?.rooms.map(({ outcome }) => outcome)).toEqual(['changed', 'cancelled']);
    expect(await states()).toEqual(['二室 乙 SS cancelled', ROOM_A]);
    const more = [
      { ...dearer, ...at('12:00') },
      { ...LS, ...at('12:00') },
      { ...SS, ...at('12:00') },
    ];
    await take(...more);
    expect(await states()).toEqual([ROOM_B, ROOM_A, '二室 丙 NS registered']);
    // An older file comes late.
    expect(outcomes(await take({ ...dearer, ...at('11:00') }))).toEqual(['superseded']);
    expect(await states()).toHaveLength(3);
  });

  test('are cancelled together by one cancellation, or by one for each', async () => {
    await take(NS, SS, { ...LS, 部屋数: '2', 男性人数: '2', 大人人数: '2' });
    expect(await states()).toHaveLength(4);
    const cancelled = await take({ ...NS, ...cancelAt('12:00') }, { ...SS, ...cancelAt('12:00') });
    expect(outcomes(cancelled)).toEqual(['cancelled', 'unchanged']);
    expect((await recordsOf(`TWO${round}`)).map(({ status }) => status)).toEqual(Array(4).fill('cancelled'));
  });

  test('may differ in their stay alone', async () => {
    const later = { チェックイン日: night(2), チェックアウト日: night(4) };
    expect(outcomes(await take(NS, { ...NS, ...later }))).toEqual(['new', 'new']);
    const stays = (await recordsOf(`TWO${round}`)).map(({ stay_start }) => stay_start);
    expect(stays).toEqual([night(0), night(2)]);
  });

  test('with a 部屋数 that counts both are two rooms, not four', async () => {
    expect(outcomes(await take({ ...NS, 部屋数: '2' }, { ...SS, 部屋数: '2' }))).toEqual(['new', 'new']);
    expect(await states()).toEqual([ROOM_A, ROOM_B]);
  });

  test('are one room that changes its type when they come one after the other', async () => {
    await take(NS);
    expect(outcomes(await take({ ...SS, ...at('10:00') }))).toEqual(['changed']);
    expect(await states()).toEqual([ROOM_B]);
  });
});

describe('rows of one number, instant, room and stay that say different things', () => {
  const dearer = { ...NS, 合計料金: '9500', 備考: '角部屋' };

  test('leave one failed record that tells what both say', async () => {
    expect(outcomes(await take(NS, dearer))).toEqual(['failed', 'failed']);
    const [record, ...others] = await recordsOf(`TWO${round}`);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ status: 'failed', reason: '内容の矛盾', detail: '合計料金, 備考' });
    expect(record?.notes).toContain('同じ部屋の別の行: 合計料金: 8000');
    expect(record?.notes).toContain('角部屋');
    const before = await hotel.position();
    const again = await take(NS, dearer);
    expect(again).toMatchObject({ failed: 0, new: 0, changed: 0 });
    expect(await hotel.position()).toBe(before);
  });

  test('in two files leave the booking as it is, and the record to staff', async () => {
    const made = await take(NS);
    expect(outcomes(await take(dearer))).toEqual(['failed']);
    const [record] = await recordsOf(`TWO${round}`);
    const bookingId = made.results[0]?.booking_id;
    expect(record).toMatchObject({ status: 'failed', reason: '内容の矛盾', booking_id: bookingId });
    expect((await booking(record as CsvRecord)).total_fee).toBe(8000);
    for (const file of [[NS], [dearer]]) {
      const before = await hotel.position();
      expect((await take(...file)).failed).toBe(0);
      expect(await hotel.position()).toBe(before);
    }
    // A newer row settles it.
    expect(outcomes(await take({ ...dearer, ...at('10:00') }))).toEqual(['changed']);
    expect((await booking(record as CsvRecord)).total_fee).toBe(9500);
  });
});

test('numbers that a spreadsheet rounded are no identity, and told with what to do', async () => {
  const rounded = `2128${round}0000000000`;
  const report = await take(
    { 予約番号: rounded, ...NS },
    { 予約番号: rounded, ...SS, チェックイン日: night(3), チェックアウト日: night(4) },
    { 予約番号: `3128${round}0000000000` },
  );
  expect(outcomes(report)).toEqual(['failed', 'failed', 'new']);
  for (const result of report.results.slice(0, 2)) {
    expect(result).toMatchObject({ reason: '予約番号不正', booking_number: '' });
    expect(result.detail).toContain(`予約番号: ${rounded} 表計算ソフトで丸められた番号です。`);
  }
  expect((await take({ 予約番号: rounded, ...NS, ...cancelAt('12:00') })).results).toHaveLength(1);
});

describe('files as they came from a channel manager', () => {
  /** Their guests come in a year in which the hotel has rooms. */
  const fileOf = (name: string) =>
    Buffer.from(readFileSync(`tests/support/channel-files/${name}.csv`, 'utf8').replaceAll('2027', '2096'));
  const takeFile = async (name: string) => (await upload(hotel.url, fileOf(name))).body;

  test.each([
    ['adults-without-gender', ['new'], { warnings: ['性別未確認'] }],
    ['one-number-two-room-types', ['new', 'new'], {}],
    ['scientific-number', ['failed', 'failed'], { reason: '予約番号不正' }],
    ['checkin-time-words', ['new', 'new'], {}],
    ['fee-with-decimals', ['new'], {}],
    ['prepaid-in-other-words', ['new'], {}],
    ['date-with-time', ['new'], {}],
    ['empty-comma-line', ['new'], {}],
    ['long-passport-name', ['failed'], { reason: '名前が長すぎます' }],
  ])('%s', async (name, wanted, first) => {
    const report = await takeFile(name);
    expect(outcomes(report)).toEqual(wanted);
    expect(report.results[0]).toMatchObject(first);
  });

  test('a cancellation without a time ends a reservation that was changed', async () => {
    const reports = [];
    for (const name of ['1-book', '2-change', '3-cancel'])
      reports.push(await takeFile(`cancel-without-time-${name}`));
    expect(reports.map(outcomes)).toEqual([['new'], ['changed'], ['cancelled']]);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import type { ErrorBody } from '@wire/errors.js';
import { must, upload } from '#tests/support/api-client.js';
import { type ChannelRow, channelFile, channelRow, goodRows } from '#tests/support/channel-file.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const ROWS = '/api/csv-imports/rows';
const send = (rows: readonly object[], headers = {}) => hotel.api.post<ImportReport>(ROWS, { rows }, headers);
const tried = async (rows: readonly object[]) =>
  (await must(hotel.api.post<ImportReport>(`${ROWS}?dry_run=1`, { rows }))).results;

const number = (index: number) => `JS${String(index).padStart(8, '0')}`;

describe('rows as JSON', () => {
  it.each<[string, ChannelRow[]]>([
    ['good ones', [channelRow({ 予約番号: number(1) }), channelRow({ 予約番号: number(2), 部屋記号: 'SS' })]],
    ['rooms of one reservation', [channelRow({ 予約番号: number(3), 部屋数: '2', 男性人数: '2' })]],
    ['a cancellation of nothing', [channelRow({ 予約番号: number(4), 予約区分: 'キャンセル' })]],
    [
      'a wrong day and no guest',
      [channelRow({ チェックイン日: '2026-02-30' }), channelRow({ 宿泊者氏名: '' })],
    ],
    ['a number that a spreadsheet broke', [channelRow({ 予約番号: '2.12813E+15' })]],
    ['cells with commas, quotes and formulas', [channelRow({ 備考: '"a", =1+1;\t全', 予約番号: number(5) })]],
    ['an unknown room', [channelRow({ 部屋記号: '?', 部屋名称: '謎', 予約番号: number(6) })]],
  ])('come to the same as in a file: %s', async (_, rows) => {
    const file = channelFile(rows, { encoding: 'utf8' });
    const { body } = await upload(hotel.url, file, { query: '?dry_run=1' });
    const known = body.results.map(({ text: _text, ...result }) => result);
    expect((await tried(rows)).map(({ text: _text, ...result }) => result)).toEqual(known);
    expect(known.length).toBe(rows.length);
  });

  it('are registered, by numbers as by texts, and once however often they are sent', async () => {
    const [row] = goodRows(1, 'JS');
    const key = { 'idempotency-key': randomUUID() };
    const sent = [{ ...row, 合計料金: 8_000, 会員会社名: null, 知らない列: 'x' }];
    const first = await must(send(sent, key));
    expect(first).toMatchObject({ rows: 1, new: 1, failed: 0 });
    expect((await must(send(sent, key))).id).toBe(first.id);
    expect(await must(send(sent))).toMatchObject({ new: 0, unchanged: 1 });
    const other = await send([{ ...row, 合計料金: 9_000 }], key);
    expectRefusal(other, 409, '同じIdempotency-Keyで異なる内容が送信されました。');
    const id = first.results[0]?.booking_id;
    expect(await must(hotel.api.get(`/api/booking/${id}`))).toMatchObject({ total_fee: 8_000 });
  });

  it('without a needed column are refused as a file is', async () => {
    const { 予約番号: _, ...row } = channelRow();
    expectRefusal(await send([row]), 422, 'ファイルに必要な列がありません: 予約番号');
  });

  it.each<[string, unknown]>([
    ['none', []],
    ['no list', {}],
    ['too many', Array.from({ length: 1_001 }, () => ({}))],
    ['no row', ['x']],
    ['a list in a cell', [{ 予約番号: ['1'] }]],
    ['an object in a cell', [{ 予約番号: {} }]],
    ['a number of more digits than JSON keeps', [channelRow({ 予約番号: (2 ** 53) as never })]],
    ['half a character', [channelRow({ 宿泊者氏名: '山田\ud842' })]],
  ])('are refused with 422 in words: %s', async (_, rows) => {
    const { status, body } = await hotel.api.post<ErrorBody>(ROWS, { rows });
    expect([status, body.error]).toEqual([422, expect.stringMatching(/^rows.*指定してください。$/)]);
  });

  it('have a result each, in their order, whatever their cells hold', async () => {
    const rows = [7, 8, 9].map((index) => channelRow({ 予約番号: number(index), 備考: '一行\n二行' }));
    const numbers = (await tried(rows)).map(({ booking_number }) => booking_number);
    expect(numbers).toEqual([number(7), number(8), number(9)]);
  });
});

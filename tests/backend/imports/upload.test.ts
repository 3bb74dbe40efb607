import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { importsOf, reportOf, upload } from '../../support/api-client.js';
import { channelFile, channelRow, goodFile, goodRows } from '../../support/channel-file.js';
import type { Hotel } from '../../support/hotel.js';
import { startHotel } from '../../support/hotel.js';
import { rawQuery } from '../../support/log-rows.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

test('a file is answered with what became of each row, in the order of the file', async () => {
  const [first, second, third] = goodRows(3, 'R');
  const rows = [
    { ...first, 部屋記号: 'XX', 部屋名称: '離れ' },
    { ...second },
    { ...third },
    { ...second, 予約区分: 'キャンセル', キャンセル日時: '2095-11-09 09:00:00' },
  ].map((cells) => channelRow(cells));
  const headers = { 'x-terminal-name': encodeURIComponent('フロント2') };
  const { status, body } = await upload(hotel.url, channelFile(rows), { name: 'temairazu_1.csv', headers });
  expect(status).toBe(200);
  const { results, ...summary } = body;
  expect(summary).toEqual({
    id: expect.any(Number),
    file_name: 'temairazu_1.csv',
    dry_run: 0,
    status: 'done',
    rows: 4,
    done: 4,
    terminal: 'フロント2',
    received_at: expect.stringMatching(/^20.*Z$/),
    finished_at: expect.stringMatching(/^20.*Z$/),
    new: 2,
    changed: 0,
    cancelled: 1,
    unchanged: 0,
    superseded: 0,
    failed: 1,
  });
  expect(results.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
    [2, 'failed', '部屋タイプ未定義'],
    [3, 'new', null],
    [4, 'new', null],
    [5, 'cancelled', null],
  ]);
  expect(results.map(({ text }) => text !== null)).toEqual([true, false, false, false]);
  const booking = await hotel.api.get<{ booking_number: string }>(`/api/booking/${results[2]?.booking_id}`);
  expect(booking.body.booking_number).toBe('R00002');

  expect((await hotel.api.get<ImportReport>(`/api/csv-imports/${body.id}`)).body).toEqual(body);
  const failed = await hotel.api.get<ImportReport>(`/api/csv-imports/${body.id}?outcome=failed`);
  expect(failed.body).toEqual({ ...summary, results: [results[0]] });
  expect((await importsOf(hotel.url))[0]).toEqual(summary);
});

test('a name comes as it was written, without folders and control characters, and not too long', async () => {
  const name = async (given: string) =>
    (await upload(hotel.url, goodFile(1, given), { name: given })).body.file_name;
  expect(await name('予約一覧 ①.csv')).toBe('予約一覧 ①.csv');
  expect(await name('C:\\exports\\手間いらず.csv')).toBe('手間いらず.csv');
  expect(await name('../../etc/a\tb.csv')).toBe('ab.csv');
  expect([...(await name(`${'長'.repeat(300)}.csv`))].length).toBe(200);
});

test('a dry run reports the results of all rows, also of dependent ones, and writes nothing', async () => {
  const [row] = goodRows(1, 'D');
  const rows = [
    channelRow({ ...row }),
    channelRow({ ...row, 予約区分: '予約変更', 変更日時: '2095-11-08 09:00:00', 合計料金: '9000' }),
    channelRow({ ...row, 予約番号: 'D2', 部屋記号: '', 部屋名称: '離れ' }),
  ];
  const before = await hotel.position();
  const tried = await upload(hotel.url, channelFile(rows), { query: '?dry_run=1' });
  expect(tried.status).toBe(200);
  expect(tried.body).toMatchObject({ dry_run: 1, status: 'done', new: 1, changed: 1, failed: 1, done: 3 });
  expect(await hotel.position()).toBe(before);
  expect((await importsOf(hotel.url)).map(({ id }) => id)).not.toContain(tried.body.id);
  expect((await hotel.api.get<ImportReport>(`/api/csv-imports/${tried.body.id}`)).body).toEqual(tried.body);

  const done = await upload(hotel.url, channelFile(rows));
  const outcomes = ({ results }: ImportReport) => results.map(({ outcome, reason }) => [outcome, reason]);
  expect(outcomes(done.body)).toEqual(outcomes(tried.body));
  expect(await hotel.position()).toBeGreaterThan(before);
});

test('more than 1,000 rows are answered at once with the place where the report will be', async () => {
  const rows = goodRows(1_001, 'L').map((row) => ({ ...row, 部屋記号: 'XX' }));
  const { status, body, headers } = await upload(hotel.url, channelFile(rows));
  expect(status).toBe(202);
  expect(headers.get('location')).toBe(`/api/csv-imports/${body.id}`);
  expect(body).toMatchObject({ rows: 1_001, results: [] });
  const report = await reportOf(hotel.url, body.id);
  expect(report).toMatchObject({ done: 1_001, failed: 1_001 });
  expect(report.results.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 2));
  const { text } = await hotel.api.get(`/api/csv-imports/${body.id}/failed.csv`);
  expect(text.match(/^\d+,L\d{5},/gm)?.length).toBe(1_001);
});

test('only the results of rows that did not fail are stored', async () => {
  const rows = [...goodRows(2, 'P'), channelRow({ ...goodRows(3, 'P')[2], 部屋記号: 'XX' })];
  const kept = async (query: string) => {
    const { body } = await upload(hotel.url, channelFile(rows), { query });
    const select = `select line, row, text is not null as has_text from csv_import_rows where import_id = ${body.id}`;
    return rawQuery(hotel.databaseUrl, `${select} order by line`);
  };
  const expected = [
    { line: '2', row: null, has_text: 'f' },
    { line: '3', row: null, has_text: 'f' },
    { line: '4', row: null, has_text: 't' },
  ];
  expect(await kept('?dry_run=1')).toEqual(expected);
  expect(await kept('')).toEqual(expected);
});

describe('the list of failed rows', () => {
  test('is a file for spreadsheets in which nothing is a formula', async () => {
    const [row] = goodRows(1, 'F');
    const bad = { ...row, 部屋記号: 'XX', 予約サイト名: '=cmd|calc' };
    const rows = [
      channelRow({ ...bad, 予約番号: '=HYPERLINK("http://x.example")' }),
      channelRow({ ...bad, 予約番号: '+1', 備考: '改行\nあり, "引用"' }),
      channelRow({ ...row, 予約番号: 'F9' }),
    ];
    const { body } = await upload(hotel.url, channelFile(rows, { encoding: 'utf8' }), { name: '表 (1).csv' });
    const { headers, status } = await hotel.api.get(`/api/csv-imports/${body.id}/failed.csv`);
    const response = await fetch(`${hotel.url}/api/csv-imports/${body.id}/failed.csv`);
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="import-${body.id}-failed.csv"; filename*=UTF-8''${encodeURIComponent('表 ')}%281%29${encodeURIComponent('_取込失敗.csv')}`,
    );
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\uFEFF行番号,予約番号,理由,詳細,原文');
    expect(lines[1]).toMatch(/^2,"'=HYPERLINK\(""http:\/\/x\.example""\)",部屋タイプ未定義,.*"'=cmd\|calc,/);
    expect(lines[2]).toMatch(/^3,'\+1,部屋タイプ未定義,/);
    expect(lines[2]).toContain('"\'=cmd|calc,+1,');
    expect(lines.slice(3)).toEqual(['']);
  });
});

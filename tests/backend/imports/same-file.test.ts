import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { importsOf, reportOf, upload } from '../../support/api-client.js';
import { channelFile, channelRow, goodFile, goodRows } from '../../support/channel-file.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let hotel: Hotel;
let other: TestServer;

beforeAll(async () => {
  hotel = await startHotel();
  other = await startTestServer({ databaseUrl: hotel.databaseUrl });
});
afterAll(async () => {
  await other.stop();
  await hotel.stop();
});

/** New, changed, cancelled, failed and superseded rows, and one of two rooms. */
function mixedFile(prefix: string): Buffer {
  const [first, second, third, fourth] = goodRows(4, prefix);
  return channelFile(
    [
      { ...first },
      { ...first, 予約区分: '予約変更', 変更日時: '2095-11-08 09:00:00', 合計料金: '9000' },
      { ...second },
      { ...second, 予約区分: 'キャンセル', キャンセル日時: '2095-11-09 09:00:00' },
      { ...third, 部屋記号: 'XX' },
      { ...fourth, 部屋数: '2', 男性人数: '2', 大人人数: '2' },
      {
        ...third,
        予約番号: `${prefix}-unknown`,
        予約区分: 'キャンセル',
        キャンセル日時: '2095-11-09 09:00:00',
      },
    ].map((cells) => channelRow(cells)),
  );
}

const withoutWhen = ({ id, received_at, finished_at, dry_run, ...report }: ImportReport) => report;

describe('a file that was imported', () => {
  test('is answered as working it off again would, and nothing is written', async () => {
    const file = mixedFile('M');
    const first = await upload(hotel.url, file);
    expect(first.body).toMatchObject({ new: 3, changed: 1, cancelled: 1, failed: 2 });
    const before = await hotel.position();
    const worked = await upload(hotel.url, file, { query: '?dry_run=1' });
    const second = await upload(other.url, file);
    expect(second.body.id).not.toBe(first.body.id);
    expect(withoutWhen(second.body)).toEqual(withoutWhen(worked.body));
    expect(second.body).toMatchObject({ status: 'done', unchanged: 5, superseded: 2, failed: 0 });
    expect(await hotel.position()).toBe(before);
    expect(withoutWhen((await upload(hotel.url, file)).body)).toEqual(withoutWhen(second.body));
  });

  test('is superseded where something newer came since', async () => {
    const rows = goodRows(3, 'N');
    await upload(hotel.url, channelFile(rows));
    const change = { 予約区分: '予約変更', 変更日時: '2095-11-20 09:00:00', 合計料金: '9500' };
    await upload(hotel.url, channelFile([channelRow({ ...rows[1], ...change })]));
    const { body } = await upload(hotel.url, channelFile(rows));
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'superseded', 'unchanged']);
  });

  test('of which a later line corrected an earlier one ends with the later one, however often it comes', async () => {
    const [first] = goodRows(1, 'C');
    const wrong = { ...first, チェックアウト日: '2096-01-04' };
    const worse = { ...first, 宿泊者氏名: '', 会員氏名: '' };
    for (const [name, lines] of Object.entries({ CA: [wrong, worse], CB: [worse, wrong] })) {
      const file = channelFile(lines.map((cells) => channelRow({ ...cells, 予約番号: name })));
      const { body } = await upload(hotel.url, file);
      expect(body.results.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
      expect(body.results[1]?.warnings).toEqual([expect.stringMatching(/^同じ更新日時の訂正: /)]);
      const before = await hotel.position();
      const worked = await upload(hotel.url, file, { query: '?dry_run=1' });
      const again = await upload(hotel.url, file);
      expect(withoutWhen(again.body)).toEqual(withoutWhen(worked.body));
      expect(again.body.results.map(({ outcome }) => outcome)).toEqual(['superseded', 'unchanged']);
      expect(await hotel.position()).toBe(before);
    }
  });

  test('reports each time that a row was not applied', async () => {
    const [first] = goodRows(1, 'D');
    const rows = ['8000', '9000', '9100'].map((合計料金) =>
      channelRow({ ...first, 電話番号: '03-1', 合計料金 }),
    );
    const file = channelFile(rows);
    const refused = ['同じ更新日時で内容が異なるため取り込みませんでした: 合計料金'];
    const warnings = ({ body }: { body: ImportReport }) => body.results.map((result) => result.warnings);
    expect(warnings(await upload(hotel.url, file))).toEqual([[], refused, refused]);
    expect(warnings(await upload(other.url, file))).toEqual([[], refused, refused]);
  });

  test('is run again after only a dry run', async () => {
    const file = goodFile(2, 'T');
    await upload(hotel.url, file, { query: '?dry_run=1' });
    expect((await upload(hotel.url, file)).body).toMatchObject({ new: 2 });
  });
});

test('a file sent by two at once, to two servers, is one import', async () => {
  const file = goodFile(1_050, 'W');
  const before = (await importsOf(hotel.url)).length;
  const answers = await Promise.all([hotel.url, other.url, hotel.url].map((url) => upload(url, file)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await importsOf(hotel.url)).length).toBe(before + 1);
  const report = await reportOf(other.url, answers[0]?.body.id as number);
  expect(report.new + report.failed).toBe(1_050);
  expect(report).toMatchObject({ done: 1_050, unchanged: 0 });
});

describe('an Idempotency-Key', () => {
  const send = (url: string, file: Buffer, key: string, query = '') =>
    upload(url, file, { query, headers: { 'idempotency-key': key } });

  test('with the same file gives the import of the first time', async () => {
    const key = randomUUID();
    const file = goodFile(2, 'K');
    const first = await send(hotel.url, file, key);
    expect(await send(other.url, file, key)).toMatchObject({ status: 200, body: first.body });
    expect(await send(hotel.url, file, key.toUpperCase())).toMatchObject({ status: 200, body: first.body });
  });

  test('with another file, or as a dry run, is refused and nothing is imported', async () => {
    const key = randomUUID();
    await send(hotel.url, goodFile(1, 'O'), key);
    const before = await hotel.position();
    expectRefusal(await send(hotel.url, goodFile(1, 'Q'), key), 409, /Idempotency-Key/);
    expectRefusal(await send(hotel.url, goodFile(1, 'O'), key, '?dry_run=1'), 409, /Idempotency-Key/);
    expect(await hotel.position()).toBe(before);
  });

  test('with two files at once takes one of them in and refuses the other', async () => {
    const key = randomUUID();
    const answers = await Promise.all([
      send(hotel.url, goodFile(200, 'U'), key),
      send(other.url, goodFile(200, 'V'), key),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('of a refused file can be used again', async () => {
    const key = randomUUID();
    expectRefusal(await send(hotel.url, Buffer.from('a,b\r\n'), key), 422, /列/);
    expect((await send(hotel.url, goodFile(1, 'X'), key)).status).toBe(200);
  });
});

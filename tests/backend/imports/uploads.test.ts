import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { FULL_ANSWER } from '#backend/imports/imports.controller.js';
import { openClient } from '#backend/platform/database.js';
import { type Answer, importsOf, reportOf, upload } from '#tests/support/api-client.js';
import { type ChannelRow, channelFile, channelRow, goodFile, goodRows } from '#tests/support/channel-file.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { LONG_MS } from '#tests/support/limits.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));

const outcomesOf = ({ body }: Answer<ImportReport>) => body.results.map(({ outcome }) => outcome);
const dryRun = (file: Buffer) => upload(hotel.url, file, { query: '?dry_run=1' });
const CANCELLED = { 予約区分: 'キャンセル', キャンセル日時: '2095-11-09 09:00:00' };
const CHANGED = { 予約区分: '予約変更', 変更日時: '2095-11-08 09:00:00', 合計料金: '9000' };

describe('an uploaded file', () => {
  test('is answered with what became of each row, in the order of the file', async () => {
    const [first, second, third] = goodRows(3, 'R');
    const rows = [{ ...first, 部屋記号: 'XX', 部屋名称: '離れ' }, second, third, { ...second, ...CANCELLED }];
    const headers = { 'x-terminal-name': encodeURIComponent('フロント2') };
    const file = channelFile(rows.map((cells) => channelRow(cells)));
    const { status, body } = await upload(hotel.url, file, { name: 'temairazu_1.csv', headers });
    expect(status).toBe(200);
    const { results, ...summary } = body;
    expect(summary).toEqual({
      ...{ id: expect.any(Number), file_name: 'temairazu_1.csv', dry_run: 0, status: 'done', failure: null },
      ...{ rows: 4, done: 4, terminal: 'フロント2' },
      received_at: expect.stringMatching(/^20.*Z$/),
      finished_at: expect.stringMatching(/^20.*Z$/),
      ...{ new: 2, changed: 0, cancelled: 1, unchanged: 0, superseded: 0, failed: 1 },
    });
    expect(results.map(({ line, outcome, reason, text }) => [line, outcome, reason, text !== null])).toEqual([
      [2, 'failed', '部屋タイプ未定義', true],
      [3, 'new', null, false],
      [4, 'new', null, false],
      [5, 'cancelled', null, false],
    ]);
    const booking = await hotel.api.get<{ booking_number: string }>(`/api/booking/${results[2]?.booking_id}`);
    expect(booking.body.booking_number).toBe('R00002');

    const path = `/api/csv-imports/${body.id}`;
    expect((await hotel.api.get<ImportReport>(path)).body).toEqual(body);
    const failed = { ...summary, results: [results[0]] };
    expect((await hotel.api.get<ImportReport>(`${path}?outcome=failed`)).body).toEqual(failed);
    expect((await importsOf(hotel.url))[0]).toEqual(summary);
    // Of rows that did not fail only the result is stored.
    const stored = `select line, row, text is not null as has_text from csv_import_rows where import_id = ${body.id}`;
    expect(await rawQuery(hotel.databaseUrl, `${stored} order by line`)).toEqual([
      { line: '2', row: null, has_text: 't' },
      ...['3', '4', '5'].map((line) => ({ line, row: null, has_text: 'f' })),
    ]);
  });

  test.each([
    ['as it was written', '予約一覧 ①.csv', '予約一覧 ①.csv'],
    ['without folders', 'C:\\exports\\手間いらず.csv', '手間いらず.csv'],
    ['without control characters', '../../etc/a\tb.csv', 'ab.csv'],
    ['up to 200 characters', `${'長'.repeat(300)}.csv`, '長'.repeat(200)],
  ])('has its name %s', async (_, name, stored) => {
    const { body } = await upload(hotel.url, goodFile(1, name), { name });
    expect(body.file_name).toBe(stored);
  });

  test('in a dry run has the results of all rows, also of dependent ones, and writes nothing', async () => {
    const [row] = goodRows(1, 'D');
    const lost = { ...row, 予約番号: 'D2', 部屋記号: '', 部屋名称: '離れ' };
    const file = channelFile([{ ...row }, { ...row, ...CHANGED }, lost].map((cells) => channelRow(cells)));
    const before = await hotel.position();
    const tried = await dryRun(file);
    expect(tried).toMatchObject({
      status: 200,
      body: { dry_run: 1, status: 'done', new: 1, changed: 1, failed: 1, done: 3 },
    });
    expect(tried.body.results.map(({ text }) => text?.includes('離れ') ?? null)).toEqual([null, null, true]);
    expect(await hotel.position()).toBe(before);
    expect((await importsOf(hotel.url)).map(({ id }) => id)).not.toContain(tried.body.id);
    expect((await hotel.api.get<ImportReport>(`/api/csv-imports/${tried.body.id}`)).body).toEqual(tried.body);
    expect(outcomesOf(await upload(hotel.url, file))).toEqual(outcomesOf(tried));
    expect(await hotel.position()).toBeGreaterThan(before);
  });

  test('has a list of failed rows for spreadsheets in which nothing is a formula', async () => {
    const [row] = goodRows(1, 'F');
    const bad = { ...row, 部屋記号: 'XX', 予約サイト名: '=cmd|calc' };
    const rows = [
      channelRow({ ...bad, 予約番号: '=HYPERLINK("http://x.example")' }),
      channelRow({ ...bad, 予約番号: '+1', 備考: '改行\nあり, "引用"' }),
      channelRow({ ...row, 予約番号: 'F9' }),
    ];
    const { body } = await upload(hotel.url, channelFile(rows, { encoding: 'utf8' }), { name: '表 (1).csv' });
    const response = await fetch(`${hotel.url}/api/csv-imports/${body.id}/failed.csv`);
    const lines = Buffer.from(await response.arrayBuffer())
      .toString('utf8')
      .split('\r\n');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="import-${body.id}-failed.csv"; filename*=UTF-8''${encodeURIComponent('表 ')}%281%29${encodeURIComponent('_取込失敗.csv')}`,
    );
    expect(lines[0]).toBe('\uFEFF行番号,予約番号,理由,詳細,原文');
    expect(lines[1]).toMatch(/^2,"'=HYPERLINK\(""http:\/\/x\.example""\)",部屋タイプ未定義,.*"'=cmd\|calc,/);
    expect(lines[2]).toMatch(/^3,'\+1,部屋タイプ未定義,.*"'=cmd\|calc,\+1,/);
    expect(lines.slice(3)).toEqual(['']);
  });
});

describe('the rows of a file', () => {
  const made = (予約番号: string, at: string) => ({ 予約番号, 予約日時: `2095-10-01 ${at}` });
  const changed = (予約番号: string, at: string) => ({
    ...{ 予約番号, 予約区分: '予約変更', 予約日時: '' },
    変更日時: `2095-10-01 ${at}`,
  });
  const cancelled = (予約番号: string, at: string) => ({
    ...{ 予約番号, 予約区分: 'キャンセル', 予約日時: '' },
    キャンセル日時: `2095-10-01 ${at}`,
  });

  test.each<[string, Record<string, Partial<ChannelRow>>, string[]]>([
    [
      'begin with cancellations of what came before; then they come by revision',
      {
        newer: made('A1', '10:00:00'),
        older: made('A2', '09:00:00'),
        lateCancel: cancelled('A3', '12:00:00'),
        change: changed('A4', '09:30:00'),
        earlyCancel: cancelled('A5', '08:00:00'),
      },
      ['earlyCancel', 'lateCancel', 'older', 'change', 'newer'],
    ],
    [
      'have a cancellation after what it cancels, whatever its revision says, and a later one in its turn',
      {
        cancelOfB1: cancelled('B1', '07:00:00'),
        cancelOfB2: cancelled('B2', '10:30:00'),
        b2: made('B2', '08:00:00'),
        b1: made('B1', '09:00:00'),
        b1Changed: changed('B1', '11:00:00'),
        last: made('B3', '10:00:00'),
      },
      ['b2', 'b1', 'cancelOfB1', 'last', 'cancelOfB2', 'b1Changed'],
    ],
    [
      'of one revision are a reservation, its change and its cancellation, and of one kind come line by line',
      {
        cancel: cancelled('D1', '09:00:00'),
        change: changed('D1', '09:00:00'),
        one: { ...made('D1', '09:00:00'), 備考: '一' },
        another: made('D2', '09:00:00'),
        two: { ...made('D1', '09:00:00'), 備考: '二' },
      },
      ['one', 'another', 'two', 'change', 'cancel'],
    ],
  ])('%s', async (_, rows, order) => {
    const base = goodRows(1)[0];
    const file = channelFile(Object.values(rows).map((cells) => channelRow({ ...base, ...cells })));
    const { body } = await upload(hotel.url, file);
    const select = `select line from csv_import_rows where import_id = ${body.id} order by step`;
    const lines = (await rawQuery(hotel.databaseUrl, select)).map(({ line }) => Number(line) - 2);
    expect(lines.map((line) => Object.keys(rows)[line])).toEqual(order);
  });
});

describe('a file that was imported', () => {
  const withoutWhen = ({ id, received_at, finished_at, dry_run, ...report }: ImportReport) => report;

  test('is answered as running it again would be, and nothing is written', async () => {
    const [first, second, third, fourth, fifth, sixth, seventh] = goodRows(7, 'M');
    const cells = [
      { ...first },
      { ...first, ...CHANGED },
      { ...second },
      { ...second, ...CANCELLED },
      { ...third, 部屋記号: 'XX' },
      { ...fourth, 部屋数: '2', 男性人数: '2', 大人人数: '2' },
      { ...third, 予約番号: 'M-unknown', ...CANCELLED },
      // Two rows of one instant: of two rooms, and of one that they contradict each other about.
      { ...fifth, チェックアウト日: '2096-01-04' },
      { ...fifth, 宿泊者氏名: '', 会員氏名: '' },
      { ...sixth },
      { ...sixth, 合計料金: '9000' },
      { ...seventh },
    ];
    const file = channelFile(cells.map((row) => channelRow(row)));
    await dryRun(file); // Is no import.
    const made = await upload(hotel.url, file);
    expect(made.body).toMatchObject({ new: 4, changed: 1, cancelled: 1, failed: 6, superseded: 0 });
    expect(made.body.results[10]).toMatchObject({ reason: '内容の矛盾', detail: '合計料金' });

    const expectAsDryRun = async (counts: Partial<ImportReport>) => {
      const before = await hotel.position();
      const tried = await dryRun(file);
      const again = await upload(other.url, file);
      expect(again.body.id).not.toBe(made.body.id);
      expect(withoutWhen(again.body)).toEqual(withoutWhen(tried.body));
      expect(again.body).toMatchObject({ status: 'done', failed: 0, ...counts });
      expect(await hotel.position()).toBe(before);
    };
    await expectAsDryRun({ unchanged: 9, superseded: 3 });
    // Something newer comes.
    await upload(hotel.url, channelFile([channelRow({ ...seventh, ...CHANGED })]));
    await expectAsDryRun({ unchanged: 8, superseded: 4 });
  });

  test('by three at once, on two servers, is one import', async () => {
    const file = goodFile(120, 'W', '2096-03-01');
    const before = (await importsOf(hotel.url)).length;
    const answers = await Promise.all([hotel.url, other.url, hotel.url].map((url) => upload(url, file)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await importsOf(hotel.url)).length).toBe(before + 1);
    const report = await reportOf(other.url, answers[0]?.body.id as number);
    expect(report).toMatchObject({ done: 120, new: 120, unchanged: 0 });
  });

  test('is tried by a run of its own while it is being imported', async () => {
    const file = goodFile(1, 'Y', '2096-11-01');
    const holder = await openClient(hotel.databaseUrl, () => undefined);
    await holder.query('begin; select from log_head for update');
    const name = 'tried.csv';
    const running = () =>
      rawQuery(
        hotel.databaseUrl,
        `select 1 from csv_imports where status = 'running' and file_name = '${name}'`,
      );
    const importing = upload(hotel.url, file, { name });
    let trying = importing;
    try {
      await eventually('the import runs', running, isSome);
      trying = upload(hotel.url, file, { name, query: '?dry_run=1' });
      await eventually('the dry run waits behind it', running, (runs) => expect(runs).toHaveLength(2));
    } finally {
      await holder.query('commit');
      await holder.end();
    }
    const [made, tried] = await Promise.all([importing, trying]);
    // Another node may try it before the import is over.
    expect([made.body, tried.body]).toMatchObject([
      { dry_run: 0, new: 1 },
      { dry_run: 1, done: 1, failed: 0 },
    ]);
  });
});

describe('an Idempotency-Key', () => {
  const send = (url: string, file: Buffer, key: string, query = '') =>
    upload(url, file, { query, headers: { 'idempotency-key': key } });

  test('with the same file gives the import of the first time; with another, or as a dry run, it is refused', async () => {
    const key = randomUUID();
    const file = goodFile(2, 'K');
    const { body } = await send(hotel.url, file, key);
    const before = await hotel.position();
    expect(await send(other.url, file, key)).toMatchObject({ status: 200, body });
    expect(await send(hotel.url, file, key.toUpperCase())).toMatchObject({ status: 200, body });
    expectRefusal(await send(hotel.url, goodFile(1, 'Q'), key), 409, /Idempotency-Key/);
    expectRefusal(await send(hotel.url, file, key, '?dry_run=1'), 409, /Idempotency-Key/);
    expect(await hotel.position()).toBe(before);
  });

  test('with two files at once takes one of them in and refuses the other', async () => {
    const key = randomUUID();
    const files = [
      send(hotel.url, goodFile(200, 'U', '2096-07-01'), key),
      send(other.url, goodFile(200, 'V', '2096-07-01'), key),
    ];
    expect((await Promise.all(files)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('of a refused file can be used again', async () => {
    const key = randomUUID();
    expectRefusal(await send(hotel.url, Buffer.from('a,b\r\n'), key), 422, /列/);
    expect((await send(hotel.url, goodFile(1, 'X'), key)).status).toBe(200);
  });
});

/** Rows that only fail take little time each. */
const failingFile = (count: number, prefix: string) =>
  channelFile(goodRows(count, prefix).map((row) => ({ ...row, 部屋記号: 'XX' })));

describe('the progress of an import', () => {
  const terminals: LiveTerminal[] = [];
  afterEach(() => {
    for (const terminal of terminals.splice(0)) terminal.close();
  });
  async function terminalAt(url: string): Promise<LiveTerminal> {
    const terminal = new LiveTerminal(url);
    terminals.push(terminal);
    await terminal.until(({ states }) => states.length > 0);
    return terminal;
  }
  /** Works off imports as a node does, which none then can, until the connection ends. */
  async function occupyRunner() {
    const client = await openClient(hotel.databaseUrl, () => {});
    await client.query('select pg_advisory_lock(740001)');
    return client;
  }
  const of = (terminal: LiveTerminal, id: number) => terminal.imports.filter((summary) => summary.id === id);
  const isDone = (terminal: LiveTerminal, id: number) => of(terminal, id).at(-1)?.status === 'done';

  test('of more than 1,000 rows, which are not waited for, is sent to all terminals up to its end', async () => {
    expect(FULL_ANSWER.rows).toBe(1_000);
    const limit = jest.replaceProperty(FULL_ANSWER, 'rows', 200);
    const runner = await occupyRunner();
    const watching = [await terminalAt(hotel.url), await terminalAt(other.url)];
    const { status, headers, body } = await upload(hotel.url, failingFile(201, 'A'));
    limit.restore();
    const { id } = body;
    expect([status, headers.get('location')]).toEqual([202, `/api/csv-imports/${id}`]);
    expect(body).toMatchObject({ rows: 201, results: [] });
    await watching[1]?.until((terminal) => of(terminal, id).length > 0);
    // One that connects while no progress is made is told as well.
    const late = await terminalAt(other.url);
    await late.until(() => of(late, id).length > 0);
    expect(of(late, id)).toMatchObject([{ status: 'running', rows: 201, done: 0 }]);
    await runner.end();
    watching.push(late);
    await Promise.all(watching.map((terminal) => terminal.until(() => isDone(terminal, id))));
    const { results, ...summary } = await reportOf(hotel.url, id);
    for (const terminal of watching) {
      const received = of(terminal, id);
      expect(received.at(-1)).toEqual(summary);
      const steps = received.map(({ done }) => done);
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
      expect(received.filter((each) => each.status === 'running').length).toBeGreaterThan(0);
    }
    expect(results.map(({ line }) => line)).toEqual(results.map((_, index) => index + 2));
    const { text } = await hotel.api.get(`/api/csv-imports/${id}/failed.csv`);
    expect(text.match(/^\d+,A\d{5},/gm)?.length).toBe(201);
  });

  test('is sent five times a second at most, and always the last step', async () => {
    const runner = await occupyRunner();
    const terminal = await terminalAt(other.url);
    const [row] = await rawQuery(
      hotel.databaseUrl,
      `insert into csv_imports (file_name, digest, dry_run, status, rows, request_id)
       values ('often.csv', sha256('often'), true, 'running', 100, 'often') returning id`,
    );
    const id = Number(row?.id);
    const started = performance.now();
    for (let done = 1; done <= 100; done += 1) {
      const step = `update csv_imports set done = ${done} where id = ${id}; select pg_notify('csv_import', '${id}')`;
      await rawQuery(hotel.databaseUrl, step);
    }
    await terminal.until(() => of(terminal, id).at(-1)?.done === 100);
    const seconds = (performance.now() - started) / 1000;
    await runner.end();
    expect(of(terminal, id).length).toBeLessThanOrEqual(5 * seconds + 2);
  });

  test('is sent of dry runs and repeated files as well, however short, and each end once', async () => {
    const terminal = await terminalAt(other.url);
    for (const query of ['?dry_run=1', '', '']) {
      const { results, ...summary } = (await upload(hotel.url, goodFile(3, 'P'), { query })).body;
      await terminal.until(() => isDone(terminal, summary.id));
      expect(of(terminal, summary.id).filter(({ status }) => status === 'done')).toEqual([summary]);
    }
  });
});

test(
  'a save at the desk waits for a few rows of a large import, not for all of it',
  async () => {
    const { body } = await upload(hotel.url, goodFile(1_100, 'S', '2096-05-01'));
    const doneNow = async () => {
      const path = `/api/csv-imports/${body.id}`;
      const { done, status, results } = (await hotel.api.get<ImportReport>(path)).body;
      if (status === 'running') expect(results).toEqual([]);
      return { done, status };
    };
    while ((await doneNow()).done === 0);
    const rowsMeanwhile: number[] = [];
    while (rowsMeanwhile.length < 3 && Math.min(...rowsMeanwhile) > 150) {
      const before = await doneNow();
      const payload = hotel.payload({ stay_start: '2096-12-10', stay_end: '2096-12-11' });
      expect((await hotel.api.post('/api/booking', payload)).status).toBe(201);
      const after = await doneNow();
      expect(after.status).toBe('running');
      rowsMeanwhile.push(after.done - before.done);
    }
    // The rows under way when it comes, and those that are counted before and after it is timed.
    expect(Math.min(...rowsMeanwhile)).toBeLessThanOrEqual(150);
    expect(await reportOf(hotel.url, body.id, { within: 120_000 })).toMatchObject({
      done: 1_100,
      results: { length: 1_100 },
    });
  },
  LONG_MS,
);

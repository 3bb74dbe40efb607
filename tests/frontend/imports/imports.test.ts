import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { queue, queueAtom, settledAtom, takeQueue } from '#frontend/imports/failed-records.js';
import {
  importAtom,
  importList,
  recentImportsAtom,
  runningImportsAtom,
  takeImport,
} from '#frontend/imports/import-files.js';
import {
  chooseFiles,
  closeImport,
  importChosen,
  importStepAtom,
  openImport,
} from '#frontend/imports/import-panel.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import { csvRecord, importReport, importSummary } from '../support/csv-records.js';
import { deferred, serve } from '../support/fake-server.js';
import { aFrame } from '../support/records.js';

const running = (id: number, done: number) =>
  importSummary({ id, status: 'running', rows: 100, done, finished_at: null });
const told = (id: number) => store.get(importAtom(id));

test('an import only comes further, whatever order it is told in; done is its end', () => {
  takeImport(running(1, 10));
  takeImport(running(1, 60));
  takeImport(running(1, 40));
  expect(told(1)?.done).toBe(60);
  expect(told(1)?.since.done).toBe(10);
  takeImport(importSummary({ id: 1, rows: 100, done: 100 }));
  takeImport(running(1, 60));
  expect(told(1)).toMatchObject({ status: 'done', done: 100 });
});

test('imports elsewhere are listed while they run, dry runs are not, and done ones are recent', async () => {
  serve({ 'GET /api/csv-imports': () => ({ body: [importSummary({ id: 5 }), running(6, 0)] }) });
  expect(store.get(recentImportsAtom)).toBeNull();
  await importList.load(null);
  takeImport({ ...running(7, 0), dry_run: 1 });
  expect(store.get(runningImportsAtom).map(({ id }) => id)).toEqual([6]);
  takeImport(importSummary({ id: 6 }));
  expect(store.get(runningImportsAtom)).toEqual([]);
  expect(store.get(recentImportsAtom)?.map(({ id }) => id)).toEqual([6, 5]);
});

test('an import that failed has ended: it is recent, and its report with the reason is shown', async () => {
  const failure = '3回続けて失敗したため中止しました。';
  const failed = importSummary({ id: 8, status: 'failed', failure, rows: 9, done: 4 });
  serve({
    'GET /api/csv-imports': () => ({ body: [] }),
    'POST /api/csv-imports': () => ({ body: { ...failed, id: 9, dry_run: 1, results: [] } }),
  });
  await importList.load(null);
  takeImport({ ...failed, status: 'running', failure: null });
  takeImport(failed);
  expect(store.get(runningImportsAtom)).toEqual([]);
  expect(store.get(recentImportsAtom)?.find(({ id }) => id === 8)).toMatchObject({ failure });
  await chooseFiles([new File(['a'], 'a.csv')]);
  expect(store.get(importStepAtom)).toMatchObject({ step: 'report', report: { id: 9, failure } });
  closeImport();
});

const ids = () => [...(store.get(queueAtom)?.records.keys() ?? [])];
const answer = (position: number, ...numbers: number[]) => ({
  body: numbers.map((id) => csvRecord({ id })),
  position,
});

test('frames bring records in and take settled ones out', async () => {
  serve({ 'GET /api/csv-reservations': () => answer(10, 1, 2) });
  expect(await queue.load(null)).toBe(10);
  takeQueue(aFrame(10, 11, { queue: { failed: [csvRecord({ id: 3 })], settled: [1] } }));
  expect(ids()).toEqual([2, 3]);
  expect(store.get(settledAtom).has(1)).toBe(true);
  takeQueue(aFrame(11, 12, { queue: { failed: [csvRecord({ id: 1, version: 3 })], settled: [] } }));
  expect(ids()).toEqual([2, 3, 1]);
  expect(store.get(settledAtom).has(1)).toBe(false);
});

test('a frame that the answer holds already changes nothing, an older version neither', async () => {
  const now = csvRecord({ id: 1, version: 5, reason: '定員超過' });
  serve({ 'GET /api/csv-reservations': () => ({ body: [now], position: 20 }) });
  await queue.load(null);
  takeQueue(aFrame(10, 20, { queue: { failed: [], settled: [1] } }));
  expect(ids()).toEqual([1]);
  takeQueue(aFrame(20, 21, { queue: { failed: [csvRecord({ id: 1, version: 4 })], settled: [] } }));
  expect(store.get(queueAtom)?.records.get(1)).toMatchObject({ version: 5, reason: '定員超過' });
});

test('what happens while the queue is read is applied on top of the answer', async () => {
  const held = deferred<ReturnType<typeof answer>>();
  serve({ 'GET /api/csv-reservations': () => held.promise });
  const loaded = queue.load(null);
  takeQueue(aFrame(9, 10, { queue: { failed: [], settled: [2] } }));
  takeQueue(aFrame(10, 11, { queue: { failed: [csvRecord({ id: 3 })], settled: [1] } }));
  held.resolve(answer(10, 1, 2));
  await loaded;
  expect(ids()).toEqual([2, 3]);
});

describe('panel', () => {
  const FILE = new File(['a'], 'temairazu.csv');
  const step = () => store.get(importStepAtom).step;
  const isDry = (url: URL) => url.searchParams.get('dry_run') === '1';
  const report = (url: URL, id: number) => importReport({ id, dry_run: isDry(url) ? 1 : 0 });

  test('a chosen file is looked at first, and imported when that is confirmed', async () => {
    const dry: boolean[] = [];
    const calls = serve({
      'POST /api/csv-imports': (url) => {
        dry.push(isDry(url));
        return { body: report(url, isDry(url) ? 101 : 102) };
      },
    });
    const choosing = chooseFiles([FILE]);
    expect(step()).toBe('checking');
    await choosing;
    expect(store.get(importStepAtom)).toMatchObject({ step: 'checked', report: { id: 101, failed: 1 } });
    await importChosen();
    expect(store.get(importStepAtom)).toMatchObject({ step: 'report', report: { id: 102 } });
    expect(dry).toEqual([true, false]);
    for (const { body, headers } of calls) {
      expect(body).toEqual({ file: expect.any(File) });
      expect(headers['Content-Type']).toBeUndefined();
      expect(headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest' });
      expect(headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('a large import is followed by what the socket tells, then its failed rows are read', async () => {
    const begun = { ...importReport({ id: 103, results: [], status: 'running', rows: 5_000, done: 0 }) };
    let wanted: string | null = null;
    serve({
      'POST /api/csv-imports': (url) =>
        isDry(url) ? { body: report(url, 104) } : { status: 202, body: begun },
      'GET /api/csv-imports/103': (url) => {
        wanted = url.searchParams.get('outcome');
        return { body: importReport({ id: 103, rows: 5_000, done: 5_000 }) };
      },
    });
    await chooseFiles([FILE]);
    const importing = importChosen();
    await waitFor(() =>
      expect(store.get(importStepAtom)).toMatchObject({ step: 'importing', importId: 103 }),
    );
    takeImport(importSummary({ id: 103, rows: 5_000, done: 5_000 }));
    await importing;
    expect(store.get(importStepAtom)).toMatchObject({ step: 'report', report: { id: 103, rows: 5_000 } });
    expect(wanted).toBe('failed');
  });

  test('a large import without socket is asked for', async () => {
    const begun = importReport({ id: 105, results: [], status: 'running', rows: 5_000, done: 0 });
    serve({
      'POST /api/csv-imports': () => ({ status: 202, body: begun }),
      'GET /api/csv-imports/105': () => ({
        body: importReport({ id: 105, dry_run: 1, rows: 5_000, done: 5_000 }),
      }),
    });
    await chooseFiles([FILE]);
    expect(store.get(importStepAtom)).toMatchObject({ step: 'checked', report: { id: 105, rows: 5_000 } });
  });

  test('a refused file is told in the server’s words; a failed import keeps the file and repeats its key', async () => {
    const refusal = { status: 422, body: { error: '必要な列がありません: 予約番号' } };
    serve({ 'POST /api/csv-imports': () => refusal });
    void chooseFiles([FILE]);
    await waitFor(() => expect(store.get(messageAtom)?.text).toBe('必要な列がありません: 予約番号'));
    expect(step()).toBe('idle');
    store.get(messageAtom)?.settle(true);

    const calls = serve({
      'POST /api/csv-imports': (url) =>
        isDry(url) ? { body: report(url, 106) } : { status: 503, body: null },
    });
    await chooseFiles([FILE]);
    for (const _ of ['once', 'again']) {
      void importChosen();
      await waitFor(() => expect(store.get(messageAtom)).not.toBeNull());
      expect(step()).toBe('checked');
      store.get(messageAtom)?.settle(true);
    }
    const [, first, second] = calls.map(({ headers }) => headers['Idempotency-Key']);
    expect(second).toBe(first);
  });

  test('several files at once are refused, and a closed panel stays closed when an answer comes late', async () => {
    const calls = serve({ 'POST /api/csv-imports': (url) => ({ body: report(url, 107) }) });
    void chooseFiles([FILE, FILE]);
    await waitFor(() => expect(store.get(messageAtom)?.text).toBe('ファイルは1つずつ取り込んでください。'));
    expect(calls).toEqual([]);
    store.get(messageAtom)?.settle(true);
    const choosing = chooseFiles([FILE]);
    closeImport();
    await choosing;
    expect(step()).toBe('idle');
  });

  test('the report of an earlier import can be opened', async () => {
    serve({ 'GET /api/csv-imports/108': () => ({ body: importReport({ id: 108 }) }) });
    await openImport(importSummary({ id: 108 }));
    expect(store.get(importStepAtom)).toMatchObject({ step: 'report', report: { id: 108 } });
  });
});

import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LINE_LIMIT, withinLineLimits } from '#backend/platform/incoming-file.js';
import { rowsFromThread, withReaderThread } from '#backend/platform/thread-rows.js';
import { CHANNEL_COLUMNS, channelRow, csvLine } from '#tests/support/channel-file.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const folder = temporaryFolder();
afterAll(folder.remove);

async function passed(chunks: readonly string[], mostLines?: number): Promise<string> {
  let text = '';
  for await (const piece of withinLineLimits(chunks, mostLines)) text += piece;
  return text;
}

test.each([
  ['line feeds', ['a\nb', '\n', 'c\n']],
  ['carriage returns', ['a\rb\r', 'c\r']],
  ['both, cut apart', ['a\r', '\nb\r\nc\r', '\n']],
])('three lines ended by %s are three lines', async (_, chunks) => {
  expect(await passed(chunks, 3)).toBe(chunks.join(''));
  await expect(passed(chunks, 2)).rejects.toMatchObject({
    status: 422,
    rules: [{ code: 'too_many_lines', message: expect.stringContaining('2行を超えています') }],
  });
});

test.each([',', '\t', ';'])('a line has so many cells separated by %j, and not one more', async (sign) => {
  const line = `${sign.repeat(LINE_LIMIT.cells)}\n`;
  expect(await passed([line, line])).toBe(line + line);
  await expect(passed([line, sign, line])).rejects.toMatchObject({
    status: 422,
    rules: [{ code: 'too_many_cells', message: expect.stringMatching(/^2行目の区切り文字が10,000個/) }],
  });
});

const channelFile = (rows: number) => {
  const row = CHANNEL_COLUMNS.map((column) => channelRow({})[column]);
  return folder.write([csvLine(CHANNEL_COLUMNS), ...Array(rows).fill(csvLine(row))].join('\r\n'));
};
const read = (path: string, mostRows = 100_000) =>
  rowsFromThread('imports/channel-file.thread', { path, timezone: 'Asia/Tokyo', mostRows });

test('more files than there are threads wait for their turn, and one that fails makes room', async () => {
  const order: string[] = [];
  const gates: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const works = [0, 1, 2].map((index) => {
    const gate = new Promise<void>((resolve, reject) => gates.push({ resolve, reject }));
    const work = withReaderThread(() => {
      order.push(`begin ${index}`);
      return gate;
    });
    return work.catch(() => undefined);
  });
  expect(order).toEqual(['begin 0', 'begin 1']);
  gates[1]?.reject(new Error('broken'));
  await works[1];
  await Promise.resolve();
  expect(order).toEqual(['begin 0', 'begin 1', 'begin 2']);
  for (const { resolve } of gates) resolve();
  await Promise.all(works);
  expect(await withReaderThread(async () => 'free again')).toBe('free again');
});

describe('a thread', () => {
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  const readAll = async (path: string, mostRows?: number) => {
    for await (const _rows of read(path, mostRows));
  };
  beforeEach(async () => {
    // Threads that other files of tests have left end with a file that nobody reads on.
    const left = [read(channelFile(2)), read(channelFile(2))];
    for (const rows of left) await rows.next();
    for (const rows of left) await rows.return(undefined);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    process.on('worker', note);
  });
  afterEach(async () => {
    // Nothing is left that the next test could be given.
    const ends = started.splice(0).map((worker) => worker.threadId > 0 && once(worker, 'exit'));
    jest.advanceTimersByTime(10_000);
    await Promise.all(ends);
    process.off('worker', note);
    jest.useRealTimers();
  });

  test('hands over the first row alone, and all rows in order', async () => {
    const batches: { line: number }[][] = [];
    for await (const { count, json } of read(channelFile(1_200))) {
      const rows = JSON.parse(json.toString());
      expect(rows).toHaveLength(count);
      batches.push(rows);
    }
    expect(batches[0]).toHaveLength(1);
    expect(batches.flat().map(({ line }) => line)).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 2));
  });

  test('what a reader refuses in a thread is refused by who asked for the rows', async () => {
    await expect(readAll(channelFile(12), 10)).rejects.toMatchObject({
      status: 422,
      rules: [{ code: 'too_many_rows' }],
    });
  });

  test('an error that no reader expects is thrown by who asked for the rows', async () => {
    await expect(read('/nowhere/file.csv').next()).rejects.toThrow('ENOENT');
  });

  test('reads one small file after the other, those it refuses as well', async () => {
    for (const rows of [3, 1, 40]) await readAll(channelFile(rows));
    await expect(readAll(channelFile(12), 10)).rejects.toMatchObject({ status: 422 });
    await readAll(channelFile(2));
    expect(started).toHaveLength(1);
  });

  test('reads one file at a time: another one beside it gets a thread of its own', async () => {
    const files = [read(channelFile(40)), read(channelFile(40))];
    for (const file of files) expect((await file.next()).value.count).toBe(1);
    expect(started).toHaveLength(2);
    for (const file of files) for await (const _rows of file);
    await Promise.all([readAll(channelFile(1)), readAll(channelFile(1))]);
    expect(started).toHaveLength(2);
  });

  test('ends with a file that nobody reads on, or that it fails at', async () => {
    for await (const _rows of read(channelFile(40))) break;
    await expect(readAll('/nowhere/file.csv')).rejects.toThrow('ENOENT');
    await readAll(channelFile(1));
    expect(started.map(({ threadId }) => threadId > 0)).toEqual([false, false, true]);
  });

  test('ends ten seconds after its last file, as what that said is not kept', async () => {
    await readAll(channelFile(1));
    jest.advanceTimersByTime(9_999);
    await readAll(channelFile(1));
    jest.advanceTimersByTime(9_999);
    const [worker] = started;
    expect(worker?.threadId).toBeGreaterThan(0);
    const ended = once(worker as Worker, 'exit');
    jest.advanceTimersByTime(1);
    await ended;
    await readAll(channelFile(1));
    expect(started).toHaveLength(2);
  });
});

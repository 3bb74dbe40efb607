import { beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { MoveInFile, MoveInOutcome, MoveInRow, MoveInSummary } from '@wire/move-in.js';
import {
  chosenLinesAtom,
  isChoosable,
  listedRows,
  loadMoreRows,
  type MoveInChoices,
  moveInFile,
  moveInFiles,
  moveInView,
  runFile,
  sendFile,
  sendingAtom,
} from '#frontend/move-in/move-in.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import { type Call, deferred, serve } from '../support/fake-server.js';
import { moveInFileOf } from '../support/move-in-file.js';

const CHOICES: MoveInChoices = { mapping: [], system: '旧台帳', past: 'completed' };
const FILE = new File(['予約番号'], '旧台帳.csv');
const REFUSAL = { status: 422, body: { error: '読み込めません。', errors: [] } };
const PATH = '/api/move-in/files';

let stored: MoveInFile;
let calls: Call[];
const asked = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path);
const shown = () => moveInFile.state.value;
const take = (summary: Partial<MoveInSummary>) => moveInView.applyMoveIn?.({ ...stored, ...summary });

beforeEach(async () => {
  stored = moveInFileOf({ id: 1, run: 2, status: 'running', total: 100, done: 10 });
  calls = serve({
    [`GET ${PATH}`]: () => ({ body: [moveInFileOf({ id: 2 }), stored] }),
    [`GET ${PATH}/1`]: () => ({ body: stored }),
  });
  await Promise.all([moveInFiles.load(null), moveInFile.load(1)]);
});

describe('the open file', () => {
  test('comes further with its run, on this terminal and on others', () => {
    take({ done: 60 });
    expect([shown()?.done, moveInFiles.state.value?.map(({ done }) => done)]).toEqual([60, [0, 60]]);
    take({ run: 3, done: 5 });
    expect(shown()).toMatchObject({ run: 3, done: 5 });
  });

  test('stays as it is when an older run, or another file, comes further', () => {
    take({ run: 1, done: 99, status: 'idle' });
    take({ id: 2, run: 9, done: 99, status: 'idle' });
    expect(shown()).toMatchObject({ id: 1, run: 2, done: 10, status: 'running' });
    expect(asked('GET', `${PATH}/1`)).toHaveLength(1);
  });

  test('is read anew when its run is over', async () => {
    const summary = { ...stored, status: 'idle', done: 100 } as const;
    stored = { ...summary, moved: 100 };
    moveInView.applyMoveIn?.(summary);
    await waitFor(() => expect(shown()?.moved).toBe(100));
  });

  test('is read anew, as are the files, when the connection is back', async () => {
    stored = { ...stored, done: 80 };
    moveInView.resume?.();
    await waitFor(() => expect(shown()?.done).toBe(80));
    expect(asked('GET', PATH)).toHaveLength(2);
  });
});

describe('a row can be chosen', () => {
  const row = (outcome: MoveInOutcome, ...codes: string[]): MoveInRow => ({
    line: 2,
    cells: [],
    ...{ booking_id: null, further_booking_ids: [], fee: null, booking: null, changes: [] },
    outcome,
    faults: codes.map((code) => ({ code, column: null, message: code })),
    warnings: [],
  });
  test.each([
    ['new', [], true],
    ['existing', [], false],
    ['skipped', [], false],
    ['failed', ['changed_since'], true],
    ['failed', ['changed_since', 'changed_since'], true],
    ['failed', ['overlap'], false],
    ['failed', ['changed_since', 'overlap'], false],
    ['failed', ['overlap', 'changed_since'], false],
  ] as const)('%s with the faults %j: %p', (outcome, codes, choosable) => {
    expect(isChoosable(row(outcome, ...codes))).toBe(choosable);
  });
});

describe('sending', () => {
  test('one file is sent, and the list has it', async () => {
    calls = serve({
      [`POST ${PATH}`]: () => ({ status: 201, body: moveInFileOf({ id: 3 }) }),
      [`GET ${PATH}`]: () => ({ body: [moveInFileOf({ id: 3 })] }),
    });
    expect(await sendFile([FILE])).toBe(3);
    expect(asked('POST', PATH)).toMatchObject([
      { body: { file: expect.objectContaining({ name: FILE.name }) } },
    ]);
    await waitFor(() => expect(moveInFiles.state.value?.map(({ id }) => id)).toEqual([3]));
  });

  test('none of two files is sent, and staff are told to choose one', async () => {
    const sent = sendFile([FILE, new File(['b'], 'b.csv')]);
    expect(store.get(messageAtom)?.text).toBe('ファイルは1つずつ選択してください。');
    store.get(messageAtom)?.settle(true);
    expect([await sent, asked('POST', PATH), store.get(sendingAtom)]).toEqual([null, [], false]);
  });

  test('none is sent while another is on its way', async () => {
    const { promise, resolve } = deferred<{ status: number; body: unknown }>();
    calls = serve({ [`POST ${PATH}`]: () => promise, [`GET ${PATH}`]: () => ({ body: [] }) });
    const first = sendFile([FILE]);
    expect(await sendFile([FILE])).toBeNull();
    resolve({ status: 201, body: moveInFileOf({ id: 3 }) });
    expect(await first).toBe(3);
    expect(asked('POST', PATH)).toHaveLength(1);
  });

  test('a file that is refused is told of, and another can be sent', async () => {
    calls = serve({ [`POST ${PATH}`]: () => REFUSAL });
    const sent = sendFile([FILE]);
    await waitFor(() => expect(store.get(messageAtom)?.text).toBe('読み込めません。'));
    store.get(messageAtom)?.settle(true);
    expect([await sent, store.get(sendingAtom)]).toEqual([null, false]);
  });
});

describe('a run', () => {
  test('goes out with the choices and the chosen lines, which are then chosen no more', async () => {
    calls = serve({
      [`POST ${PATH}/1/runs`]: () => ({ status: 202, body: { id: 1, run: 3 } }),
      [`GET ${PATH}/1`]: () => ({ body: { ...stored, run: 3 } }),
    });
    store.set(chosenLinesAtom, new Set([4, 7]));
    await runFile(stored, CHOICES, { dryRun: false, lines: [4, 7] });
    await runFile(stored, CHOICES, { dryRun: true });
    expect(asked('POST', `${PATH}/1/runs`).map(({ body }) => body)).toEqual([
      { ...CHOICES, dry_run: 0, lines: [4, 7] },
      { ...CHOICES, dry_run: 1 },
    ]);
    expect([store.get(chosenLinesAtom).size, shown()?.run]).toEqual([0, 3]);
  });

  test('that is refused is told of, and the lines stay chosen', async () => {
    calls = serve({ [`POST ${PATH}/1/runs`]: () => REFUSAL });
    store.set(chosenLinesAtom, new Set([4]));
    const run = runFile(stored, CHOICES, { dryRun: false, lines: [4] });
    await waitFor(() => expect(store.get(messageAtom)?.text).toBe('読み込めません。'));
    store.get(messageAtom)?.settle(true);
    await run;
    expect([...store.get(chosenLinesAtom)]).toEqual([4]);
  });
});

test('more rows come after those that are listed, until there are none', async () => {
  const rowAt = (line: number) => ({
    line,
    cells: [],
    booking_id: null,
    outcome: 'new',
    faults: [],
    warnings: [],
  });
  const after: (string | null)[] = [];
  serve({
    [`GET ${PATH}/1/rows`]: (url) => {
      after.push(url.searchParams.get('after'));
      const rows = after.length === 1 ? [rowAt(2)] : [rowAt(3)];
      return { body: { rows, next: after.length === 1 ? 2 : null } };
    },
  });
  await listedRows.load({ id: 1, run: 2, outcome: 'new' });
  for (const _ of ['more', 'no more']) await loadMoreRows();
  expect(listedRows.state.value?.rows.map(({ line }) => line)).toEqual([2, 3]);
  expect(after).toEqual([null, '2']);
});

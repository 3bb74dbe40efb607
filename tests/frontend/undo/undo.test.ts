import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, operationsAtom, recordOperation, undoneAtom } from '#frontend/shared/operations.js';
import { store } from '#frontend/shared/store.js';
import {
  applyPartialUndo,
  leaveAsItIs,
  reversingAtom,
  takeBack,
  undoConflictAtom,
} from '#frontend/undo/undo.atoms.js';
import { eventually } from '#tests/support/eventually.js';
import { type Call, serve } from '../support/fake-server.js';
import { messageShown } from '../support/message.js';

type Reply = { status?: number; body: unknown };

const ACT = { requestId: 'request-1', text: '1001 山田太郎 チェックイン', ids: [1] };
const REVERSAL = { request_id: 'request-1', plan: 'plan', obstacles: [], changes: [] };
const CHANGE = { booking_id: 1, subject: '山田太郎', changes: ['備考 メモ → —'] };
const done: Reply = { body: { request_id: 'x', bookings: [], closures: [] } };
const refused = (code: string, status = 409): Reply => ({
  status,
  body: { error: '元に戻せません。', errors: [{ code, field: null, message: '元に戻せません。' }] },
});

function answering(posts: Reply[], reversal: object = REVERSAL): Call[] {
  return serve({
    'POST /api/reversals': () => posts.shift() ?? done,
    'GET /api/reversals/request-1': () => ({ body: reversal }),
  });
}
const sent = (calls: readonly Call[]) =>
  calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
const waiting = () => ({ undo: store.get(operationsAtom), redo: store.get(undoneAtom) });
const settled = () =>
  eventually(
    'what is taken back is over',
    () => !store.get(reversingAtom),
    (over) => over,
  );
const conflict = () => eventually('the conflict is asked about', () => store.get(undoConflictAtom));

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  recordOperation(ACT);
});

test('what was taken back can be done again and is not taken back twice', async () => {
  const calls = answering([]);
  expect(takeBack('undo')).toBe(true);
  await settled();
  expect(waiting()).toEqual({
    undo: [],
    redo: [{ ...ACT, requestId: expect.not.stringMatching(/^request-1$/) }],
  });
  const [undone] = waiting().redo;
  expect(takeBack('undo')).toBe(false);
  expect(takeBack('redo')).toBe(true);
  await settled();
  expect(waiting()).toMatchObject({ undo: [{ text: ACT.text }], redo: [] });
  expect(sent(calls)).toEqual([
    { request_id: 'request-1', accept: 'all' },
    { request_id: undone?.requestId, accept: 'all' },
  ]);
});

test('one thing is taken back at a time', async () => {
  const calls = answering([]);
  recordOperation({ ...ACT, requestId: 'request-2' });
  takeBack('undo');
  takeBack('undo');
  await settled();
  expect(sent(calls)).toHaveLength(1);
  expect(waiting().undo).toEqual([ACT]);
});

describe('while something is being done', () => {
  const RELEASE = { text: '1003 仮予約 解放', ids: [3] };
  /** Begins something that ends when it is told to. */
  function begun() {
    let resolve = (_answer: null) => {};
    let reject = (_error: Error) => {};
    const answer = new Promise<null>((...settle) => {
      [resolve, reject] = settle;
    });
    const done = act(RELEASE, ({ onKey }) => {
      onKey?.('request-3');
      return answer;
    });
    return { resolve, reject, done };
  }

  test('undo waits for it and takes it back, not what was done before', async () => {
    const calls = answering([]);
    const { resolve, done } = begun();
    expect(takeBack('undo')).toBe(true);
    resolve(null);
    await done;
    await settled();
    expect(sent(calls)).toEqual([{ request_id: 'request-3', accept: 'all' }]);
    expect(waiting()).toMatchObject({ undo: [ACT], redo: [RELEASE] });
  });

  test('that is then refused, undo takes back nothing', async () => {
    const calls = answering([]);
    const { reject, done } = begun();
    takeBack('undo');
    reject(new Error('refused'));
    const message = await messageShown();
    message.settle(true);
    await done;
    await settled();
    expect(sent(calls)).toEqual([]);
    expect(waiting().undo).toEqual([ACT]);
  });
});

test.each(['already_reversed', 'not_reversible', 'not_found'])(
  'what is refused as %s is told, and not offered again',
  async (code) => {
    answering([refused(code, code === 'not_found' ? 404 : 409)]);
    takeBack('undo');
    const message = await messageShown();
    expect(message.text).toBe('元に戻せません。');
    expect([waiting(), store.get(undoConflictAtom)]).toEqual([{ undo: [], redo: [] }, null]);
    message.settle(true);
    await settled();
  },
);

test('what fails for another reason is told, and can be tried again', async () => {
  answering([refused('busy', 503)]);
  takeBack('undo');
  const message = await messageShown();
  message.settle(true);
  await settled();
  expect(waiting().undo).toEqual([ACT]);
});

test('what others changed since is asked about, and given back as far as was agreed', async () => {
  const calls = answering([refused('changed')], { ...REVERSAL, changes: [CHANGE] });
  takeBack('undo');
  expect(await conflict()).toMatchObject({ act: ACT, direction: 'undo', reversal: { plan: 'plan' } });
  await settled();
  expect(waiting().undo).toEqual([ACT]);
  await applyPartialUndo();
  expect(sent(calls).at(-1)).toEqual({ request_id: 'request-1', accept: 'nearest', plan: 'plan' });
  expect([waiting().undo, store.get(undoConflictAtom)]).toEqual([[], null]);
});

test.each([
  ['that can be given back in part stays to be taken back', [CHANGE], [ACT]],
  ['of which nothing can be given back is not offered again', [], []],
])('left as it is, an operation %s', async (_, changes, left) => {
  const calls = answering([refused('changed')], { ...REVERSAL, changes });
  takeBack('undo');
  await conflict();
  await settled();
  leaveAsItIs();
  expect([waiting().undo, store.get(undoConflictAtom)]).toEqual([left, null]);
  expect(sent(calls)).toHaveLength(1);
});

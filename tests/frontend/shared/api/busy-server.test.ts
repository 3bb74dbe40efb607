import { beforeEach, expect, jest, test } from '@jest/globals';
import { get, write } from '#frontend/shared/api/request.js';
import { type Call, serve } from '#tests/frontend/support/fake-server.js';

const BODY = { date: '2026-11-21', text: '鍵の預かり' };
const WORDS = 'ただいま処理が混み合っています。しばらくしてからもう一度お試しください。';
const refused = (code: string) => ({
  status: 429,
  retryAfter: 3,
  body: { error: WORDS, errors: [{ code, field: null, message: WORDS }] },
});

beforeEach(() => {
  jest.useFakeTimers();
});

const keys = (calls: Call[]) => calls.map(({ headers }) => headers['Idempotency-Key']);

/** Sends the write, and answers what came of it once all its pauses are over. */
async function outcome(): Promise<unknown> {
  const sent = write('POST', '/api/handover-notes', BODY).catch((error: Error) => error.message);
  await jest.advanceTimersByTimeAsync(10_000);
  return sent;
}

test('a write that a busy server refuses is sent again after the pause that it names, with the same key', async () => {
  const calls = serve({}, () => (calls.length < 3 ? refused('writer_busy') : { body: { id: 5 } }));
  const sent = write('POST', '/api/handover-notes', BODY);
  await jest.advanceTimersByTimeAsync(2_999);
  expect(calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(calls).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await sent).toEqual({ id: 5 });
  expect(new Set(keys(calls)).size).toBe(1);
});

test('after three refusals the server has the word, and the next click is still the same write', async () => {
  const calls = serve({}, () => refused('writer_busy'));
  expect(await outcome()).toBe(WORDS);
  expect(calls).toHaveLength(3);
  expect(await outcome()).toBe(WORDS);
  expect(calls).toHaveLength(6);
  expect(new Set(keys(calls)).size).toBe(1);
});

test('another refusal is not tried again, nor is a read', async () => {
  const calls = serve({ 'GET /api/hotel': () => refused('writer_busy') }, () => refused('too_many_requests'));
  expect(await outcome()).toBe(WORDS);
  await expect(get('/api/hotel')).rejects.toThrow(WORDS);
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('a write that the proxy gave up at one node is sent once more, with the same key; a read is not, nor is no answer', async () => {
  for (const status of [502, 504]) {
    const calls = serve({}, () => (calls.length < 2 ? { status, body: null } : { body: { id: 5 } }));
    expect(await outcome()).toEqual({ id: 5 });
    expect([calls.length, new Set(keys(calls)).size]).toEqual([2, 1]);
  }
  const failing = serve({}, () => ({ status: 504, body: null }));
  expect(await outcome()).toBe('サーバーに接続できません。通信状態を確認して、もう一度お試しください。');
  expect(failing).toHaveLength(2);
  const other = serve({ 'GET /api/hotel': () => ({ status: 504, body: null }) }, () => ({
    status: 503,
    body: null,
  }));
  await outcome();
  await expect(get('/api/hotel')).rejects.toThrow();
  expect(other).toHaveLength(2);
});

test.each([
  [413, /^送る内容が大きすぎて、途中の中継サーバーで断られました。/],
  [403, /^途中の中継サーバーで断られました（403）。/],
  [503, /^サーバーに接続できません。/],
  [500, /^サーバーでエラーが発生しました。/],
])(
  'what a proxy answers with %i is said to be its own, as trying again does not help there',
  async (status, words) => {
    serve({}, () => ({ status, body: null }));
    expect(await outcome()).toMatch(words);
  },
);

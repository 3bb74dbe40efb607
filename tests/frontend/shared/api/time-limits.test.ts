import { beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError, get, isLineDown, saveFile, write } from '#frontend/shared/api/request.js';
import { serve, silence } from '#tests/frontend/support/fake-server.js';

const BODY = { date: '2026-11-21', text: '鍵の預かり' };
const file = () => {
  const form = new FormData();
  form.append('file', new File(['a'], 'temairazu.csv'));
  return form;
};

beforeEach(() => {
  jest.useFakeTimers();
});

/** Follows a call to its end; undefined while it has none. */
function followed(call: Promise<unknown>): { error?: unknown } {
  const ended: { error?: unknown } = {};
  call.catch((error: unknown) => {
    ended.error = error;
  });
  return ended;
}

test.each([
  ['a read', 15_000, () => get('/api/slow')],
  ['a write', 20_000, () => write('POST', '/api/slow', BODY)],
  ['an upload', 300_000, () => write('POST', '/api/slow', file())],
  ['a file', 300_000, () => saveFile('/api/slow')],
] as [string, number, () => Promise<unknown>][])(
  '%s that is never answered is given up after %d ms, as one without a line',
  async (_what, limitMs, call) => {
    serve({ 'GET /api/slow': silence, 'POST /api/slow': silence });
    const ended = followed(call());
    await jest.advanceTimersByTimeAsync(limitMs - 1);
    expect(ended).toEqual({});
    await jest.advanceTimersByTimeAsync(1);
    expect(ended.error).toBeInstanceOf(ApiError);
    expect(isLineDown(ended.error)).toBe(true);
    expect((ended.error as ApiError).message).toContain('サーバーに接続できません。');
  },
);

test('an answer that begins and never ends is given up too', async () => {
  serve();
  globalThis.fetch = (async (_path: string, { signal }: RequestInit) => ({
    ok: true,
    status: 200,
    headers: { get: () => null },
    text: () => silence(new URL('http://hotel.test'), { signal: signal ?? null }),
  })) as unknown as typeof fetch;
  const ended = followed(write('POST', '/api/slow', BODY));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(isLineDown(ended.error)).toBe(true);
});

test('a call that its caller ends is not kept until the limit', async () => {
  serve({ 'GET /api/slow': silence });
  const caller = new AbortController();
  const ended = followed(get('/api/slow', {}, caller.signal));
  await jest.advanceTimersByTimeAsync(100);
  caller.abort();
  await jest.advanceTimersByTimeAsync(0);
  expect(isLineDown(ended.error)).toBe(true);
});

import { beforeEach, expect, jest, test } from '@jest/globals';
import { get, readRetries } from '#frontend/shared/api/request.js';
import { serve } from '#tests/frontend/support/fake-server.js';

const WORDS = 'サーバーでエラーが発生しました。もう一度お試しください。';
const failed = (status: number, retryAfter?: number) => ({ status, retryAfter, body: { error: WORDS } });
const DESK = 'GET /api/front-desk';

beforeEach(() => {
  jest.useFakeTimers();
});

/** A server that fails some reads before it answers; answers the calls it got. */
function failing(times: number, status = 500, retryAfter?: number) {
  let left = times;
  const calls = serve({
    [DESK]: () => (left-- > 0 ? failed(status, retryAfter) : { body: [], position: 1 }),
  });
  readRetries.pausesMs = [300, 1_000, 3_000];
  return calls;
}

test.each([500, 502, 503])(
  'a read that the server fails with %i is sent up to four times',
  async (status) => {
    const calls = failing(3, status);
    const read = get('/api/front-desk');
    await jest.advanceTimersByTimeAsync(299);
    expect(calls).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1 + 1_000 + 3_000);
    expect(await read).toMatchObject({ data: [] });
    expect(calls).toHaveLength(4);
  },
);

test('a read that fails four times has failed, with what the server says', async () => {
  const calls = failing(9);
  const read = get('/api/front-desk').catch((error: Error) => error.message);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await read).toBe(WORDS);
  expect(calls).toHaveLength(4);
});

test('the server names a longer pause', async () => {
  const calls = failing(1, 503, 2);
  const read = get('/api/front-desk');
  await jest.advanceTimersByTimeAsync(1_999);
  expect(calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await read).toMatchObject({ data: [] });
});

test.each([400, 403, 404, 409, 422, 429])('a refusal of %i is not tried again', async (status) => {
  const calls = failing(9, status);
  await expect(get('/api/front-desk')).rejects.toThrow(WORDS);
  expect(calls).toHaveLength(1);
});

test('a line that is down is not tried again: what is cached is shown', async () => {
  readRetries.pausesMs = [300];
  const sent = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  globalThis.fetch = sent;
  await expect(get('/api/front-desk')).rejects.toMatchObject({ status: 0 });
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a read that was given up is not tried again', async () => {
  const calls = failing(9);
  const controller = new AbortController();
  const read = get('/api/front-desk', {}, controller.signal).catch(() => 'failed');
  await jest.advanceTimersByTimeAsync(100);
  controller.abort();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await read).toBe('failed');
  expect(calls).toHaveLength(1);
});

import { beforeEach, expect, jest, test } from '@jest/globals';
import { fetchWeather } from '#frontend/shared/api/calendar-api.js';
import { get } from '#frontend/shared/api/request.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { Resource } from '#frontend/shared/resource.js';
import { serve, tick } from '../support/fake-server.js';
import { aFrame, RANGE } from '../support/records.js';

/** A resource whose answers come when they are let through. */
function slowly() {
  const asked: string[] = [];
  const answers: ((reply: { status?: number; body: unknown }) => void)[] = [];
  serve({
    'GET /api/thing': (url) => {
      asked.push(url.searchParams.get('q') ?? '');
      return new Promise((done) => answers.push((reply) => done({ ...reply, position: 10 })));
    },
  });
  const thing = new Resource<string, string>('thing', (q, signal) => get('/api/thing', { q }, signal));
  const answer = async (index: number, body: unknown, status = 200) => {
    await tick();
    answers[index]?.({ status, body });
    await tick();
  };
  return { thing, asked, answer };
}

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));

test('of two queries the later one counts, however late the first is answered', async () => {
  const { thing, answer } = slowly();
  void thing.load('a');
  void thing.load('b');
  await answer(1, 'of b');
  await answer(0, 'of a');
  expect(thing.state).toMatchObject({ status: 'ready', query: 'b', value: 'of b' });
});

test('of two queries the later one counts, also when the first fails late', async () => {
  const { thing, answer } = slowly();
  void thing.load('a');
  void thing.load('b');
  await answer(0, { error: '準備中' }, 503);
  expect(thing.state).toMatchObject({ status: 'loading', query: 'b', error: null });
  expect(console.error).not.toHaveBeenCalled();
  await answer(1, 'of b');
  expect(thing.state).toMatchObject({ status: 'ready', value: 'of b', error: null });
});

test('frames that come during a read ask once more after it, and the value stays when that fails', async () => {
  const { thing, asked, answer } = slowly();
  const stop = thing.follow(() => true);
  publishFrame(aFrame(8, 9));
  expect(thing.state.status).toBe('idle');
  void thing.load('a');
  for (const to of [10, 10, 10]) publishFrame(aFrame(9, to));
  await answer(0, 'first');
  expect([asked, thing.state.value]).toEqual([['a', 'a'], 'first']);
  await answer(1, { error: '準備中' }, 503);
  expect(thing.state).toMatchObject({ status: 'failed', value: 'first', error: { message: '準備中' } });
  stop();
  publishFrame(null);
  await tick();
  expect(asked).toHaveLength(2);
});

test('an answer that is no JSON, or whose records have another shape, is an error', async () => {
  for (const body of [undefined, [{ id: 1, date: '2026-11-21' }]]) {
    serve({ 'GET /api/weather': () => ({ body }) });
    await expect(fetchWeather(RANGE, null)).rejects.toThrow('サーバーの応答を読み取れませんでした。');
  }
});

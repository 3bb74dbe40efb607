import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
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
afterEach(() => void jest.useRealTimers());

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

describe('what could not be read', () => {
  beforeEach(() => void jest.useFakeTimers());

  /** Loads something that is answered so, and counts how often it was asked for by then. */
  async function load(...statuses: number[]) {
    let asked = 0;
    serve({
      'GET /api/thing': () => {
        const status = statuses[Math.min(asked, statuses.length - 1)] ?? 200;
        asked += 1;
        return { status, body: status === 200 ? 'here' : { error: '準備中', errors: [] } };
      },
    });
    const thing = new Resource<string, string>('thing', (_, signal) => get('/api/thing', {}, signal));
    await thing.load('a');
    const askedAfter = async (seconds: number) => {
      await jest.advanceTimersByTimeAsync(seconds * 1_000);
      return asked;
    };
    return { thing, askedAfter };
  }

  test('is asked for again, after longer and longer, until the server answers, and then no more', async () => {
    const { thing, askedAfter } = await load(500, 503, 500, 500, 200);
    expect(thing.state).toMatchObject({ status: 'failed', value: null });
    const asked: number[] = [];
    for (const seconds of [4.9, 0.2, 9.7, 0.2, 29.8, 0.2]) asked.push(await askedAfter(seconds));
    expect(asked).toEqual([1, 2, 2, 3, 3, 4]);
    expect(thing.state.status).toBe('failed');
    expect(await askedAfter(30)).toBe(5);
    expect(thing.state).toMatchObject({ status: 'ready', value: 'here', error: null });
    expect(await askedAfter(600)).toBe(5);
  });

  test('is asked for again soon after another question, however long the last one failed', async () => {
    const { thing, askedAfter } = await load(500);
    const before = await askedAfter(60);
    void thing.load('b');
    expect(await askedAfter(5.1)).toBe(before + 2);
  });

  test('is not asked for again where the server refused, or nobody wants it any more', async () => {
    const refused = await load(403);
    expect(await refused.askedAfter(600)).toBe(1);
    const given = await load(500);
    given.thing.reset();
    expect(await given.askedAfter(600)).toBe(1);
  });
});

test.each([
  ['always', 'of a'],
  ['briefly', null],
] as const)(
  'what answers another query is shown for a moment, %s longer: %s',
  async (keepPrevious, later) => {
    jest.useFakeTimers();
    let answer = (_: string): void => {};
    serve({ 'GET /api/thing': () => new Promise((done) => (answer = (body) => done({ body }))) });
    const read = (q: string, signal: AbortSignal) => get<string>('/api/thing', { q }, signal);
    const thing = new Resource<string, string>('thing', read, { keepPrevious });
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    const shown: (string | null)[] = [];
    const look = () => shown.push(thing.state.value);
    void thing.load('a');
    await pass(0);
    answer('of a');
    await pass(0);
    void thing.load('b');
    await pass(399);
    look();
    await pass(1);
    look();
    answer('of b');
    await pass(1_000);
    look();
    expect(shown).toEqual(['of a', later, 'of b']);
  },
);

test('an answer that is no JSON, or whose records have another shape, is an error', async () => {
  for (const body of [undefined, [{ id: 1, date: '2026-11-21' }]]) {
    serve({ 'GET /api/weather': () => ({ body }) });
    await expect(fetchWeather(RANGE, null)).rejects.toThrow('サーバーの応答を読み取れませんでした。');
  }
});

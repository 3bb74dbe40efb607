import { beforeEach, expect, test } from '@jest/globals';
import { connectionAtom } from '#frontend/shared/live/connection.js';
import { store } from '#frontend/shared/store.js';
import { fetchCode, reloadIfRemembered } from '#frontend/shared/ui/fetch-code.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;

// No time passes by itself: nothing is asked for again because it was waited long enough.
beforeEach(() => void jest.useFakeTimers());

function failingTwice() {
  let asked = 0;
  const failed: unknown[] = [];
  const load = async () => {
    asked++;
    if (asked <= 2) throw new Error('Failed to fetch dynamically imported module');
    return 'code';
  };
  return { code: fetchCode(load, (error) => failed.push(error)), asked: () => asked, failed };
}

const settled = () => jest.advanceTimersByTimeAsync(0);

test('code that could not be fetched is asked for again as soon as the line is back', async () => {
  store.set(connectionAtom, { connected: false, since: new Date(0) });
  const { code, asked, failed } = failingTwice();
  await settled();
  expect(asked()).toBe(1);
  window.dispatchEvent(new Event('online'));
  await settled();
  expect(asked()).toBe(2);
  store.set(connectionAtom, { connected: true, since: new Date(1) });
  await expect(code).resolves.toBe('code');
  expect(failed).toHaveLength(2);
});

test('it is asked for again after a while also when nobody says that the line is back', async () => {
  const { code } = failingTwice();
  await jest.advanceTimersByTimeAsync(60_000);
  await expect(code).resolves.toBe('code');
});

test.each([
  ['is there', 200, 1],
  ['is not there', 404, 0],
])(
  'for code that a browser will not ask for again and that %s, the page is loaded anew at most once',
  async (_, status, times) => {
    sessionStorage.clear();
    global.fetch = async () => ({ ok: status === 200 }) as Response;
    let reloads = 0;
    const error = new TypeError(
      'Failed to fetch dynamically imported module: http://localhost/assets/MastersScreen-x.js',
    );
    for (const _again of [1, 2]) await reloadIfRemembered(error, () => reloads++);
    expect(reloads).toBe(times);
    await reloadIfRemembered(new Error('another'), () => reloads++);
    expect(reloads).toBe(times);
  },
);

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { HandoverChanges } from '@wire/handover.js';
import { publishFrame } from '../../../../frontend/live/frame-listeners.js';
import { followUnread, noteRead, unreadAtom } from '../../../../frontend/state/handover/unread.js';
import { loadHotel } from '../../../../frontend/state/hotel.js';
import { store } from '../../../../frontend/state/store.js';
import { serve } from '../../support/fake-server.js';
import { aFrame } from '../../support/records.js';

let unread = { since: 5 as number | null, count: 0, head: 10 };
let asked: string[] = [];
let stop = () => {};

const hear = () => publishFrame(aFrame(10, 11));
const shown = () => store.get(unreadAtom);
/** Lets what is under way come to its end, and the rest after it pass. */
const rest = () => jest.advanceTimersByTimeAsync(1_000);
const looked = (position: number, head: number, upTo: number | null = 5) =>
  noteRead({ position, head, mine: upTo === null ? null : { up_to: upTo } } as HandoverChanges);

beforeEach(async () => {
  jest.useFakeTimers();
  localStorage.clear();
  asked = [];
  unread = { since: 5, count: 3, head: 10 };
  serve({
    'GET /api/handover/unread': (url) => {
      asked.push(url.searchParams.get('read') ?? '');
      return { body: unread };
    },
  });
  looked(0, 0);
  await loadHotel();
  stop = followUnread();
  await rest();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test('it is told at first and again when something happened, however much at once', async () => {
  expect(shown()).toBe(3);
  unread = { ...unread, count: 4 };
  for (let frames = 0; frames < 20; frames++) hear();
  await rest();
  await rest();
  expect(shown()).toBe(4);
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('who never left is told of nothing, and asks no more', async () => {
  unread = { since: null, count: 0, head: 10 };
  hear();
  await rest();
  const before = asked.length;
  hear();
  await rest();
  expect(asked.length).toBe(before);
  expect(shown()).toBe(0);
});

test('what was looked at is unread no more, unless the look began later than the absence', async () => {
  looked(7, 10);
  expect(shown()).toBe(3);
  looked(5, 10);
  expect(shown()).toBe(0);
  hear();
  await rest();
  expect(asked.at(-1)).toBe('10');
});

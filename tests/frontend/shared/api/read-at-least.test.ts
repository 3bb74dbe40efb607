import { beforeEach, expect, jest, test } from '@jest/globals';
import { type Answer, readAtLeast } from '#frontend/shared/api/request.js';

beforeEach(() => void jest.useFakeTimers());

/** Reads from nodes that have reached these positions, one after another; the last one stays. */
function nodesAt(...positions: (number | null)[]) {
  const read = jest.fn(async (): Promise<Answer<string>> => {
    const position = positions.length > 1 ? positions.shift() : positions[0];
    return { data: `as of ${position}`, position: position ?? null };
  });
  return read;
}

test('an answer of a node that is behind is read again until it is as new as was asked', async () => {
  const read = nodesAt(9, 11, 12);
  const answer = readAtLeast(12, read);
  await jest.advanceTimersByTimeAsync(199);
  expect(read).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ data: 'as of 12', position: 12 });
  expect(read).toHaveBeenCalledTimes(3);
});

test.each([
  ['is as new as was asked', 12],
  ['is newer', 13],
  ['has no position', null],
])('an answer that %s is taken at once', async (_, position) => {
  const read = nodesAt(position);
  expect(await readAtLeast(12, read)).toMatchObject({ position });
  expect(read).toHaveBeenCalledTimes(1);
});

test('a node that stays behind is read twenty times, then its answer is taken', async () => {
  const read = nodesAt(9);
  const answer = readAtLeast(12, read);
  await jest.advanceTimersByTimeAsync(10_000);
  expect((await answer).position).toBe(9);
  expect(read).toHaveBeenCalledTimes(20);
});

import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { jsonWithList } from '#backend/platform/http/streamed-json.js';

test.each([0, 1, 19, 20, 21, 500])(
  'an object with a list of %d is what it would be in one piece',
  async (count) => {
    const list = Array.from({ length: count }, (_, at) => ({ at, text: '"予約",' }));
    const file = jsonWithList({ position: 7, at: null }, 'changes', list);
    expect(await text(file.getStream())).toBe(JSON.stringify({ position: 7, at: null, changes: list }));
    expect(file.getHeaders().type).toBe('application/json; charset=utf-8');
  },
);

test('others have their turn while a long list is sent', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await text(jsonWithList({ position: 7 }, 'changes', Array(2_000).fill('予約')).getStream());
  isOver = true;
  expect(turns).toBeGreaterThan(50);
});

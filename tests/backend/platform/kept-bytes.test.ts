import { expect, it } from '@jest/globals';
import { KeptBytes } from '../../../backend/platform/kept-bytes.js';

const keptOf = (limit: number, sizes: Record<string, number>) => {
  const kept = new KeptBytes<string, { bytes: number }>(limit);
  for (const [key, bytes] of Object.entries(sizes)) kept.set(key, { bytes });
  return kept;
};
const keysOf = (kept: KeptBytes<string, { bytes: number }>) => ['a', 'b', 'c'].filter((key) => kept.get(key));

it('what was used longest ago goes first, until the rest is within the limit', () => {
  const kept = keptOf(25, { a: 10, b: 10, c: 10 });
  kept.get('a');
  kept.trim();
  expect(kept.bytes).toBe(20);
  expect(keysOf(kept)).toEqual(['a', 'c']);
});

it('what takes the place of something counts in its place', () => {
  const kept = keptOf(25, { a: 10, b: 10 });
  kept.set('a', { bytes: 15 });
  kept.trim();
  expect(kept.bytes).toBe(25);
  kept.set('b', { bytes: 11 });
  kept.trim();
  expect(keysOf(kept)).toEqual(['b']);
});

it('what is forgotten counts no more', () => {
  const kept = keptOf(100, { a: 10, b: 20, c: 30 });
  kept.deleteWhere(({ bytes }) => bytes === 20);
  expect(kept.bytes).toBe(40);
  kept.delete('missing');
  kept.clear();
  expect(kept.bytes).toBe(0);
  expect(keysOf(kept)).toEqual([]);
});

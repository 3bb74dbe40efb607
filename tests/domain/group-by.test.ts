import { groupBy } from '@domain/group-by.js';
import { describe, expect, it } from '@jest/globals';

describe('grouping by a key', () => {
  it('keeps the order of items and of first appearance', () => {
    const groups = groupBy(['b1', 'a1', 'b2', 'a2'], (item) => item.slice(0, 1));
    expect([...groups]).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1', 'a2']],
    ]);
    expect(groupBy([], String).size).toBe(0);
  });
});

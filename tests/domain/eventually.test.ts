import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';

test('eventually returns the first accepted answer', async () => {
  let reads = 0;
  expect(
    await eventually(
      'three reads',
      () => ++reads,
      (seen) => seen === 3,
    ),
  ).toBe(3);
});

test('eventually counts an error of the read, or of an expectation in the check, as not yet', async () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    if (reads === 1) throw new Error('no connection');
    return reads;
  };
  expect(await eventually('three reads', read, (seen) => expect(seen).toBe(3))).toBe(3);
});

test('eventually fails with what was awaited and what was last seen', async () => {
  const read = async () => ({ rows: 2 });
  await expect(eventually('three rows', read, ({ rows }) => rows === 3, { within: 60 })).rejects.toThrow(
    'not within 60 ms: three rows\nlast seen: { rows: 2 }',
  );
  await expect(
    eventually('three rows', read, ({ rows }) => expect(rows).toBe(3), { within: 60 }),
  ).rejects.toThrow(/three rows\nlast seen: .*Received: .*2/s);
});

test('eventually fails in time when a read never answers', async () => {
  const read = () => new Promise<number>(() => {});
  await expect(eventually('an answer', read, Boolean, { within: 20 })).rejects.toThrow('did not answer');
});

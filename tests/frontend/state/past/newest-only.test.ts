import { expect, test } from '@jest/globals';
import { newestOnly } from '../../../../frontend/state/past/newest-only.js';

/** Work that goes on until it is let go. */
function slowWork() {
  const begun: number[] = [];
  const letGo: (() => void)[] = [];
  const ask = newestOnly(async (asked: number) => {
    begun.push(asked);
    await new Promise<void>((resolve) => letGo.push(resolve));
  });
  return { begun, letGo, ask };
}

test('one run at a time; of what is asked for meanwhile only the newest is worked on', async () => {
  const { begun, letGo, ask } = slowWork();
  const done = ask(1);
  for (const asked of [2, 3, 4]) void ask(asked);
  expect(begun).toEqual([1]);
  letGo[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).toEqual([1, 4]);
  letGo[1]?.();
  await done;
  expect(begun).toEqual([1, 4]);
});

test('those that ask meanwhile wait until nothing waits any more', async () => {
  const { begun, letGo, ask } = slowWork();
  void ask(1);
  let done = false;
  const second = ask(2).then(() => {
    done = true;
  });
  letGo[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect([begun, done]).toEqual([[1, 2], false]);
  letGo[1]?.();
  await second;
  const third = ask(3);
  expect(begun).toEqual([1, 2, 3]);
  letGo[2]?.();
  await third;
});

test('a run that fails does not keep the next from working', async () => {
  const begun: number[] = [];
  const ask = newestOnly(async (asked: number) => {
    begun.push(asked);
    if (asked === 1) throw new Error('failed');
  });
  await expect(ask(1)).rejects.toThrow('failed');
  await ask(2);
  expect(begun).toEqual([1, 2]);
});

import { expect, test } from '@jest/globals';
import { newestOnly } from '#frontend/shared/newest-only.js';

test.each([0, 1, 2, 3, 4, 5, 6])(
  'what is asked for %d turns after a run has ended is worked on',
  async (turns) => {
    const worked: string[] = [];
    let end = () => {};
    const first = new Promise<void>((done) => {
      end = done;
    });
    const ask = newestOnly(async (asked: string) => {
      worked.push(asked);
      if (asked === 'first') await first;
    });
    const running = ask('first');
    const later = first.then(async () => {
      for (let turn = 0; turn < turns; turn += 1) await null;
      await ask('second');
    });
    end();
    await Promise.all([running, later]);
    expect(worked).toEqual(['first', 'second']);
  },
);

test('of what is asked for during a run only the newest is worked on', async () => {
  const worked: number[] = [];
  const ask = newestOnly(async (asked: number) => {
    worked.push(asked);
    await null;
  });
  await Promise.all([ask(1), ask(2), ask(3)]);
  expect(worked).toEqual([1, 3]);
});

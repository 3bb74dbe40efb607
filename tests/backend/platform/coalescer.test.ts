import { expect, it } from '@jest/globals';
import { Coalescer } from '#backend/platform/coalescer.js';

/** Batches that the test ends. */
function heldRounds() {
  const rounds: { questions: readonly number[]; end: (error?: Error) => void }[] = [];
  const together = new Coalescer<number, number>((questions) => {
    const round = rounds.length + 1;
    return new Promise((resolve, reject) => {
      rounds.push({ questions, end: (error) => (error ? reject(error) : resolve(round)) });
    });
  });
  return { rounds, together };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('questions asked during a batch share the next one, which begins after all of them', async () => {
  const { rounds, together } = heldRounds();
  const first = together.ask(1);
  await turn();
  const later = [together.ask(2), together.ask(3)];
  await turn();
  expect(rounds.map(({ questions }) => questions)).toEqual([[1]]);
  rounds[0]?.end();
  expect(await first).toBe(1);
  await turn();
  later.push(together.ask(4));
  await turn();
  expect(rounds.map(({ questions }) => questions)).toEqual([[1], [2, 3]]);
  rounds[1]?.end();
  expect(await Promise.all(later.slice(0, 2))).toEqual([2, 2]);
  await turn();
  rounds[2]?.end();
  expect(await later[2]).toBe(3);
});

it('a failing batch rejects its own questions only', async () => {
  const { rounds, together } = heldRounds();
  const first = together.ask(1);
  await turn();
  const second = together.ask(2);
  rounds[0]?.end(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  rounds[1]?.end();
  expect(await second).toBe(2);
});

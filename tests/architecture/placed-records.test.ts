import { expect, test } from '@jest/globals';
import { type CheckRecord, placed } from '../support/placed.mjs';

const run = (check: string, more: Partial<CheckRecord> = {}): CheckRecord => ({
  check,
  taken: '2026-11-01',
  failed: 0,
  entries: [`of ${check}`],
  ...more,
});

const long = run('b', { length: 'long' });
const short = run('b', { length: 'short', taken: '2026-11-02', entries: ['little'] });
const { entries: _, ...shortFailed } = { ...short, failed: 1 };

test("a check's record replaces its last one, also when it failed; the others stay", () => {
  const again = run('b', { failed: 2, entries: [] });
  expect(placed([run('a'), run('b'), run('c')], again)).toEqual([run('a'), again, run('c')]);
  expect(placed([run('b')], run('a'))).toEqual([run('a'), run('b')]);
});

test('a short run does not replace a long one', () => {
  expect(placed([long], short)).toEqual([long]);
  expect(placed([short], long)).toEqual([long]);
});

test('a failed short run marks the long one until a run passes', () => {
  const marked = { ...long, failedSince: shortFailed };
  expect(placed([long], { ...short, failed: 1 })).toEqual([marked]);
  expect(placed([marked], short)).toEqual([long]);
  expect(placed([marked], long)).toEqual([long]);
});

test('a passed short run does not replace a failed long one', () => {
  const failed = { ...long, failed: 1 };
  expect(placed([failed], short)).toEqual([failed]);
});

test('long runs towards a goal add up until it is reached, and begin anew after one that failed', () => {
  const struck = (tried: number, more: Partial<CheckRecord> = {}) =>
    run('b', {
      length: 'long',
      goal: 10,
      entries: [{ what: 'a kill', tried, lost: 0, figures: { s: tried } }],
      ...more,
    });
  const after = (...records: CheckRecord[]) =>
    records.reduce<CheckRecord[]>((known, record) => placed(known, record), []).map(({ entries }) => entries);
  const counted = (tried: number, s: number) => [[{ what: 'a kill', tried, lost: 0, figures: { s } }]];
  expect(after(struck(4), struck(5))).toEqual(counted(9, 5));
  expect(after(struck(4), struck(5), struck(3))).toEqual(counted(12, 5));
  expect(after(struck(4), struck(5), struck(3), struck(2))).toEqual(counted(2, 2));
  expect(after(struck(4), struck(5, { failed: 1 }), struck(3))).toEqual(counted(3, 3));
  expect(after(run('b', { length: 'long', entries: [{ what: 'another', tried: 4 }] }), struck(3))).toEqual([
    struck(3).entries,
  ]);
  expect(placed([struck(4)], struck(5, { taken: '2026-11-03' }))[0]).toMatchObject({ since: '2026-11-01' });
});

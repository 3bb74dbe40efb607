import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, test } from '@jest/globals';
import { added } from '../faults/report.mjs';
import { codeOf, coveredBy, greyed, isStale } from '../support/proof-code.mjs';
import { rowsOf, withRows } from '../support/report-files.mjs';

const PAGE = '# Page\n\n| check | times |\n| --- | --- |\n| `b` | 1 \\| 2 |\n| `c` | 3 |\n';

test('the rows of a check replace its last ones, in order; the others stay', () => {
  expect(
    withRows(PAGE, [
      ['`c`', '4'],
      ['`c`', '5'],
      ['`a`', '6'],
    ]),
  ).toBe(
    '# Page\n\n| check | times |\n| --- | --- |\n| `a` | 6 |\n| `b` | 1 \\| 2 |\n| `c` | 4 |\n| `c` | 5 |\n',
  );
});

test('the rows of a check that is no more go', () => {
  expect(withRows(PAGE, [], (cell) => cell === '`c`')).toBe(PAGE.replace('| `b` | 1 \\| 2 |\n', ''));
});

test('rounds of a long run add up; of other figures the greatest stands', () => {
  const round = (tried: number, seconds: number) => [
    { what: 'a kill', tried, lost: 0, figures: { seconds } },
  ];
  expect(added(added([], round(4, 7)), round(5, 6))).toEqual(round(9, 7));
});

describe('the code of a proof', () => {
  const texts = new Map<string, string>();
  const read = (file: string) => Buffer.from(texts.get(file) ?? readFileSync(file));
  beforeEach(() => texts.clear());

  it.each([
    ['tests/faults/kills.test.ts', ['backend/event-store/batch.ts', 'migrations/0001-event-log.ts'], []],
    ['tests/faults/simulation/simulation.test.ts', ['backend/domain/reservation/decide.ts'], []],
    ['tests/e2e/audit.spec.ts', ['backend/main.ts', 'frontend/calendar/CalendarGrid.tsx'], []],
    ['tests/bench/calendar.bench.ts', ['frontend/calendar/CalendarGrid.tsx'], []],
    ['tests/bench/writes.speed.ts', ['backend/event-store/batch.ts'], ['frontend/main.tsx']],
  ])('%s covers what it starts and imports', (file, some, none) => {
    const covered = coveredBy(file);
    expect(covered).toEqual(expect.arrayContaining([file, ...some]));
    expect(covered.filter((path) => none.includes(path))).toEqual([]);
  });

  it('changes with a line of a file that the check runs far down, not with a comment or with another file', () => {
    const file = 'tests/faults/kills.test.ts';
    const before = codeOf(file, read);
    const batch = readFileSync('backend/event-store/batch.ts', 'utf8');
    texts.set('backend/event-store/batch.ts', `${batch}/** Says\n * more. */\n// More.\n`);
    texts.set('frontend/main.tsx', 'nothing();');
    expect(codeOf(file, read)).toBe(before);
    texts.set('backend/event-store/batch.ts', `${batch}more();\n`);
    expect(codeOf(file, read)).not.toBe(before);
  });

  const codeNow = (cell: string) => ({ '`same`': 'aaa', '`changed`': 'bbb' })[cell] ?? null;

  it('is that of its row, or the row turns grey with the day on which that was first seen', () => {
    const rows = [
      ['`same`', '1', '2026-11-20, long', 'aaa'],
      ['`changed`', '2', '2026-11-21, long', 'aaa'],
      ['`unknown`', '3', '2026-11-22, long', ''],
    ];
    const once = greyed(rows, codeNow, '2026-11-28');
    expect(once.map((row) => row[2])).toEqual([
      '2026-11-20, long',
      '<s>2026-11-21, long</s> stale since 2026-11-28',
      '<s>2026-11-22, long</s> stale since 2026-11-28',
    ]);
    expect(once.map(isStale)).toEqual([false, true, true]);
    expect(greyed(once, codeNow, '2026-11-30')).toEqual(once);
  });

  it('makes a row black again that has the code which it ran', () => {
    const grey = [['`same`', '1', '<s>2026-11-20, long</s> stale since 2026-11-28', 'aaa']];
    expect(greyed(grey, codeNow, '2026-11-30')).toEqual([['`same`', '1', '2026-11-20, long', 'aaa']]);
  });

  it.each(['faults', 'benchmarks'])('stands in every row of %s', (name) => {
    const rows = rowsOf(readFileSync(`.docs/proof/${name}.md`, 'utf8'));
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) expect([row[0], row.length]).toEqual([row[0], rows[0]?.length]);
    expect(rows.filter((row) => !isStale(row) && !/^[0-9a-f]{10}$/.test(row.at(-1) ?? ''))).toEqual([]);
  });

  it('is asked for before a version is made', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(scripts.preversion).toBe('node tests/support/grey-proofs.mjs');
  });
});

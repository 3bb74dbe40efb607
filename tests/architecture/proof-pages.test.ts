import { expect, test } from '@jest/globals';
import { added } from '../faults/report.mjs';
import { withRows } from '../support/report-files.mjs';

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

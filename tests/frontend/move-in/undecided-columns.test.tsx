import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import type { MoveInFile, SentMapping } from '@wire/move-in.js';
import { UndecidedColumns } from '#frontend/move-in/UndecidedColumns.js';

/** Names of the buttons for one undecided party column with these values, beside a column that is used already. */
function offered(values: readonly string[], beside: SentMapping[number] = ''): string[] {
  const file = {
    header: ['別の列', '人数'],
    looks: [null, 'party'],
    sample: values.map((value, line) => ({ line, cells: ['', value] })),
  } as Partial<MoveInFile> as MoveInFile;
  render(<UndecidedColumns file={file} mapping={[beside, '']} onChange={() => {}} onDone={() => {}} />);
  return screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
}

test.each([
  [['1', '2名', ''], '', ['宿泊人数として使う', '備考に残す', '使わない']],
  [['男1女1', '2(男2)'], '', ['人数の内訳として使う', '備考に残す', '使わない']],
  [['1', '男1女1'], '', ['宿泊人数として使う', '人数の内訳として使う', '備考に残す', '使わない']],
  [['1', '2'], 'guests', ['備考に残す', '使わない']],
  [['未定'], '', ['備考に残す', '使わない']],
] as const)(
  'a column of the party with %j is offered only as what its values can be (beside: %j)',
  (values, beside, names) => {
    expect(offered(values, beside)).toEqual(names);
  },
);

import { describe, expect, test } from '@jest/globals';
import { chunksOf, columnsOfRow } from '../../../frontend/calendar/geometry.js';

const COLUMNS = 45;
const rows = [0, 1, 2, 3, 4, 7];

describe('the columns of a row', () => {
  test.each(rows)('row %i has all that are asked for, in chunks that follow each other', (row) => {
    for (let firstColumn = 0; firstColumn < COLUMNS; firstColumn++) {
      const asked = { firstColumn, endColumn: Math.min(COLUMNS, firstColumn + 16) };
      const has = columnsOfRow(asked, row, COLUMNS);
      expect(has.firstColumn).toBeLessThanOrEqual(asked.firstColumn);
      expect(has.endColumn).toBeGreaterThanOrEqual(asked.endColumn);
      expect(has.firstColumn).toBeGreaterThanOrEqual(0);
      expect(has.endColumn).toBeLessThanOrEqual(COLUMNS);
      const columns = chunksOf(has, row).flatMap(({ first, end }) =>
        Array.from({ length: end - first }, (_, at) => first + at),
      );
      expect(columns).toEqual(
        Array.from({ length: has.endColumn - has.firstColumn }, (_, at) => has.firstColumn + at),
      );
    }
  });

  test('a step sideways changes those of one row in four', () => {
    const changed = [0, 1, 2, 3].filter(
      (row) =>
        columnsOfRow({ firstColumn: 10, endColumn: 26 }, row, COLUMNS).firstColumn !==
        columnsOfRow({ firstColumn: 11, endColumn: 27 }, row, COLUMNS).firstColumn,
    );
    expect(changed).toHaveLength(1);
  });
});

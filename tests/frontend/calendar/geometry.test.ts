import { describe, expect, test } from '@jest/globals';
import { chunksOf, columnsOfRow } from '../../../frontend/calendar/geometry.js';

const COLUMNS = 45;
const rows = [0, 1, 9, 10, 25, 39, 40];

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

  test('a step sideways changes those of one group of rows in four, all of it at once', () => {
    const firstOf = (row: number, firstColumn: number) =>
      columnsOfRow({ firstColumn, endColumn: firstColumn + 16 }, row, COLUMNS).firstColumn;
    const changed = Array.from({ length: 40 }, (_, row) => row).filter(
      (row) => firstOf(row, 10) !== firstOf(row, 11),
    );
    const [first = 0] = changed;
    expect(changed).toEqual(Array.from({ length: 10 }, (_, at) => first + at));
  });
});

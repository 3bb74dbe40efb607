import { expect, test } from '@jest/globals';
import { chunksOf, gridWindow, outruns } from '../../../frontend/calendar/geometry.js';

const SIZE = { rows: 117, columns: 45, columnWidth: 60, rowHeight: 26, headerHeight: 224 };
const VIEW = { scrollTop: 0, scrollLeft: 0, width: 1_100, height: 800 };

test('the document has the columns in sight and one more at each side, in chunks that follow each other', () => {
  for (let scrollLeft = 0; scrollLeft <= 45 * 60 + 104 - VIEW.width; scrollLeft += 10) {
    const { firstColumn, endColumn } = gridWindow({ ...VIEW, scrollLeft }, SIZE);
    expect(firstColumn).toBeLessThanOrEqual(Math.max(0, Math.floor(scrollLeft / 60) - 1));
    expect(endColumn).toBeGreaterThanOrEqual(Math.min(45, Math.ceil((scrollLeft + 996) / 60) + 1));
    expect([firstColumn % 4, endColumn === 45 ? 0 : endColumn % 4]).toEqual([0, 0]);
    const columns = chunksOf({ firstColumn, endColumn }).flatMap(({ first, end }) =>
      Array.from({ length: end - first }, (_, at) => first + at),
    );
    expect(columns).toEqual(Array.from({ length: endColumn - firstColumn }, (_, at) => firstColumn + at));
  }
});

test.each([
  ['a row down', { scrollTop: 26 }, false],
  ['more than a row down', { scrollTop: 27 }, true],
  ['more than a row up', { scrollTop: -27 }, true],
  ['as much across', { scrollLeft: 27 }, true],
  ['half of what is in sight', { scrollTop: 400 }, false],
  ['a leap to the side', { scrollTop: 50, scrollLeft: 550 }, false],
  ['less in both directions', { scrollTop: 20, scrollLeft: 20 }, false],
])('%s in one frame outruns the elements or not', (_, by, expected) => {
  expect(outruns(VIEW, { ...VIEW, ...by }, SIZE)).toBe(expected);
});

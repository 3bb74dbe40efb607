import { expect, test } from '@jest/globals';
import {
  AROUND,
  chunksOf,
  gridWindow,
  headWidthFor,
  isInside,
  outruns,
} from '#frontend/calendar/geometry.js';

const SIZE = { headWidth: 104, rows: 117, columns: 45, columnWidth: 60, rowHeight: 26, headerHeight: 224 };
const VIEW = { scrollTop: 0, scrollLeft: 0, width: 1_100, height: 800 };

test('the document has the columns in sight and one more at each side, in chunks that follow each other', () => {
  for (let scrollLeft = 0; scrollLeft <= 45 * 60 + 104 - VIEW.width; scrollLeft += 10) {
    const { firstColumn, endColumn } = gridWindow({ ...VIEW, scrollLeft }, SIZE, AROUND);
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

test.each([
  ['not at all', [0, 0], true],
  ['down as far as rows are drawn', [AROUND.rows * 26, 0], true],
  ['further down', [(AROUND.rows + 2) * 26, 0], false],
  ['up as far as rows are drawn', [-AROUND.rows * 26, 0], true],
  ['further up', [-(AROUND.rows + 1) * 26, 0], false],
  ['across as far as columns are drawn', [0, 60], true],
  ['further across', [0, 5 * 60], false],
])(
  'scrolled %s, the elements that are there hold what is in sight or not',
  (_, [down = 0, across = 0], expected) => {
    const view = { ...VIEW, scrollTop: 20 * 26, scrollLeft: 12 * 60 };
    const now = { ...view, scrollTop: view.scrollTop + down, scrollLeft: view.scrollLeft + across };
    expect(isInside(now, SIZE, gridWindow(view, SIZE, AROUND))).toBe(expected);
  },
);

test.each([
  ['of four figures', ['1001', '216'], 104],
  ['of ten figures', ['1', '1234567890'], 107],
  ['of ten letters of full width', ['1001', '離れ・松竹梅の間の上'], 157],
  ['longer than a calendar has room for', ['離れ 楓と紅葉の見える露天風呂付き'], 184],
  ['of no room', [], 104],
])('the heads are as wide as the longest number needs, within limits: %s', (_, numbers, width) => {
  expect(headWidthFor(numbers.map((roomNumber) => ({ roomNumber })))).toBe(width);
});

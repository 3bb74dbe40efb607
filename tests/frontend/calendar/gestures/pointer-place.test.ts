import type { StayCell } from '@domain/calendar/stay-cells.js';
import { describe, expect, test } from '@jest/globals';
import { cellUnder, gripAt, heldAxes, scrollStep } from '#frontend/calendar/gestures/place.js';

const HEAD_WIDTH = 104;
const VIEW = { scrollTop: 52, scrollLeft: 60, width: HEAD_WIDTH + 600, height: 500 };
const SIZE = {
  headWidth: HEAD_WIDTH,
  rows: 117,
  columns: 45,
  columnWidth: 60,
  rowHeight: 26,
  headerHeight: 200,
};

describe('the cell under the pointer', () => {
  test('counts what is scrolled away', () => {
    expect(cellUnder(VIEW, SIZE, { x: HEAD_WIDTH, y: 200 })).toEqual({ row: 2, column: 1 });
    expect(cellUnder(VIEW, SIZE, { x: HEAD_WIDTH + 59, y: 225 })).toEqual({ row: 2, column: 1 });
    expect(cellUnder(VIEW, SIZE, { x: HEAD_WIDTH + 60, y: 226 })).toEqual({ row: 3, column: 2 });
  });

  test('beyond what is in sight is the nearest in sight', () => {
    expect(cellUnder(VIEW, SIZE, { x: -500, y: 10 })).toEqual({ row: 2, column: 1 });
    expect(cellUnder(VIEW, SIZE, { x: 5_000, y: 5_000 })).toEqual({ row: 13, column: 10 });
  });

  test('is one of the rooms and days there are', () => {
    const few = { ...SIZE, rows: 3, columns: 2 };
    expect(cellUnder(VIEW, few, { x: 600, y: 450 })).toEqual({ row: 2, column: 1 });
  });
});

describe('the grip', () => {
  const only = { isFirstNight: true, isLastNight: true } as StayCell;
  const middle = { isFirstNight: false, isLastNight: false } as StayCell;

  test.each([
    [only, false, 3, 'start'],
    [only, false, 30, 'whole'],
    [only, false, 57, 'end'],
    [only, true, 3, 'whole'],
    [only, true, 57, 'end'],
    [middle, false, 3, 'whole'],
    [middle, false, 57, 'whole'],
  ])('%o, checked in %s, at %i px is %s', (cell, isCheckedIn, x, grip) => {
    expect(gripAt(cell, isCheckedIn, x, SIZE.columnWidth)).toBe(grip);
  });
});

describe('what a drag holds', () => {
  test.each([
    [{ x: 29, y: 100 }, false, { room: false, date: true }, 'the date within half a column'],
    [{ x: -30, y: 0 }, false, { room: false, date: true }, 'the date up to half a column'],
    [{ x: 31, y: 100 }, false, { room: false, date: false }, 'nothing beyond'],
    [{ x: 61, y: 26 }, true, { room: true, date: false }, 'with Shift the room: a column is more than a row'],
    [
      { x: -61, y: -53 },
      true,
      { room: false, date: true },
      'with Shift the date: two rows are more than a column',
    ],
    [{ x: 60, y: 26 }, true, { room: true, date: false }, 'with Shift and as much of both, the room'],
  ])('%j with Shift %s: %j, %s', (moved, isShift, held) => {
    expect(heldAxes(moved, SIZE, isShift)).toEqual(held);
  });
});

describe('scrolling at the edges', () => {
  test('rests in the middle', () => {
    expect(scrollStep(VIEW, SIZE, { x: 300, y: 350 })).toEqual({ x: 0, y: 0 });
  });

  test('goes towards the edge, faster the nearer, and no faster beyond', () => {
    const near = scrollStep(VIEW, SIZE, { x: HEAD_WIDTH + 20, y: 480 });
    expect(near.x).toBeLessThan(0);
    expect(near.y).toBeGreaterThan(0);
    const beyond = scrollStep(VIEW, SIZE, { x: -100, y: 700 });
    expect(beyond.x).toBeLessThan(near.x);
    expect(beyond.y).toBeGreaterThan(near.y);
    expect(scrollStep(VIEW, SIZE, { x: -9_000, y: 9_000 })).toEqual(beyond);
  });
});

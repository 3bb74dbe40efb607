import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { AROUND, scaleFor, type Viewport } from '#frontend/calendar/geometry.js';
import { useGridWindow } from '#frontend/calendar/use-grid-window.js';

const FRAME_MS = 16;
const scale = scaleFor('medium', 1_440);
const shape = { headWidth: 104, rows: 500, columns: 45, headerHeight: 200, fields: 1, scale };

beforeEach(() => {
  jest.useFakeTimers();
});

/** A grid that can be scrolled, frame by frame; what happened to its picture is noted. */
async function grid() {
  const element = document.createElement('div');
  for (const side of ['clientWidth', 'clientHeight']) Object.defineProperty(element, side, { value: 800 });
  const noted: string[] = [];
  const picture = {
    open: () => {
      noted.push('opened');
      return ({ scrollTop }: Viewport) => void noted.push(`drawn at ${scrollTop}`);
    },
    close: () => void noted.push('closed'),
  };
  const scroller = { current: element };
  const { result } = renderHook(() => useGridWindow(scroller, shape, picture));
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  pass(0);
  const firstEnd = result.current.window.endRow;
  await act(() => jest.advanceTimersByTimeAsync(2 * FRAME_MS));
  const scrollTo = (top: number) => {
    element.scrollTop = top;
    element.dispatchEvent(new Event('scroll'));
    pass(FRAME_MS);
  };
  const firstRow = () => result.current.window.firstRow;
  return { element, noted, scrollTo, pass, firstRow, firstEnd, endRow: () => result.current.window.endRow };
}

const rowAt = (top: number) => Math.floor(top / scale.rowHeight) - AROUND.rows;

test('rows beyond what is in sight come once that is painted', async () => {
  const { firstEnd, endRow } = await grid();
  expect(endRow()).toBe(firstEnd + AROUND.rows);
});

test('a turn of the wheel stays within the rows that are there: others come when it rests', async () => {
  const { noted, scrollTo, pass, firstRow } = await grid();
  scrollTo(2_000);
  pass(1_000);
  scrollTo(2_120);
  expect(firstRow()).toBe(rowAt(2_000));
  pass(1_000);
  expect(firstRow()).toBe(rowAt(2_120));
  expect(noted).toEqual([]);
});

test('the elements follow a slow scroll and leaps, without a picture', async () => {
  const { noted, scrollTo, pass, firstRow } = await grid();
  for (let top = 0; top <= 300; top += 20) scrollTo(top);
  expect(firstRow()).toBe(rowAt(300));
  pass(1_000);
  for (const top of [5_000, 6_000, 7_000]) scrollTo(top);
  expect(firstRow()).toBe(rowAt(7_000));
  pass(1_000);
  expect(noted).toEqual([]);
});

test('what outruns them is drawn until it rests; then they are there, and the picture goes', async () => {
  const { noted, scrollTo, pass, firstRow } = await grid();
  scrollTo(1_000);
  for (const top of [1_100, 1_200, 1_210]) scrollTo(top);
  expect(noted).toEqual(['opened', 'drawn at 1100', 'drawn at 1200', 'drawn at 1210']);
  expect(firstRow()).toBe(rowAt(1_000));
  pass(1_000);
  expect(noted.slice(4)).toEqual(['closed']);
  expect(firstRow()).toBe(rowAt(1_210));
});

test('while something is dragged the elements follow, however fast', async () => {
  const { element, noted, scrollTo, firstRow } = await grid();
  element.dataset.dragging = '';
  for (const top of [1_000, 1_100, 1_200]) scrollTo(top);
  expect(firstRow()).toBe(rowAt(1_200));
  expect(noted).toEqual([]);
});

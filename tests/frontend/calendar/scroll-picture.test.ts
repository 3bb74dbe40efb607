import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openPicture } from '#frontend/calendar/scroll-picture.js';
import {
  countsAtom,
  daysAtom,
  placeCalendar,
  roomHeadsAtom,
  weatherAtom,
} from '#frontend/shared/calendar-data/calendar.js';
import { store } from '#frontend/shared/store.js';
import { aStay } from '#tests/support/builders.js';
import { aCalendar } from '../support/records.js';

const HEAD_WIDTH = 104;
const SIZE = {
  headWidth: HEAD_WIDTH,
  rows: 3,
  columns: 47,
  columnWidth: 60,
  rowHeight: 26,
  headerHeight: 44,
};
const AT_ONCE = { scrollTop: 0, scrollLeft: 0, width: HEAD_WIDTH + 300, height: 200 };

type Word = { text: string; x: number };

/** A canvas that notes what is written on it, each word taking some time. */
function notingCanvas(msForEach: number) {
  const words: Word[] = [];
  const context = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === 'measureText') return () => ({ width: 30 });
      if (name === 'fillText')
        return (text: string, x: number) => {
          words.push({ text, x });
          jest.advanceTimersByTime(msForEach);
        };
      return () => null;
    },
    set: () => true,
  });
  const canvas = document.createElement('canvas');
  canvas.getContext = () => context as never;
  return { canvas, words };
}

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.OffscreenCanvas = class {
    getContext = () => null;
  } as never;
  const calendar = aCalendar([
    aStay(1, '2026-11-16', '2026-11-18', { roomNumber: '1001', guestName1: '山田太郎' }),
    aStay(2, '2026-11-15', '2026-11-19', { roomNumber: '1002', guestName1: '佐藤花子' }),
    aStay(3, '2026-12-20', '2026-12-21', { roomNumber: '1003', guestName1: '田中一郎' }),
  ]);
  placeCalendar(calendar);
});

afterEach(() => {
  jest.useRealTimers();
});

function open({ msForEach = 0, inDocument = 0 } = {}) {
  const { canvas, words } = notingCanvas(msForEach);
  const draw = openPicture(canvas, {
    size: SIZE,
    columns: { firstColumn: 0, endColumn: inDocument },
    lines: [
      { row: 'date', top: 0, height: 24 },
      { row: 'total', top: 24, height: 20 },
    ],
    heads: store.get(roomHeadsAtom('all')),
    days: store.get(daysAtom),
    fields: ['guestName1'],
    counts: store.get(countsAtom),
    weather: store.get(weatherAtom),
    today: null,
    cellText: 13,
  });
  return { canvas, words, draw, written: () => words.splice(0).map(({ text }) => text) };
}

describe('the picture of the calendar while it is scrolled', () => {
  test('shows the rooms, days and guests in sight, and no others', () => {
    const { draw, written } = open();
    draw(AT_ONCE);
    const texts = written();
    expect(texts).toEqual(expect.arrayContaining(['1001', '1002', '1003', '11/15', '11/19', '2026年11月']));
    expect(texts).toEqual(expect.arrayContaining(['山田太郎', '佐藤花子', '合計']));
    expect(texts).not.toContain('田中一郎');
    expect(texts).not.toContain('11/20');
    draw({ ...AT_ONCE, scrollTop: 30 });
    expect(written()).not.toContain('1001');
  });

  test('leaves the name of a stay in sight that began further left', () => {
    const { draw, words } = open();
    draw({ ...AT_ONCE, scrollLeft: 100 });
    for (const name of ['山田太郎', '佐藤花子'])
      expect(words.find(({ text }) => text === name)?.x).toBeGreaterThanOrEqual(HEAD_WIDTH);
  });

  test('shows the first rooms and days where a browser lets one pull beyond them', () => {
    const { draw, written } = open();
    draw({ ...AT_ONCE, scrollTop: -20, scrollLeft: -20 });
    expect(written()).toEqual(expect.arrayContaining(['1001', '1003', '11/15', '山田太郎']));
  });

  test('draws the days anew only when they move', () => {
    const { draw, written } = open();
    const down = { ...AT_ONCE, scrollTop: 30 };
    for (const [view, isNew] of [
      [AT_ONCE, true],
      [down, false],
      [{ ...down, scrollLeft: 60 }, true],
      [{ ...down, scrollLeft: 60, height: 300 }, true],
    ] as const) {
      draw(view);
      expect(written().includes('11/17')).toBe(isNew);
    }
  });

  test('leaves the days to the elements while these are in sight', () => {
    const { draw, written, canvas } = open({ inDocument: 8 });
    const place = document.createElement('div');
    place.append(canvas);
    for (const [scrollLeft, isWhole] of [
      [0, false],
      [180, false],
      [181, true],
    ] as const) {
      draw({ ...AT_ONCE, scrollLeft });
      expect(written().includes('11/19')).toBe(isWhole);
      expect(place.hasAttribute('data-whole')).toBe(isWhole);
    }
  });

  test('leaves names that take long to the next frames', () => {
    const { draw, written } = open({ msForEach: 4 });
    draw(AT_ONCE);
    expect(written()).not.toContain('佐藤花子');
  });
});

import { day, daysFromTo } from '@domain/dates.js';
import { describe, expect, test } from '@jest/globals';
import {
  cellAtEnd,
  oneNight,
  type Place,
  placeAt,
  shifted,
  withEndMoved,
  withStartMoved,
} from '#frontend/calendar/gestures/place.js';

const at = (roomNumber: string, start: string, end: string): Place => ({
  roomNumber,
  stay: { start: day(start), end: day(end) },
});
const cell = (roomNumber: string, date: string) => ({ roomNumber, date: day(date) });
const STAY = at('1001', '2026-11-21', '2026-11-23');

describe('a booking that is steered', () => {
  test('goes some days on or back, over the end of a month', () => {
    expect(shifted(STAY, 10)).toEqual(at('1001', '2026-12-01', '2026-12-03'));
    expect(shifted(STAY, -1)).toEqual(at('1001', '2026-11-20', '2026-11-22'));
  });

  test('keeps a night, however far an end is moved', () => {
    expect(withEndMoved(STAY, 2)).toEqual(at('1001', '2026-11-21', '2026-11-25'));
    expect(withEndMoved(STAY, -5)).toEqual(at('1001', '2026-11-21', '2026-11-22'));
    expect(withStartMoved(STAY, -3)).toEqual(at('1001', '2026-11-18', '2026-11-23'));
    expect(withStartMoved(STAY, 5)).toEqual(at('1001', '2026-11-22', '2026-11-23'));
  });
});

describe('what is gripped with the pointer', () => {
  test('as a whole keeps its nights under the pointer, in the pointer’s room', () => {
    const place = placeAt('whole', STAY, cell('1001', '2026-11-22'), cell('905', '2026-11-25'));
    expect(place).toEqual(at('905', '2026-11-24', '2026-11-26'));
  });

  test('by an end stays in its room', () => {
    const [gripped, there] = [cell('1001', '2026-11-22'), cell('905', '2026-11-24')];
    expect(placeAt('end', STAY, gripped, there)).toEqual(at('1001', '2026-11-21', '2026-11-25'));
    expect(placeAt('start', STAY, gripped, there)).toEqual(at('1001', '2026-11-22', '2026-11-23'));
  });

  test('as free nights runs from where it began to the pointer, both ways', () => {
    const from = oneNight('1001', day('2026-11-24'));
    const new_ = (to: string) => placeAt('new', from, cell('1001', '2026-11-24'), cell('905', to));
    expect(new_('2026-11-24')).toEqual(at('1001', '2026-11-24', '2026-11-25'));
    expect(new_('2026-11-26')).toEqual(at('1001', '2026-11-24', '2026-11-27'));
    expect(new_('2026-11-22')).toEqual(at('1001', '2026-11-22', '2026-11-25'));
  });
});

test.each([
  ['start', '2026-11-22', '2026-11-24', '2026-11-22'],
  ['end', '2026-11-22', '2026-11-24', '2026-11-23'],
  ['start', '2026-11-18', '2026-11-22', '2026-11-20'],
  ['end', '2026-11-24', '2026-11-28', '2026-11-25'],
] as const)('the cell at the %s of a stay from %s to %s is in sight: %s', (which, start, end, date) => {
  const days = daysFromTo(day('2026-11-20'), day('2026-11-25'));
  const place = { roomNumber: '1001', stay: { start: day(start), end: day(end) } };
  expect(cellAtEnd(place, which, days)).toEqual({ roomNumber: '1001', date });
});

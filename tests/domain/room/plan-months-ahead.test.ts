import { day } from '@domain/dates.js';
import { planMonthsAhead } from '@domain/room/plan-months-ahead.js';
import type { RoomMonthEvent } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import { decisionOf, defined, givenRooms } from '../../support/builders.js';

const CLOSED = { reservableStatus: '予約不可' } as const;

/** What is made, as `room month label`, given these rooms. */
function made(events: RoomMonthEvent[], today: string, monthsAhead: number): string[] {
  const decision = givenRooms(...events).when(planMonthsAhead(day(today), monthsAhead));
  return decisionOf(decision).defined.map(
    ({ id, data }) => `${id ?? 'new'} ${data.roomNumber} ${data.month.slice(0, 7)} ${data.roomLabel}`,
  );
}

describe('months ahead', () => {
  it('go on as the newest month is, by month and in display order', () => {
    const events = [
      defined('201', '2026-11'),
      defined('1001', '2026-10', { roomLabel: '古' }),
      defined('1001', '2026-11', { roomLabel: '新' }),
      defined('1001', '2026-12', { roomLabel: '新々' }),
    ];
    expect(made(events, '2026-11-30', 2)).toEqual([
      'new 201 2026-12 S',
      'new 1001 2027-01 新々',
      'new 201 2027-01 S',
    ]);
  });

  it('are counted from the month of the day', () => {
    const events = [defined('1001', '2026-11')];
    expect(made(events, '2026-11-01', 1)).toEqual(['new 1001 2026-12 S']);
    expect(made(events, '2026-12-01', 1)).toEqual(['new 1001 2026-12 S', 'new 1001 2027-01 S']);
    expect(made(events, '2026-11-30', 0)).toEqual([]);
    expect(made([defined('1001', '2028-01')], '2026-11-30', 12)).toEqual([]);
  });

  it('are made for storerooms and for rooms that are closed for a while', () => {
    const storeroom = defined('216', '2026-11', { roomType: '倉庫', ...CLOSED });
    expect(made([storeroom], '2026-11-30', 1)).toEqual(['new 216 2026-12 S']);
    const repaired = [defined('1001', '2025-11'), defined('1001', '2026-11', CLOSED)];
    expect(made(repaired, '2026-11-30', 1)).toEqual(['new 1001 2026-12 S']);
  });

  it('are not made for a room whose months ended, nor for one that was closed for a year', () => {
    expect(made([defined('1001', '2026-09')], '2026-11-30', 3)).toEqual([]);
    const closed = [defined('1001', '2025-10'), defined('1001', '2026-11', CLOSED)];
    expect(made(closed, '2026-11-30', 3)).toEqual([]);
  });
});

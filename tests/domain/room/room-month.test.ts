import { evolveRoomMonth } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomMonth } from '../../support/builders.js';

describe('room-month', () => {
  const { id: _, version: __, ...details } = aRoomMonth();

  it('begins with its first definition', () => {
    const state = evolveRoomMonth(null, { type: 'RoomMonthDefined', data: details }, 7);
    expect(state).toEqual({ ...details, id: 7, version: 1 });
  });

  it('is wholly what its latest definition says', () => {
    const first = evolveRoomMonth(null, { type: 'RoomMonthDefined', data: details }, 7);
    const data = { ...details, reservableStatus: '予約不可' as const, priority: '女性' as const };
    expect(evolveRoomMonth(first, { type: 'RoomMonthDefined', data }, 7)).toEqual({
      ...data,
      id: 7,
      version: 2,
    });
  });
});

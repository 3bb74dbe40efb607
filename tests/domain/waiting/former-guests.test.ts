import { addDays, type Day, day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import { evolveRoomClosure, type RoomClosure, type RoomClosureEvent } from '@domain/room/room-closure.js';
import { forgetHeld, forgetWaiting } from '@domain/waiting/former-guests.js';
import {
  evolveWaitingEntry,
  type WaitingEntry,
  type WaitingEntryEvent,
} from '@domain/waiting/waiting-entry.js';
import { describe, expect, it } from '@jest/globals';
import { stay } from '#tests/support/builders.js';

const NIGHTS = stay('2096-02-27', '2096-02-29');
const over = (days: number, last: Day = day('2096-02-29')): Day => addDays(last, days);
const RELEASED: RoomClosureEvent = { type: 'TentativeStayReleased', data: {} };
const GONE = { type: 'PersonalDataErased', data: { reason: 'お申し出' } } as const;
const GUEST = { guestName: '一度 限り', tel: '090-5555-0001', remark: '' };

function held(...later: RoomClosureEvent[]): RoomClosure {
  const data = { ...NIGHTS, ...GUEST, roomNumber: '1001', until: '2096-02-20T03:00:00Z', staffId: null };
  const recorded = evolveRoomClosure(null, { type: 'TentativeStayRecorded', data }, 7);
  return later.reduce((state, event) => evolveRoomClosure(state, event, 7), recorded);
}
function waiting(...later: WaitingEntryEvent[]): WaitingEntry {
  const party = {
    mensCount: 1,
    womensCount: 0,
    smokingStatus: '禁煙',
    corporateId: 0,
    staffId: null,
  } as const;
  const added = { type: 'WaitingEntryAdded', data: { ...NIGHTS, ...GUEST, ...party } } as const;
  return later.reduce(
    (state, event) => evolveWaitingEntry(state, event, 8),
    evolveWaitingEntry(null, added, 8),
  );
}

describe('who was never booked', () => {
  it.each<[string, RoomClosure, number, boolean]>([
    ['an ended 仮予約, after 89 days', held(RELEASED), 89, false],
    ['an ended 仮予約, after 90 days', held(RELEASED), 90, true],
    ['one that holds its room still', held(), 900, false],
    ['one whose guest is erased', held(RELEASED, GONE), 900, false],
  ])('%s', (_, stored, days, isForgotten) => {
    expect(forgetHeld(stored, over(days, stored.lastDay))).toHaveLength(isForgotten ? 1 : 0);
  });

  it.each<[string, WaitingEntry, number, boolean]>([
    ['a lapsed entry, after 89 days', waiting(), 89, false],
    ['a lapsed entry, after 90 days', waiting(), 90, true],
    ['one whose guest is erased', waiting(GONE), 900, false],
  ])('%s of waiting', (_, stored, days, isForgotten) => {
    expect(forgetWaiting(stored, over(days, stored.end))).toHaveLength(isForgotten ? 1 : 0);
  });

  it('has no name, phone or remark afterwards', () => {
    const [event] = forgetWaiting(waiting(), over(90));
    const { guestName, tel, remark } = waiting(...(event ? [event] : []));
    expect([guestName, tel, remark]).toEqual([ERASED, ERASED, ERASED]);
  });
});

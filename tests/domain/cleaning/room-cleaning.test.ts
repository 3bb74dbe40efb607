import {
  CLEANING_STATES,
  type CleaningChange,
  type CleaningState,
  cleaningNow,
  decideCleaning,
  evolveRoomCleaning,
  isReady,
  nextState,
  type RoomCleaning,
  type RoomCleaningEvent,
  type RoomUse,
  stayInRoom,
  waitText,
} from '@domain/cleaning/room-cleaning.js';
import { addDays, type Day, day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';

const TODAY = day('2026-11-28');
const YESTERDAY = addDays(TODAY, -1);
const TOMORROW = addDays(TODAY, 1);
const BEGIN = { day: day('2026-11-01'), position: 10 };
const EMPTY: RoomUse = { inHouse: null, departed: null };

const recorded = (state: CleaningState, on: Day, position: number) => ({ state, day: on, position });
const stay = (checkinDate: Day, stayEnd: Day): RoomUse => ({
  inHouse: { checkinDate, stayEnd },
  departed: null,
});
const now = (record: Parameters<typeof cleaningNow>[0], use: RoomUse, today = TODAY) =>
  cleaningNow(record, use, { today, begin: BEGIN });

describe('the cleaning of a room follows from the stays and what was recorded', () => {
  it('nothing is known of a room that nobody left since cleaning is managed', () => {
    expect(now(null, EMPTY)).toBeNull();
    expect(now(null, { inHouse: null, departed: BEGIN.position - 1 })).toBeNull();
  });

  it('a room is 清掃前 from the check-out of its guest on, until something is recorded after it', () => {
    const left = { inHouse: null, departed: 50 };
    expect(now(null, left)).toEqual({ state: '清掃前', since: { position: 50 } });
    for (const state of CLEANING_STATES) {
      const before = recorded(state, TODAY, 49);
      expect(now(before, left)).toEqual({ state: '清掃前', since: { position: 50 } });
      expect(now(recorded(state, TODAY, 51), left)).toEqual({ state, since: { position: 51 } });
    }
    // Days later it still waits.
    expect(now(null, left, addDays(TODAY, 9))?.since).toEqual({ position: 50 });
  });

  it('a room in which a guest stays on is 清掃前 from the turn of the day', () => {
    const staysOn = stay(YESTERDAY, TOMORROW);
    const ready = recorded('点検済', YESTERDAY, 50);
    expect(now(ready, staysOn, YESTERDAY)).toEqual({ state: '点検済', since: { position: 50 } });
    expect(now(ready, staysOn)).toEqual({ state: '清掃前', since: { turnOf: TODAY } });
    expect(now(null, staysOn)).toEqual({ state: '清掃前', since: { turnOf: TODAY } });
    expect(now(recorded('清掃済', TODAY, 60), staysOn)?.state).toBe('清掃済');
    // What was not done yesterday waits since yesterday.
    const days = stay(addDays(TODAY, -3), TOMORROW);
    expect(now(null, days)?.since).toEqual({ turnOf: addDays(TODAY, -2) });
  });

  it('a guest who leaves today has no cleaning before that, and one who came today none yet', () => {
    const ready = recorded('点検済', addDays(TODAY, -3), 50);
    expect(now(ready, stay(YESTERDAY, TODAY))?.state).toBe('点検済');
    expect(now(ready, stay(TODAY, addDays(TODAY, 4)))?.state).toBe('点検済');
  });

  it('a room that nobody has slept in since it was made ready stays ready', () => {
    for (const state of ['清掃済', '点検済'] as const)
      expect(now(recorded(state, day('2026-11-02'), 50), EMPTY)).toEqual({ state, since: { position: 50 } });
  });

  it('the days before cleaning was managed do not count', () => {
    const begin = { day: TODAY, position: 100 };
    const long = stay(addDays(TODAY, -9), addDays(TODAY, 9));
    expect(cleaningNow(null, long, { today: TODAY, begin })).toBeNull();
    expect(cleaningNow(null, long, { today: TOMORROW, begin })?.since).toEqual({ turnOf: TOMORROW });
    expect(cleaningNow(null, { inHouse: null, departed: 99 }, { today: TODAY, begin })).toBeNull();
  });
});

describe('a stay that goes on in its room by another booking', () => {
  const booking = {
    checkinDate: TODAY,
    stayStart: TODAY,
    stayEnd: TOMORROW,
    baseBookingId: 0,
    groupEndDate: null,
  };

  it('is one stay, until its last part ends', () => {
    expect(stayInRoom({ ...booking, checkinDate: null })).toBeNull();
    expect(stayInRoom(booking)).toEqual({ checkinDate: TODAY, stayEnd: TOMORROW });
    const first = {
      ...booking,
      checkinDate: YESTERDAY,
      stayStart: YESTERDAY,
      stayEnd: TODAY,
      groupEndDate: TOMORROW,
    };
    const second = { ...booking, baseBookingId: 7, groupEndDate: TOMORROW };
    for (const part of [first, second]) {
      const inHouse = stayInRoom(part);
      expect(inHouse).toEqual({ checkinDate: YESTERDAY, stayEnd: TOMORROW });
      expect(now(null, { inHouse, departed: null })).toEqual({ state: '清掃前', since: { turnOf: TODAY } });
      expect(now(recorded('清掃済', TODAY, 60), { inHouse, departed: null })?.state).toBe('清掃済');
    }
  });
});

it('a stay that went on more than once began with its first check-in', () => {
  const third = {
    ...{ checkinDate: addDays(TODAY, -5), stayStart: TODAY, stayEnd: TOMORROW },
    ...{ baseBookingId: 7, groupEndDate: TOMORROW },
  };
  expect(stayInRoom(third)).toEqual({ checkinDate: addDays(TODAY, -5), stayEnd: TOMORROW });
});

describe('a change of the cleaning', () => {
  const decide = (change: CleaningChange, events: readonly RoomCleaningEvent[] = [], use = EMPTY) => {
    const stored = events.reduce<RoomCleaning | null>(
      (state, event) => evolveRoomCleaning(state, event, 40),
      null,
    );
    return decideCleaning(change, stored, {
      ...{ roomNumber: '608', now: now(stored, use), today: TODAY, position: 70 },
    });
  };
  const set = (state: CleaningState): RoomCleaningEvent => ({
    type: 'RoomCleaningStateSet',
    data: { roomNumber: '608', state, day: TODAY, position: 60 },
  });
  const LEFT = { inHouse: null, departed: 50 };

  it('to any state is recorded with the day and its place in the log', () => {
    for (const state of CLEANING_STATES.filter((each) => each !== '清掃前')) {
      const data = { roomNumber: '608', state, day: TODAY, position: 70 };
      const value = [{ type: 'RoomCleaningStateSet', data }];
      expect(decide({ type: 'state', state }, [], LEFT)).toEqual({ ok: true, value });
      expect(decide({ type: 'state', state, from: '清掃前' }, [], LEFT)).toEqual({ ok: true, value });
    }
    expect(decide({ type: 'state', state: '清掃前' }, [set('点検済')])).toMatchObject({ value: [{}] });
  });

  it('to the state that it has gives no event, also where that follows from a check-out', () => {
    expect(decide({ type: 'state', state: '清掃前' }, [], LEFT)).toEqual({ ok: true, value: [] });
    expect(decide({ type: 'state', state: '清掃済' }, [set('清掃済')])).toEqual({ ok: true, value: [] });
  });

  it('is refused where the room is no longer as it was seen', () => {
    const stale = { ok: false, broken: [{ code: 'stale_version' }] };
    const events = [set('清掃済')];
    expect(
      decide({ type: 'state', state: '点検済', from: '清掃済' }, events, { ...LEFT, departed: 61 }),
    ).toMatchObject(stale);
    expect(decide({ type: 'state', state: '清掃済', from: null }, [], LEFT)).toMatchObject(stale);
    expect(decide({ type: 'state', state: '点検済', from: '清掃済' }, events)).toMatchObject({ ok: true });
  });

  it('of the remark leaves the state as it is, and a remark alone says nothing of the state', () => {
    const remarked = decide({ type: 'remark', remark: 'リネン交換' });
    const data = { roomNumber: '608', remark: 'リネン交換' };
    const event: RoomCleaningEvent = { type: 'RoomCleaningRemarked', data };
    expect(remarked).toEqual({ ok: true, value: [event] });
    expect(decide({ type: 'remark', remark: 'リネン交換' }, [event])).toEqual({ ok: true, value: [] });
    const after = [set('清掃済'), event].reduce<RoomCleaning | null>(
      (state, each) => evolveRoomCleaning(state, each, 40),
      null,
    );
    expect(after).toMatchObject({ id: 40, version: 2, state: '清掃済', position: 60, remark: 'リネン交換' });
    expect(now(evolveRoomCleaning(null, event, 40), EMPTY)).toBeNull();
    // A remark after the check-out does not clean the room.
    expect(now(after, { inHouse: null, departed: 61 })?.state).toBe('清掃前');
  });
});

it('the work goes from 清掃前 to 点検済; only what is not yet clean is not ready', () => {
  expect([null, ...CLEANING_STATES].map(nextState)).toEqual(['清掃済', '清掃中', '清掃済', '点検済', null]);
  expect([null, ...CLEANING_STATES].map(isReady)).toEqual([true, false, false, true, true]);
});

it('how long a room has waited is told in minutes, hours or days', () => {
  expect([-1, 0, 59.9, 60, 150, 1_439, 1_440, 5_000].map(waitText)).toEqual([
    ...['0分', '0分', '59分', '1時間', '2時間', '23時間', '1日', '3日'],
  ]);
});

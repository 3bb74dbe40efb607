import { day } from '@domain/dates.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { applyFrame, missingMonths } from '../../../frontend/state/apply-frame.js';
import { calendarAtom } from '../../../frontend/state/calendar.js';
import {
  bookingById,
  type CalendarSnapshot,
  NO_ROOM,
  snapshotOf,
} from '../../../frontend/state/calendar-snapshot.js';
import { createCalendarSync } from '../../../frontend/state/calendar-sync.js';
import { store } from '../../../frontend/state/store.js';
import { serve } from '../support/fake-server.js';
import {
  aFrame,
  bookingRecord,
  countRecord,
  countRecords,
  nightRecords,
  RANGE,
  roomRecords,
} from '../support/records.js';

const STAY = { stayStart: day('2026-11-29'), stayEnd: day('2026-12-02') };

function aSnapshot(position = 10): CalendarSnapshot {
  const answers = {
    bookings: nightRecords({ id: 7, version: 2, roomNumber: '1001', ...STAY }),
    rooms: roomRecords('1001', '1002'),
    counts: countRecords(1),
    weather: [],
  };
  return snapshotOf(RANGE, answers, {
    bookings: position,
    rooms: position,
    counts: position,
    weather: position,
  });
}

const idsIn = (snapshot: CalendarSnapshot, roomNumber: string) =>
  (snapshot.byRoom.get(roomNumber) ?? []).map(({ id, version }) => `${id} v${version}`);

describe('the calendar after a frame', () => {
  test('a booking over a month end is held once, whichever month its night names', () => {
    expect(idsIn(aSnapshot(), '1001')).toEqual(['7 v2']);
  });

  test('takes a newer version and passes over an older one', () => {
    const newer = bookingRecord({ id: 7, version: 3, roomNumber: '1001', ...STAY });
    const older = bookingRecord({ id: 7, version: 1, roomNumber: '1001', ...STAY });
    const after = applyFrame(aSnapshot(), aFrame(10, 11, { bookings: [newer] }));
    expect(idsIn(after, '1001')).toEqual(['7 v3']);
    expect(idsIn(applyFrame(after, aFrame(11, 12, { bookings: [older] })), '1001')).toEqual(['7 v3']);
  });

  test('moves a booking to its new room and leaves the other rooms as they are', () => {
    const before = applyFrame(
      aSnapshot(),
      aFrame(10, 11, { bookings: [bookingRecord({ id: 8, version: 1, roomNumber: '1002', ...STAY })] }),
    );
    const moved = bookingRecord({
      id: 7,
      version: 3,
      roomNumber: '1001',
      stayStart: day('2026-12-20'),
      stayEnd: day('2026-12-21'),
    });
    const after = applyFrame(before, aFrame(11, 12, { bookings: [moved] }));
    expect(after.byRoom.get('1002')).toBe(before.byRoom.get('1002'));
    const swapped = bookingRecord({
      id: 7,
      version: 4,
      roomNumber: '1002',
      stayStart: day('2026-12-20'),
      stayEnd: day('2026-12-21'),
    });
    const last = applyFrame(after, aFrame(12, 13, { bookings: [swapped] }));
    expect(idsIn(last, '1001')).toEqual([]);
    expect(idsIn(last, '1002')).toEqual(['8 v1', '7 v4']);
  });

  test('a cancelled booking, or one moved out of the range, is gone and does not come back', () => {
    const cancelled = bookingRecord({ id: 7, version: 3, roomNumber: '1001', status: 'cancelled', ...STAY });
    const after = applyFrame(aSnapshot(), aFrame(10, 11, { bookings: [cancelled] }));
    expect(idsIn(after, '1001')).toEqual([]);
    const late = bookingRecord({ id: 7, version: 2, roomNumber: '1001', ...STAY });
    expect(idsIn(applyFrame(after, aFrame(11, 12, { bookings: [late] })), '1001')).toEqual([]);
  });

  test('counts are replaced for the days shown, unless what was read is as new', () => {
    const counts = { '2026-11-20': countRecord(5), '2027-03-01': countRecord(9) };
    const after = applyFrame(aSnapshot(10), aFrame(10, 11, { counts }));
    expect(after.counts.get(day('2026-11-20'))?.normal_non_smoking.actual).toBe(5);
    expect(after.counts.has(day('2027-03-01'))).toBe(false);
    const kept = applyFrame(aSnapshot(11), aFrame(10, 11, { counts }));
    expect(kept.counts.get(day('2026-11-20'))?.normal_non_smoking.actual).toBe(1);
  });

  test('a stay that began in a month whose rooms are not loaded names that month', () => {
    const long = bookingRecord({
      id: 9,
      version: 1,
      roomNumber: '1001',
      stayStart: day('2026-10-30'),
      stayEnd: day('2026-11-20'),
    });
    expect(missingMonths(aSnapshot(), [long])).toEqual(['2026-10-01']);
    const before = bookingRecord({
      id: 9,
      version: 1,
      roomNumber: '1001',
      stayStart: day('2026-10-01'),
      stayEnd: day('2026-10-09'),
    });
    expect(missingMonths(aSnapshot(), [before])).toEqual([]);
  });

  test('a booking without a room is kept apart; one night that has a room is enough to place it', () => {
    const [november, ...december] = nightRecords({ id: 8, version: 1, roomNumber: '1001', ...STAY });
    const nights = [{ ...november, room_id: null }, ...december] as BookingRecord[];
    const roomless = { ...bookingRecord({ id: 9, version: 1, ...STAY }), room_id: null };
    const answers = { rooms: roomRecords('1001'), counts: {}, weather: [] };
    const asOf = { bookings: 10, rooms: 10, counts: 10, weather: 10 };
    const loaded = snapshotOf(RANGE, { ...answers, bookings: [...nights, roomless] }, asOf);
    expect([idsIn(loaded, '1001'), idsIn(loaded, NO_ROOM)]).toEqual([['8 v1'], ['9 v1']]);
    const lost = { ...bookingRecord({ id: 8, version: 2, ...STAY }), room_id: null };
    const after = applyFrame(loaded, aFrame(10, 11, { bookings: [lost] }));
    expect([idsIn(after, '1001'), idsIn(after, NO_ROOM)]).toEqual([[], ['9 v1', '8 v2']]);
    expect(bookingById(after, 8)?.roomNumber).toBe(NO_ROOM);
  });
});

describe('frames and loads', () => {
  const STAY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
  const shown = (roomNumber: string) =>
    (store.get(calendarAtom)?.byRoom.get(roomNumber) ?? []).map(({ id, version }) => `${id} v${version}`);

  /** An answer that is held back until it is let go. */
  function held(body: unknown) {
    let letGo = () => {};
    const waiting = new Promise<{ body: unknown; position: number }>((resolve) => {
      letGo = () => resolve({ body, position: 10 });
    });
    return { handler: () => waiting, letGo };
  }

  beforeEach(() => store.set(calendarAtom, null));

  test('a frame that arrives while a load is under way is applied on top of the older answer', async () => {
    serve();
    const sync = createCalendarSync();
    await sync.show(RANGE);
    const old = held(nightRecords({ id: 7, version: 1, roomNumber: '1001', ...STAY }));
    serve({ 'GET /api/bookings': old.handler });
    const loading = sync.show(RANGE);
    const cancelled = bookingRecord({ id: 7, version: 2, roomNumber: '1001', status: 'cancelled', ...STAY });
    const created = bookingRecord({ id: 8, version: 1, roomNumber: '1002', ...STAY });
    expect(sync.receive(aFrame(10, 12, { bookings: [cancelled, created] }))).toBe(true);
    old.letGo();
    await loading;
    expect(shown('1001')).toEqual([]);
    expect(shown('1002')).toEqual(['8 v1']);
  });

  test('an answer newer than the frames is not undone by them', async () => {
    serve();
    const sync = createCalendarSync();
    await sync.show(RANGE);
    sync.receive(
      aFrame(10, 11, { bookings: [bookingRecord({ id: 7, version: 1, roomNumber: '1001', ...STAY })] }),
    );
    serve({ 'GET /api/bookings': () => ({ body: [], position: 11 }) });
    await sync.show(RANGE);
    expect(shown('1001')).toEqual([]);
  });

  test('of two ranges asked for, the later one stays', async () => {
    const weather = held([]);
    const sync = createCalendarSync();
    serve({ 'GET /api/weather': weather.handler });
    const first = sync.show(RANGE);
    serve();
    const later = { first: day('2026-12-01'), last: day('2026-12-10') };
    await sync.show(later);
    weather.letGo();
    await first;
    expect(store.get(calendarAtom)?.range).toEqual(later);
  });

  test('a frame after a gap is not applied, and the caller is told', async () => {
    serve();
    const sync = createCalendarSync();
    await sync.show(RANGE);
    const lost = bookingRecord({ id: 7, version: 1, roomNumber: '1001', ...STAY });
    expect(sync.receive(aFrame(11, 12, { bookings: [lost] }))).toBe(false);
    expect(sync.position()).toBe(10);
    expect(shown('1001')).toEqual([]);
  });

  test('a stay that began before the months shown is placed once their rooms are there, frames keeping their order', async () => {
    serve();
    const sync = createCalendarSync();
    await sync.show(RANGE);
    const october = held(
      roomRecords('1001')
        .map((room) => ({ ...room, id: 10_010_322, month: 10 }))
        .slice(0, 1),
    );
    serve({ 'GET /api/rooms': october.handler });
    const long = { id: 7, roomNumber: '1001', stayStart: day('2026-10-30'), stayEnd: day('2026-11-20') };
    sync.receive(aFrame(10, 11, { bookings: [bookingRecord({ ...long, version: 1 })] }));
    sync.receive(aFrame(11, 12, { bookings: [bookingRecord({ ...long, version: 2 })] }));
    sync.receive(
      aFrame(12, 13, { bookings: [bookingRecord({ id: 8, version: 1, roomNumber: '1002', ...STAY })] }),
    );
    october.letGo();
    await new Promise<void>((resolve) => {
      const stop = store.sub(calendarAtom, () => {
        if (shown('1002').length === 0) return;
        stop();
        resolve();
      });
    });
    expect(shown('1001')).toEqual(['7 v2']);
    expect(shown('1002')).toEqual(['8 v1']);
  });
});
